/**
 * Times of day in the runtime's local zone: shown on a 12-hour clock, entered
 * in a datetime-local field.
 */
import { lightFormat } from "date-fns";
import { isInstant, parseDayKey } from "./days";

/** Shown instead of a stored number that is no date. */
export const UNKNOWN_TIME = "unknown time";

/** "2:00 PM". */
export function formatTime(instant: number): string {
  return isInstant(instant) ? lightFormat(instant, "h:mm a") : UNKNOWN_TIME;
}

export const DAY_MINUTES = 24 * 60;

/** "2:00 PM", of minutes after midnight. */
export function formatMinute(minute: number): string {
  return formatTime(new Date(2000, 0, 1, 0, minute).getTime());
}

/** "2p", "9:30a": for the narrow entries of the calendar. */
export function formatShortTime(instant: number): string {
  return formatTime(instant)
    .replace(":00", "")
    .replace(" AM", "a")
    .replace(" PM", "p");
}

/** The value of a datetime-local field: "2026-11-20T14:00", "" if unset or no date. */
export function toDateTimeField(instant: number | null | undefined): string {
  if (instant === null || instant === undefined || !isInstant(instant))
    return "";
  return lightFormat(instant, "yyyy-MM-dd'T'HH:mm");
}

/** Day, hours and minutes; seconds are ignored. */
const DATE_TIME_FIELD =
  /^((\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d)(?::\d{2}(?:\.\d+)?)?$/;

/**
 * The instant that the field's text names in local time; null if it is empty,
 * NaN if it is not a time. A text that is still the value of `current` returns
 * `current` to the millisecond: in the hour that a clock change repeats, the
 * text alone names two instants, and reading it again would move the job.
 */
export function fromDateTimeField(
  text: string,
  current?: number | null,
): number | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  if (
    current !== null &&
    current !== undefined &&
    toDateTimeField(current) === trimmed
  )
    return current;
  const [, minute = "", day = ""] = DATE_TIME_FIELD.exec(trimmed) ?? [];
  return parseDayKey(day) === null ? Number.NaN : new Date(minute).getTime();
}
