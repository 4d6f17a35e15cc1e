import type { CalendarEntry } from "@domain/job/calendar";
import { updateJob } from "@domain/changes/updateJob";
import { capitalFirst, spanWords } from "@domain/job/spanWords";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "@/offline/useChange";
import { namesOf } from "../moves/useMoves";

/** Sets the end of a visit, in minutes after its start. A toast offers to undo it. */
export function useVisitEnd() {
  const { make } = useChange();
  return (entry: CalendarEntry, length: number): void => {
    const { type, at, name } = entry;
    const title = capitalFirst(spanWords(at, { length }));
    const change = newChange(updateJob, namesOf(entry), {
      ...{ name: `job_${type}_length`, value: length },
      ...{ seen: entry.length ?? null, isMove: true },
    });
    make(change, { name, now: { title, description: name } });
  };
}
