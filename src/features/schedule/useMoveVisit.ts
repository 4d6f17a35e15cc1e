import type { OutboxChange } from "convex-outbox";
import type { CalendarEntry } from "@domain/calendar";
import { updateJob } from "@domain/changes/updateJob";
import { dayText, type DayKey } from "@domain/days";
import { FIELD_OF_VISIT, movedTo } from "@domain/visits";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "@/offline/useChange";

/**
 * Moves one visit to another day, at its time. The status stays. The device
 * keeps the change until the server has it. False if that day has no such
 * time.
 */
export function useMoveVisit() {
  const { make } = useChange();

  return function move(entry: CalendarEntry, day: DayKey): boolean {
    const to = movedTo(entry.at, day);
    if (to === null) return false;
    const change = moveOfVisit(entry, to);
    make(change, {
      name: `${entry.name}: ${change.label}`,
      now: { title: `Moved to ${dayText(day)}`, description: entry.name },
    });
    return true;
  };
}

type MovedVisit = Pick<
  CalendarEntry,
  "type" | "jobId" | "clientKey" | "address" | "name"
> & {
  /** Null for a visit that gets its first time. */
  readonly at: number | null;
};

export function moveOfVisit(
  { type, at, jobId, clientKey, address, name }: MovedVisit,
  to: number,
): OutboxChange {
  const job = {
    _id: jobId,
    clientKey,
    job_address: address,
    customer_name: name,
  };
  const field = FIELD_OF_VISIT[type];
  return newChange(updateJob, job, {
    name: field,
    value: to,
    seen: at,
    isMove: true,
  });
}
