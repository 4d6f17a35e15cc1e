import { ENTRY_TYPES, type EntryType } from "./entryTypes";
import { dayKeyOf, isWithin, type DayKey, type TimeRange } from "../dates/days";
import { JOB_STATUSES, type JobStatus } from "./jobs";
import { visitOutcome, type JobTimes } from "./schedule";

export const VISIT_FIELDS = ["job_estimate_date", "job_install_date"] as const;

export type VisitField = (typeof VISIT_FIELDS)[number];

export const FIELD_OF_VISIT: Readonly<Record<EntryType, VisitField>> = {
  estimate: "job_estimate_date",
  install: "job_install_date",
};

const SCHEDULED: Readonly<Record<EntryType, JobStatus>> = {
  estimate: "estimate_scheduled",
  install: "install_scheduled",
};

/**
 * The status that fits a job once the visit has a date. Null if its present status is that one or comes after it. It is
 * offered to the person and never set by itself.
 */
export function statusOfVisit(type: EntryType, present: JobStatus): JobStatus | null {
  const fitting = SCHEDULED[type];
  return isForward(present, fitting) ? fitting : null;
}

const MADE: Readonly<Record<EntryType, JobStatus>> = {
  estimate: "estimate_sent",
  install: "completed",
};

/**
 * The status of a job whose visit was made. Null if its present status is that one or comes after it, and for Service
 * and Cancelled: a crew never sets a job back.
 */
export function statusAfterVisit(type: EntryType, present: JobStatus): JobStatus | null {
  return isForward(present, MADE[type]) ? MADE[type] : null;
}

/** Whether a status comes after the present one on the way from first call to payment. */
export function isForward(present: JobStatus, next: JobStatus): boolean {
  return JOB_STATUSES.indexOf(present) < JOB_STATUSES.indexOf(next);
}

/** The refusal of a waiting change that marks a job as done. */
export const MARKED_TOO_LATE = "Someone else has set this job to Service or Cancelled meanwhile.";

/** The refusal of a move of a day's visits. */
export const VISITS_MOVED_ALREADY = "Someone else has moved or deleted these visits meanwhile.";

/** The refusal of a move of one visit. */
export const VISIT_MOVED_ALREADY = "Someone else has moved or deleted this visit meanwhile.";

/** The refusal of a waiting change that schedules a job. */
export const JOB_SCHEDULED_ALREADY = "Someone else has scheduled or deleted this job meanwhile.";

/** One of the two times of a job. */
export type Visit<Job> = {
  readonly job: Job;
  readonly type: EntryType;
  readonly at: number;
};

type ScheduledJob = JobTimes & { readonly job_status: JobStatus };

/** The visits of a day, without visits of canceled jobs, the earliest first. */
export function visitsOn<Job extends ScheduledJob>(
  jobs: readonly Job[],
  day: TimeRange,
): Visit<Job>[] {
  return jobs
    .filter((job) => job.job_status !== "cancelled")
    .flatMap((job) =>
      ENTRY_TYPES.flatMap((type) => {
        const at = job[FIELD_OF_VISIT[type]];
        return isWithin(at, day) ? [{ job, type, at }] : [];
      }),
    )
    .sort((a, b) => a.at - b.at);
}

/** The visits of a day that are not over, the earliest first. */
export function openVisitsOn<Job extends ScheduledJob>(
  jobs: readonly Job[],
  day: TimeRange,
): Visit<Job>[] {
  return visitsOn(jobs, day).filter(({ job, type }) => visitOutcome(type, job.job_status) === null);
}

/**
 * The visit of today that a crew is at or drives to: the last one that has begun, if it can be marked as made, else the
 * first one ahead. Null if there is none.
 */
export function nextVisit<Job extends ScheduledJob>(
  jobs: readonly Job[],
  today: TimeRange,
  now: number,
): Visit<Job> | null {
  const visits = visitsOn(jobs, today);
  const lastBegun = visits.findLast(({ at }) => at <= now)?.at;
  const present = visits.find(
    ({ job, type, at }) => at === lastBegun && statusAfterVisit(type, job.job_status) !== null,
  );
  const ahead = openVisitsOn(jobs, today).find(({ at }) => at > now);
  return present ?? ahead ?? null;
}

/** The visits of one kind, of several jobs, that are not over, the earliest first. */
export function openVisitsOf<Job extends ScheduledJob>(
  jobs: readonly Job[],
  type: EntryType,
): Visit<Job>[] {
  return jobs
    .filter((job) => visitOutcome(type, job.job_status) === null)
    .flatMap((job) => {
      const at = job[FIELD_OF_VISIT[type]];
      return at === undefined ? [] : [{ job, type, at }];
    })
    .sort((a, b) => a.at - b.at);
}

/**
 * The same time of day on another day, in the runtime's local zone. If the clock skips that time, the time that it
 * shows then. Null if the local calendar skips the whole day.
 */
export function movedTo(at: number, day: DayKey): number | null {
  const time = new Date(at);
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  time.setFullYear(year, month - 1, date);
  return dayKeyOf(time.getTime()) === day ? time.getTime() : null;
}
