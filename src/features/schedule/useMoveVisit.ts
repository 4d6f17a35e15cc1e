import type { OutboxChange } from "convex-outbox";
import type { CalendarEntry } from "@domain/calendar";
import { formatShortDay, weekdayName, type DayKey } from "@domain/days";
import { FIELD_OF_VISIT, movedTo } from "@domain/visits";
import { jobSubject } from "@/features/jobs/jobSubject";
import { newChange, useChange } from "@/offline/useChange";
import { undoableOf } from "@/offline/useOutbox";
import { showToast } from "@/lib/toasts";
import { undoToast } from "@/offline/outbox/undoable";

/** As the form labels the time of a visit. */
export const VISIT_LABELS = {
  estimate: "Estimate date",
  install: "Install date",
} as const;

/**
 * Moves one visit to another day, at its time. The status stays. The device
 * keeps the change until the server has it. False if that day has no such
 * time.
 */
export function useMoveVisit() {
  const { make } = useChange();

  return function move(entry: CalendarEntry, day: DayKey): boolean {
    const { type, at, name } = entry;
    const to = movedTo(at, day);
    if (to === null) return false;
    const change = moveOfVisit(entry, to);
    make(change, {
      name: `${name}: ${VISIT_LABELS[type]}`,
      saved: null,
    });
    showToast("message", `Moved to ${dayText(day)}`, {
      description: name,
      ...undoToast(undoableOf(change)),
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
  const field = FIELD_OF_VISIT[type];
  const subject = jobSubject({
    _id: jobId,
    clientKey,
    job_address: address,
    customer_name: name,
  });
  return newChange({
    call: "jobs:update",
    args: { id: subject.key, [field]: to, isMove: true, base: { [field]: at } },
    subject,
    field,
    label: VISIT_LABELS[type],
  });
}

/** "Thursday, Nov 26, 26". */
export function dayText(day: DayKey): string {
  return `${weekdayName(day)}, ${formatShortDay(day)}`;
}
