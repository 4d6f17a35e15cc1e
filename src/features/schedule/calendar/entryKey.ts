import type { CalendarEntry } from "@domain/job/calendar";

/** An entry stays the same on another day, and so does each day of a visit that lasts longer. */
export function entryKey({ jobId, type, part }: CalendarEntry): string {
  return `${jobId} ${type}${part === undefined ? "" : ` ${part.number}`}`;
}
