/**
 * When gutters are due to be cleaned again: at each address of a customer, an interval after the newest cleaning. The
 * interval is the job's own, else the office's. A cleaning that is booked is newer than those that are done.
 */
import { groupBy } from "../text/groups";
import { jobOutcome, type JobCategory, type JobStatus } from "./jobs";
import type { OfficeSettings } from "./officeSettings";
import type { JobTimes } from "./schedule";
import { counted, foldText } from "../text/text";

const CLEANING: JobCategory = "Gutter cleaning";

/** The interval of a job that is not done again. */
export const NOT_AGAIN = 0;

/** Intervals that a form offers, and how far ahead a job can be booked again. */
export const BOOKED_MONTHS = [6, 12] as const;

interface DueFields {
  /** A job's own interval; `NOT_AGAIN` for none. */
  readonly job_due_months?: number | undefined;
  /** When the cleaning is due, instead of after an interval. */
  readonly job_due_date?: number | undefined;
}

export interface Cleaning extends JobTimes, DueFields {
  readonly _id: string;
  readonly _creationTime: number;
  readonly job_customer_id: string;
  readonly job_address: string;
  readonly job_status: JobStatus;
  readonly job_categories: readonly JobCategory[];
  /** When the status was reached; the creation time of a job that only this device has. */
  readonly statusChangedAt?: number | undefined;
}

/** A job is due at `from` itself if `isOwn`, else the office's interval after it. */
export interface DueFrom {
  readonly isOwn: boolean;
  readonly from: number;
}

type Interval = Pick<OfficeSettings, "due_months">;

/** "6 months", "not again". */
export function monthsText(months: number): string {
  return months === NOT_AGAIN ? "not again" : counted(months, "month");
}

/** Whether the job counts at its address. */
export function isCleaning(job: Pick<Cleaning, "job_categories" | "job_status">): boolean {
  return job.job_categories.includes(CLEANING) && job.job_status !== "cancelled";
}

/** The customer and the address, the same in any case and with any spaces. */
export function placeOf(job: Pick<Cleaning, "job_customer_id" | "job_address">): string {
  return `${job.job_customer_id} ${foldText(job.job_address)}`;
}

/** The time by which one cleaning of a place is newer than another. */
export function cleaningTime(job: Cleaning): number {
  const { job_install_date: install, job_estimate_date: estimate } = job;
  if (jobOutcome(job.job_status) !== null)
    return install ?? job.statusChangedAt ?? job._creationTime;
  return Math.max(job._creationTime, install ?? 0, estimate ?? 0);
}

/** Null for a job that is open, or not done again. */
export function dueFrom(job: Cleaning): DueFrom | null {
  if (!isCleaning(job) || jobOutcome(job.job_status) === null) return null;
  const { job_due_months: months, job_due_date: at } = job;
  if (months === NOT_AGAIN) return null;
  if (at !== undefined) return { isOwn: true, from: at };
  const done = cleaningTime(job);
  return months === undefined
    ? { isOwn: false, from: done }
    : { isOwn: true, from: monthsAfter(done, months) };
}

/** Null where the office has set no interval. */
export function dueAt({ isOwn, from }: DueFrom, { due_months }: Interval): number | null {
  if (isOwn) return from;
  return due_months === undefined ? null : monthsAfter(from, due_months);
}

/** Every cleaning that is due by `until` was done before this time. Months differ by at most three days. */
export function doneBefore(until: number, { due_months = 0 }: Interval): number {
  return monthsAfter(until, -due_months) + 4 * DAY_MS;
}

/** Cleanings due before this time are counted and not listed: an import of ten years would bury the others. */
export function overdueBefore(now: number): number {
  return monthsAfter(now, -12);
}

const DAY_MS = 86_400_000;

/**
 * Adds months, at the same time of day in UTC; in a month that is too short, its last day. A later time never gives an
 * earlier result.
 */
export function monthsAfter(at: number, months: number): number {
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0);
  date.setUTCDate(Math.min(day, date.getUTCDate()));
  return date.getTime();
}

/** The newest cleaning of each place. */
function newestCleanings<Job extends Cleaning>(jobs: readonly Job[]): Job[] {
  return [...groupBy(jobs.filter(isCleaning), placeOf).values()].flatMap((ofPlace) =>
    ofPlace.toSorted(newestFirst).slice(0, 1),
  );
}

function newestFirst(a: Cleaning, b: Cleaning): number {
  return cleaningTime(b) - cleaningTime(a) || (a._id < b._id ? 1 : -1);
}

/** The newest cleanings that are due by now, each with the time at which it became due, the latest first. */
export function dueAgain<Job extends Cleaning>(
  jobs: readonly Job[],
  office: Interval,
  now: number,
): { readonly job: Job; readonly at: number }[] {
  return newestCleanings(jobs)
    .flatMap((job) => {
      const from = dueFrom(job);
      const at = from && dueAt(from, office);
      return at === null || at > now ? [] : [{ job, at }];
    })
    .toSorted((a, b) => b.at - a.at || (a.job._id < b.job._id ? -1 : 1));
}
