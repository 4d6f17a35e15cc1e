/**
 * Times of day in the runtime's local zone: shown on a 12-hour clock, entered
 * in a date-time field.
 */

/** "2:00 PM". */
export function formatTime(instant: number): string {
  const local = new Date(instant);
  const hours = local.getHours();
  const minutes = String(local.getMinutes()).padStart(2, "0");
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minutes} ${hours < 12 ? "AM" : "PM"}`;
}

/** "2p", "9:30a": where a calendar's entry has no room for more. */
export function formatShortTime(instant: number): string {
  return formatTime(instant)
    .replace(":00", "")
    .replace(" AM", "a")
    .replace(" PM", "p");
}

/** What a datetime-local field shows for an instant: "2026-11-20T14:00". */
export function toDateTimeField(instant: number | null | undefined): string {
  if (instant === null || instant === undefined) return "";
  const local = new Date(instant);
  const two = (value: number) => String(value).padStart(2, "0");
  const year = String(local.getFullYear()).padStart(4, "0");
  const date = `${year}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
  return `${date}T${two(local.getHours())}:${two(local.getMinutes())}`;
}

const DATE_TIME_FIELD =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/;

/**
 * The instant that the field means, null where it is empty, NaN where it is no
 * time. A field that still shows `current` is `current`, to the millisecond:
 * in the hour that a clock change repeats the text alone names two instants,
 * and reading it would move the job.
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
  const parts = DATE_TIME_FIELD.exec(trimmed)?.slice(1).map(Number);
  if (parts === undefined) return Number.NaN;
  return localInstant(parts);
}

function localInstant(parts: readonly number[]): number {
  const [year = NaN, month = NaN, day = NaN, hours = NaN, minutes = NaN] =
    parts;
  const isOnCalendar =
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (!isOnCalendar || hours > 23 || minutes > 59) return Number.NaN;
  const local = new Date(2000, 0, 1);
  local.setFullYear(year, month - 1, day);
  local.setHours(hours, minutes, 0, 0);
  return local.getTime();
}
