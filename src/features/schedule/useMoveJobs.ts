import type { DayKey } from "@domain/days";
import { counted } from "@domain/text";
import type { Visit } from "@domain/visits";
import { jobKey } from "@/features/jobs/jobSubject";
import { isLeftWhole, leftOf } from "@/features/jobs/leftJobs";
import { showToast } from "@/lib/toasts";
import { undoToast } from "@/offline/outbox/undoable";
import { useChange } from "@/offline/useChange";
import { undoableOf } from "@/offline/useOutbox";
import type { DayJob } from "./DayJobCard";
import { moveOfVisits } from "./useMoveDay";
import { dayText } from "./useMoveVisit";

/** Moves visits of selected jobs to a day, as one change with one undo. */
export function useMoveJobs() {
  const { submit, isSubmitting } = useChange();

  /** Resolves to the jobs whose visits somebody else has moved meanwhile, by key; null if nothing was saved. */
  async function moveJobs(visits: readonly Visit<DayJob>[], target: DayKey) {
    const subject = {
      key: "selected jobs",
      label: counted(visits.length, "visit"),
    };
    const change = moveOfVisits({ subject, target, visits });
    if (change === null) {
      showToast("warning", "Not moved", {
        description: `${dayText(target)} does not exist here.`,
      });
      return null;
    }
    const outcome = await submit(change, {
      name: subject.label,
      saved: null,
      shows: isLeftWhole,
    });
    const left = leftOf(
      outcome,
      visits.map(({ job }) => jobKey(job)),
    );
    if (left === null) return null;
    const moved = counted(visits.length - left.length, "visit");
    if (left.length < visits.length)
      showToast(
        "success",
        `${moved} moved to ${dayText(target)}`,
        undoToast(undoableOf(change)),
      );
    return left;
  }
  return { moveJobs, isSubmitting };
}
