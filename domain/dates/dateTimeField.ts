/** Times in the runtime's local zone as a datetime-local field has them. */
import { lightFormat } from "date-fns";
import { isInstant, parseDayKey } from "./days";

/** The value of a datetime-local field: "2026-11-20T14:00", "" if unset or no date. */
export function toDateTimeField(instant: number | null | undefined): string {
  if (instant === null || instant === undefined || !isInstant(instant)) return "";
  return lightFormat(instant, "yyyy-MM-dd'T'HH:mm");
}

/** Day, hours and minutes; seconds are ignored. */
const DATE_TIME_FIELD = /^((\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d)(?::\d{2}(?:\.\d+)?)?$/;

/**
 * The instant that the field's text names in local time; null if it is empty,
 * NaN if it is not a time. A text that is still the value of `current` returns
 * `current` to the millisecond: in the hour that a clock change repeats, the
 * text alone names two instants, and reading it again would move the job.
 */
export function fromDateTimeField(text: string, current?: number | null): number | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  if (current !== null && current !== undefined && toDateTimeField(current) === trimmed)
    return current;
  const [, minute = "", day = ""] = DATE_TIME_FIELD.exec(trimmed) ?? [];
  return parseDayKey(day) === null ? Number.NaN : new Date(minute).getTime();
}
