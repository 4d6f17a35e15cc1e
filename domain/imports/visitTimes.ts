/** The time and the window of a visit, from the clock times of a file: "09:00" and "11:00". */
import { fromDateTimeField } from "../dates/dateTimeField";
import { formatTime } from "../dates/times";
import { timeAfter } from "../job/visitLength";
import { minuteOfDay } from "../job/weekGrid";

/** Null where the window would not say the times of the file, as over an hour that the clock skips. */
export function windowAt(at: number, times: readonly string[]): number | null {
  const [start = 0, end = 0] = times.map((time) =>
    minuteOfDay(Number(instantOf("2000-01-01", time))),
  );
  const window = end - start;
  if (window <= 0) return null;
  const ends = [at, timeAfter(at, window)].map(formatTime);
  return times.every((time, index) => shownTime(time) === ends[index])
    ? window
    : null;
}

export function instantOf(day: string, time: string): number | undefined {
  const instant = fromDateTimeField(`${day}T${time}`) ?? Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
}

/** "9:00 AM". */
export function shownTime(time: string): string {
  return formatTime(Number(instantOf("2000-01-01", time)));
}
