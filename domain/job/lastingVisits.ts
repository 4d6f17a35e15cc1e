/**
 * Visits that last beyond the day on which they begin, such as an install of three days, or one from 8 PM until 2 AM.
 * They stand on each of their days: "day 2 of 3".
 */
import { addDays, dayKeyOf, daysFrom, isInstant, type DayKey, type TimeRange } from "../dates/days";
import { ENTRY_TYPES } from "./entryTypes";
import type { JobStatus } from "./jobs";
import { spanOf, timeAfter, type SpannedJob, type TimedVisit } from "./visitLength";
import { FIELD_OF_VISIT, movedTo, type Visit } from "./visits";

/** One of the days of a visit, of which the first is 1. */
export interface DayOfVisit {
  readonly number: number;
  readonly of: number;
}

/** Whether a visit that has begun before a time takes longer. */
export function lastsInto({ at, length }: TimedVisit, time: number): boolean {
  return at < time && length !== undefined && timeAfter(at, length) > time;
}

/** The days on which a visit stands. One that ends at midnight is not on the next day. */
export function daysOf({ at, length = 0 }: TimedVisit): DayKey[] {
  const first = dayKeyOf(at);
  const end = timeAfter(at, length) - 1;
  const more = isInstant(end) ? daysFrom(first, dayKeyOf(end)) : 0;
  const days = Array.from({ length: Math.max(more, 0) }, (_, index) => addDays(first, index + 1));
  return [first, ...days];
}

/** "Day 2 of 3". */
export function dayOfVisitText({ number, of }: DayOfVisit): string {
  return `Day ${number} of ${of}`;
}

/** The text "Day 2 of 3" for a later day of a visit that lasts several days. */
export function laterDayText(visit: TimedVisit, { from }: TimeRange): string {
  const day = dayKeyOf(from);
  return dayOfVisitText({
    number: 1 + daysFrom(dayKeyOf(visit.at), day),
    of: daysOf(visit).length,
  });
}

/** The visits that last into the day, without those of canceled jobs, the earliest first. */
export function visitsInto<Job extends SpannedJob & { readonly job_status: JobStatus }>(
  jobs: readonly Job[],
  day: TimeRange,
): Visit<Job>[] {
  return jobs
    .filter((job) => job.job_status !== "cancelled")
    .flatMap((job) =>
      ENTRY_TYPES.flatMap((type) => {
        const at = job[FIELD_OF_VISIT[type]];
        if (at === undefined) return [];
        const { length } = spanOf(job, type);
        return lastsInto({ at, length }, day.from) ? [{ job, type, at }] : [];
      }),
    )
    .sort((a, b) => a.at - b.at);
}

/** When a visit begins of which this day is moved to another one; null if that has no such time. */
export function movedWith(
  { at, part }: { readonly at: number; readonly part?: DayOfVisit | undefined },
  day: DayKey,
): number | null {
  return movedTo(at, part === undefined ? day : addDays(day, 1 - part.number));
}
