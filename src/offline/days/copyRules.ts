/** The rules of the copy of days that a device keeps. Pure: the device's clock is an argument. */
import { addDays, dayKeyOf, dayRange, type TimeRange } from "@domain/dates/days";
import { firstTimeOn } from "@domain/job/schedule";
import type { CopiedJob, DayCopy } from "./copiedDay";

const MINUTE_MS = 60_000;
const REFRESH_MS = 15 * MINUTE_MS;
const MAX_AGE_MS = 7 * 24 * 60 * MINUTE_MS;
const MAX_PICTURE_BYTES = 15 * 1024 * 1024;

/** The copied days: from yesterday to six days ahead, in the device's time zone. */
export function copiedRange(now: number): TimeRange {
  const today = dayKeyOf(now);
  return {
    from: dayRange(addDays(today, -1)).from,
    until: dayRange(addDays(today, 6)).until,
  };
}

/** The days whose cover pictures are kept: today and tomorrow. */
export function picturedRange(now: number): TimeRange {
  const today = dayKeyOf(now);
  return {
    from: dayRange(today).from,
    until: dayRange(addDays(today, 1)).until,
  };
}

export function isRefreshDue(copy: DayCopy | null, now: number): boolean {
  if (copy === null) return true;
  const age = now - copy.savedAt;
  // A clock that was set back makes the copy look newer than now.
  if (age < 0 || age >= REFRESH_MS) return true;
  return copiedRange(now).from !== copy.range.from;
}

/** A copy is deleted 7 days after the last contact with the server. */
export function isExpired(lastContact: number, now: number): boolean {
  return now - lastContact > MAX_AGE_MS;
}

/**
 * Replaces one day of the copy. `isIncomplete` is true if a job left the day, and may be on another one, or if a
 * customer is not in the copy.
 */
export function withDay(
  copy: DayCopy,
  day: TimeRange,
  jobs: readonly CopiedJob[],
): { readonly copy: DayCopy; readonly isIncomplete: boolean } {
  const inDay = new Set(jobs.map((job) => job._id));
  const stays = copy.jobs.filter((job) => !inDay.has(job._id));
  const others = stays.filter((job) => firstTimeOn(job, day) === null);
  const isIncomplete =
    others.length < stays.length || jobs.some((job) => !copy.customers.has(job.job_customer_id));
  return { copy: { ...copy, jobs: [...others, ...jobs] }, isIncomplete };
}

export interface KeptPicture {
  readonly fileId: string;
  readonly size: number;
  readonly at: number;
}

/** Keys of the oldest pictures, which exceed the 15 MB for pictures. */
export function picturesToDrop(pictures: readonly KeptPicture[]): string[] {
  let total = 0;
  return [...pictures]
    .sort((a, b) => b.at - a.at)
    .filter(({ size }) => {
      total += size;
      return total > MAX_PICTURE_BYTES;
    })
    .map(({ fileId }) => fileId);
}
