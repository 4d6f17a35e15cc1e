/** The length and the window of a visit in words. */
import { dayKeyOf, formatShortDay, weekdayName } from "../dates/days";
import { formatTime } from "../dates/times";
import { timeAfter, type VisitSpan } from "./visitLength";

/** "arrives 8 to 10 AM, takes until 4 PM"; without a start "takes 8 h". Empty without a window and a length. */
export function spanWords(at: number | null, { length, window }: VisitSpan): string {
  const parts = [
    window !== undefined &&
      `arrives ${at === null ? `within ${durationText(window)}` : windowText(at, window)}`,
    length !== undefined &&
      `takes ${at === null ? durationText(length) : `until ${endText(at, length)}`}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** "8 to 10 AM", "11 AM to 1 PM". */
export function windowText(at: number, minutes: number): string {
  const [from, until] = [at, timeAfter(at, minutes)].map(clockText);
  const half = until?.slice(-3) ?? "";
  return `${from?.endsWith(half) ? from.slice(0, -3) : from} to ${until}`;
}

/** "4 PM"; on a later day "Wed, Nov 25, 4 PM". */
function endText(at: number, minutes: number): string {
  const end = timeAfter(at, minutes);
  const day = dayKeyOf(end);
  if (day === dayKeyOf(at)) return clockText(end);
  // The midnight that ends the day of the start.
  if (dayKeyOf(end - 1) === dayKeyOf(at)) return "midnight";
  const weekday = weekdayName(day).slice(0, 3);
  return `${weekday}, ${formatShortDay(day).replace(/, \d+$/, "")}, ${clockText(end)}`;
}

function clockText(at: number): string {
  return formatTime(at).replace(":00", "");
}

/** The text with a capital at its beginning. */
export function capitalFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "1 h 30 min". */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ");
}

/** Reads a text of durationText, in minutes; null for any other. */
export function readDuration(text: string): number | null {
  const [, hours = 0, minutes = 0] = /^(?:(\d+) h)? ?(?:(\d+) min)?$/.exec(text) ?? [];
  return Number(hours) * 60 + Number(minutes) || null;
}
