import type { OutboxChange } from "convex-outbox";
import type { CalendarEntry } from "@domain/job/calendar";
import { moveVisits } from "@domain/changes/moveVisits";
import { jobKey } from "@domain/changes/subjects";
import { updateJob } from "@domain/changes/updateJob";
import { dayKeyOf, dayText, type DayKey } from "@domain/dates/days";
import { jobStatusLabel } from "@domain/job/jobs";
import { movedWith } from "@domain/job/lastingVisits";
import { counted } from "@domain/text/text";
import { FIELD_OF_VISIT, statusOfVisit, type Visit } from "@domain/job/visits";
import { useChangeOfMany } from "@/job/leftJobs";
import { statusChange } from "@/job/statusChange";
import { formatVisitTime } from "@/lib/formatDateTime";
import { showToast } from "@/lib/toasts";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "@/offline/useChange";
import type { DayJob } from "../dayJobs/useDayJobs";
import { nameOf, type Moved } from "./moved";

type ToastOfMove = NonNullable<Parameters<ReturnType<typeof useChange>["make"]>[1]["now"]>;

/** Visits of a day, or of several days (null), and the day that they go to. */
type ManyMoved = Parameters<typeof moveVisits.make>[0];

/**
 * Moves visits, and gives jobs their first visit. The screens show the change at once, and a toast offers Undo. A move
 * changes no status.
 */
export function useMoves() {
  const { make } = useChange();
  const { changeMany, isSubmitting } = useChangeOfMany();

  const changeOf = (move: ManyMoved) => newChange(moveVisits, move) ?? notMoved(move.target);
  const place = (visit: MovedVisit, to: number, now: ToastOfMove) => {
    const change = moveOfVisit(visit, to);
    make(change, { name: `${visit.name}: ${change.label}`, now });
  };

  return {
    isSubmitting,
    /** A visit keeps its time of day. One that is moved from a later day of it is moved as a whole. */
    moveToDay: (entry: CalendarEntry, day: DayKey): void => {
      const to = movedWith(entry, day);
      if (to === null) return void notMoved(day);
      const title = `Moved to ${dayText(dayKeyOf(to))}`;
      place(entry, to, { title, description: movedText(entry) });
    },
    /** Moves a visit, or schedules a job of the tray. `note`, in the toast, says what the person could not see. */
    moveToTime: (moved: Moved, to: number, note?: string): void => {
      const name = nameOf(moved);
      const offer = statusOffer(moved);
      const what = moved.kind === "visit" ? movedText(moved.entry) : name;
      const title = `${moved.kind === "visit" ? "Moved to" : "Scheduled for"} ${formatVisitTime(to)}`;
      place({ ...visitOf(moved), name }, to, {
        title,
        description: [what, note, offer?.stays].filter(Boolean).join(". "),
        ...(offer && {
          // The buttons stand below the text: beside them, the text would have no room.
          classNames: { toast: "flex-wrap!", content: "basis-full!" },
          cancel: {
            label: offer.label,
            onClick: () => void make(offer.change, { name, saved: offer.saved }),
          },
        }),
      });
    },
    /** Moves the visits of a day as one change with one undo. */
    moveDay: (move: ManyMoved & { readonly day: DayKey }): void => {
      const change = changeOf(move);
      if (change === null) return;
      const from = dayText(move.day);
      const now = { title: change.label, description: `From ${from}` };
      make(change, { name: from, now });
    },
    /** Resolves to the keys of the jobs that were left unchanged (see changeMany); null if nothing was saved. */
    moveJobs: async (visits: readonly Visit<DayJob>[], target: DayKey) => {
      const change = changeOf({ day: null, target, visits });
      if (change === null) return null;
      const jobs = visits.map(({ job }) => jobKey(job));
      const titleOf = (count: number) => `${counted(count, "visit")} moved to ${dayText(target)}`;
      return await changeMany(change, jobs, titleOf);
    },
  };
}

/** A visit that is moved from a later one of its days is moved as a whole. */
function movedText({ name, part }: CalendarEntry): string {
  return part === undefined ? name : `${name}. The whole visit of ${part.of} days begins then`;
}

function notMoved(day: DayKey): null {
  showToast("warning", "Not moved", {
    description: `${dayText(day)} does not exist here.`,
  });
  return null;
}

type Named = Pick<CalendarEntry, "jobId" | "clientKey" | "address" | "name">;

type MovedVisit = Pick<CalendarEntry, "type"> &
  Named & {
    /** Null for a visit that gets its first time. */
    readonly at: number | null;
  };

/** The job of a visit, as its changes name it. */
export function namesOf({ jobId, clientKey, address, name }: Named) {
  return {
    ...{ _id: jobId, clientKey },
    ...{ job_address: address, customer_name: name },
  };
}

export function moveOfVisit(visit: MovedVisit, to: number): OutboxChange {
  const { type, at } = visit;
  const field = FIELD_OF_VISIT[type];
  return newChange(updateJob, namesOf(visit), {
    name: field,
    value: to,
    seen: at,
    isMove: true,
  });
}

function visitOf(moved: Moved) {
  if (moved.kind === "visit") return moved.entry;
  const { _id: jobId, clientKey, job_address: address } = moved.job;
  return { type: moved.type, at: null, jobId, clientKey, address };
}

/** The status that fits a job of the tray once it has its visit. */
function statusOffer(moved: Moved) {
  if (moved.kind === "visit") return null;
  const { job, type } = moved;
  const status = statusOfVisit(type, job.job_status);
  return (
    status && {
      change: statusChange(job, status),
      label: `Mark as ${jobStatusLabel(status)}`,
      saved: `Marked as ${jobStatusLabel(status)}`,
      stays: `The status stays ${jobStatusLabel(job.job_status)}`,
    }
  );
}
