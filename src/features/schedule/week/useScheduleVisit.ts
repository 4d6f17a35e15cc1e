import { jobStatusLabel, type JobStatus } from "@domain/jobs";
import { statusOfVisit } from "@domain/visits";
import { statusChange } from "@/features/jobs/statusChange";
import { formatVisitTime } from "@/lib/formatDateTime";
import { useChange } from "@/offline/useChange";
import { moveOfVisit } from "../useMoveVisit";
import { nameOf, type Moved, type TrayJob } from "./weekMoves";

/**
 * Gives a visit its time. The device keeps the change until the server has it, and a toast offers to undo it. For a job
 * of the tray the toast also offers the status that fits: the status stays until the person takes it.
 */
export function useScheduleVisit() {
  const { make } = useChange();

  const mark = (job: TrayJob, status: JobStatus) =>
    void make(statusChange(job, status), {
      name: job.customer_name,
      saved: `Marked as ${jobStatusLabel(status)}`,
    });

  return function schedule(
    moved: Moved,
    to: number,
    /** What the person could not see. */
    note?: string,
  ): void {
    const name = nameOf(moved);
    const visit = visitOf(moved);
    const change = moveOfVisit({ ...visit, name }, to);
    const offer = offerOf(moved);
    const verb = moved.kind === "visit" ? "Moved to" : "Scheduled for";
    make(change, {
      name: `${name}: ${change.label}`,
      now: {
        title: `${verb} ${formatVisitTime(to)}`,
        description: [name, note, offer?.stays].filter(Boolean).join(". "),
        ...(offer && {
          // The buttons stand below the text, which they would leave no room beside them.
          classNames: { toast: "flex-wrap!", content: "basis-full!" },
          cancel: {
            label: offer.label,
            onClick: () => mark(offer.job, offer.status),
          },
        }),
      },
    });
  };
}

function visitOf(moved: Moved) {
  if (moved.kind === "visit") return moved.entry;
  const { _id: jobId, clientKey, job_address: address } = moved.job;
  return { type: moved.type, at: null, jobId, clientKey, address };
}

/** The status that fits a job of the tray once it has its visit. */
function offerOf(moved: Moved) {
  if (moved.kind === "visit") return null;
  const { job, type } = moved;
  const status = statusOfVisit(type, job.job_status);
  return (
    status && {
      job,
      status,
      label: `Mark as ${jobStatusLabel(status)}`,
      stays: `The status stays ${jobStatusLabel(job.job_status)}`,
    }
  );
}
