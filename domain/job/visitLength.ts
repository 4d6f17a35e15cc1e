/**
 * How long a visit takes, and the window in which its crew is promised to arrive. Both are minutes on the wall clock
 * after the start. A visit that is moved keeps both, even where only its start is changed, as by a page of an older
 * release. It keeps its clock times where clocks change, and never ends before it starts.
 */
import type { EntryType } from "./entryTypes";
import type { JobTimes } from "./schedule";

/** Both are undefined where none is set. */
export interface VisitSpan {
  readonly length?: number | undefined;
  readonly window?: number | undefined;
}

export const SPAN_UNREADABLE =
  "Enter for example “until 4”, “2 days” or “between 8 and 10”, or clear it.";

export type SpannedJob = JobTimes & {
  readonly [Field in `job_${EntryType}_${keyof VisitSpan}`]?: number | undefined;
};

/** A visit without a length overlaps one that begins within this time. */
const NEAR_MS = 60 * 60_000;

export function spanOf(job: SpannedJob, type: EntryType): VisitSpan {
  return {
    length: job[`job_${type}_length`],
    window: job[`job_${type}_window`],
  };
}

/** The time that the wall clock shows `minutes` later. If the clock skips it, the time that it shows then. */
export function timeAfter(at: number, minutes: number): number {
  const time = new Date(at);
  time.setMinutes(time.getMinutes() + minutes);
  // For a time that the clock repeats, Date returns the first of the two, which may be before the start.
  return time.getTime() > at ? time.getTime() : at + minutes * 60_000;
}

export interface TimedVisit extends Pick<VisitSpan, "length"> {
  readonly at: number;
}

/** Whether one visit begins before the other ends; a visit without a length counts as an hour. */
export function overlap(one: TimedVisit, other: TimedVisit): boolean {
  const [first, next] = one.at <= other.at ? [one, other] : [other, one];
  if (first.at === next.at) return true;
  return first.length === undefined
    ? next.at - first.at <= NEAR_MS
    : next.at < timeAfter(first.at, first.length);
}
