import type { OutboxChange } from "convex-outbox";
import type { DayKey } from "@domain/days";
import { counted } from "@domain/text";
import { FIELD_OF_VISIT, movedTo, type Visit } from "@domain/visits";
import { jobKey } from "@/features/jobs/jobSubject";
import { newChange, useChange } from "@/offline/useChange";
import { undoableOf } from "@/offline/useOutbox";
import { showToast } from "@/lib/toasts";
import { undoToast } from "@/offline/outbox/undoable";
import type { DayJob } from "./DayJobCard";
import { dayText } from "./useMoveVisit";

interface MoveOfDay {
  readonly day: DayKey;
  readonly target: DayKey;
  readonly visits: readonly Visit<DayJob>[];
}

/** Moves the visits of a day to another day, as one change with one undo. */
export function useMoveDay() {
  const { make } = useChange();

  return function moveDay({ day, target, visits }: MoveOfDay) {
    const change = moveOfDay({ day, target, visits });
    if (change === null) {
      showToast("warning", "Not moved", {
        description: `${dayText(target)} does not exist here.`,
      });
      return;
    }
    make(change, {
      name: dayText(day),
      saved: null,
    });
    showToast("message", change.label, {
      description: `From ${dayText(day)}`,
      ...undoToast(undoableOf(change)),
    });
  };
}

/** Null if that day has none of the times. */
export function moveOfDay({ day, ...move }: MoveOfDay): OutboxChange | null {
  const subject = { key: `day ${day}`, label: dayText(day) };
  return moveOfVisits({ subject, ...move });
}

/** The same for visits of any days. */
export function moveOfVisits({
  subject,
  target,
  visits,
}: Omit<MoveOfDay, "day"> &
  Pick<OutboxChange, "subject">): OutboxChange | null {
  const moves = visits.flatMap(({ job, type, at }) => {
    const to = movedTo(at, target);
    const field = FIELD_OF_VISIT[type];
    return to === null ? [] : [{ id: jobKey(job), field, from: at, to }];
  });
  if (moves.length === 0) return null;
  const count = counted(moves.length, "visit");
  return newChange({
    call: "jobs:moveVisits",
    args: { visits: moves },
    subject,
    // Jobs that wait to be created come first, and so do earlier changes of the jobs.
    needs: moves.map(({ id }) => id),
    field: null,
    label: `${count} moved to ${dayText(target)}`,
  });
}
