/** The time, the window and the length of a visit, from the clock times of a file: "09:00" and "11:00". */
import { fromDateTimeField, toDateTimeField } from "../dates/dateTimeField";
import { dayKeyOf, daysFrom, type DayKey } from "../dates/days";
import { DAY_MINUTES, formatTime } from "../dates/times";
import { MAX_LENGTH } from "../job/jobInput";
import { timeAfter } from "../job/visitLength";
import { minuteOfDay } from "../job/weekGrid";
import { windowCell } from "../files/exports";
import { readFileTime } from "./dates";

/** Null where the window would not say the times of the file, as over an hour that the clock skips. */
export function windowAt(at: number, times: readonly string[]): number | null {
  const [start = 0, end = 0] = times.map(minuteOf);
  // A window may end after midnight.
  const window = (end - start + DAY_MINUTES) % DAY_MINUTES;
  if (window === 0) return null;
  return times.map(shownTime).join(" to ") === windowCell(at, window) ? window : null;
}

const OVER_MIDNIGHT = /^(.{4,8} [ap]m) to (.{4,8} [ap]m)$/i;

/** The clock times of a window. One over midnight is read where both times have AM or PM. Null if there is none. */
export function readWindow(text: string): readonly string[] | null {
  const { time, end } = readFileTime(text);
  if (time !== null && end !== null) return [time, end];
  const [, ...ends] = OVER_MIDNIGHT.exec(text) ?? [];
  const times = ends.flatMap((each) => readFileTime(each).time ?? []);
  return times.length === 2 ? times : null;
}

/** The length of a visit until a time of a day; null where the visit cannot end then. */
export function lengthAt(at: number, day: DayKey, time: string): number | null {
  const days = daysFrom(dayKeyOf(at), day);
  const length = days * DAY_MINUTES + minuteOf(time) - minuteOfDay(at);
  if (length < 1 || length > MAX_LENGTH) return null;
  const end = toDateTimeField(timeAfter(at, length));
  return end === `${day}T${time}` ? length : null;
}

function minuteOf(time: string): number {
  return minuteOfDay(Number(instantOf("2000-01-01", time)));
}

export function instantOf(day: string, time: string): number | undefined {
  const instant = fromDateTimeField(`${day}T${time}`) ?? Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
}

/** "9:00 AM". */
export function shownTime(time: string): string {
  return formatTime(Number(instantOf("2000-01-01", time)));
}
