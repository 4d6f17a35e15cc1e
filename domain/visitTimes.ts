import type { DayKey } from "./days";
import { formatTime } from "./times";
import { fromDateTimeField } from "./dateTimeField";
import { areNear, type VisitField } from "./visits";

/** The offered times: every half hour from 6:00 AM to 8:00 PM. */
const TIMES = Array.from({ length: 29 }, (_, index) => {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(6 + Math.floor(index / 2))}:${two((index % 2) * 30)}`;
});

/** The first time that is suggested. */
const FIRST_SUGGESTED = "09:00";

export interface VisitTime {
  /** "14:00". */
  readonly time: string;
  readonly isPast: boolean;
  /** Whether another visit begins within an hour. */
  readonly isNear: boolean;
}

/** The times of a day at which a visit may be offered; `visits` are the starts of the day's others. */
export function visitTimes(
  day: DayKey,
  now: number,
  visits: readonly number[],
): VisitTime[] {
  return TIMES.map((time) => {
    const at = Number(fromDateTimeField(`${day}T${time}`));
    return {
      time,
      isPast: at < now,
      isNear: visits.some((visit) => areNear(at, visit)),
    };
  });
}

/** The next free half hour from 9:00 AM on; undefined if the day has none. */
export function nextFreeTime(times: readonly VisitTime[]): string | undefined {
  return times.find(
    ({ time, isPast, isNear }) => time >= FIRST_SUGGESTED && !isPast && !isNear,
  )?.time;
}

const VISIT_WORDS: Readonly<Record<VisitField, string>> = {
  job_estimate_date: "Estimate",
  job_install_date: "Install",
};

/**
 * Notes with when the visit ends, such as "Estimate until 10:00 AM": one line, which a later end replaces, and which
 * goes where the end is null.
 */
export function withVisitEnd(
  notes: string,
  field: VisitField,
  end: string | null,
): string {
  const start = `${VISIT_WORDS[field]} until`;
  const own = new RegExp(`^${start} \\d{1,2}:\\d\\d [AP]M$`, "m");
  if (end === null)
    return own.test(notes)
      ? notes.replace(new RegExp(`${own.source}\\n?`, "m"), "").trimEnd()
      : notes;
  // Any day shows the same time of day.
  const line = `${start} ${formatTime(Number(fromDateTimeField(`2026-01-05T${end}`)))}`;
  if (own.test(notes)) return notes.replace(own, line);
  return notes.trim() === "" ? line : `${notes.trimEnd()}\n${line}`;
}
