import { isWithin, type TimeRange } from "../dates/days";
import {
  JOB_STATUS_LABELS,
  jobOutcome,
  type JobFileField,
  type JobOutcome,
  type JobStatus,
} from "./jobs";

/** The two times that schedule a job for a day. */
export type JobTimes = {
  readonly job_estimate_date?: number | undefined;
  readonly job_install_date?: number | undefined;
};

/** The statuses of a job whose estimate was made and that is not finished. */
const AFTER_ESTIMATE: readonly JobStatus[] = ["estimate_sent", "approved", "install_scheduled"];

/** How an estimate or install ended, by the status of its job; null if it is still to be done. */
export function visitOutcome(type: "estimate" | "install", status: JobStatus): JobOutcome | null {
  const isMade = type === "estimate" && AFTER_ESTIMATE.includes(status);
  return jobOutcome(status) ?? (isMade ? "finished" : null);
}

/** How a job's visits of the day ended; null if one is still to be done. Without a visit, how the job ended. */
export function dayOutcome(
  job: JobTimes & { readonly job_status: JobStatus },
  day: TimeRange,
): JobOutcome | null {
  const outcomes = [
    isWithin(job.job_estimate_date, day) && visitOutcome("estimate", job.job_status),
    isWithin(job.job_install_date, day) && visitOutcome("install", job.job_status),
  ].filter((outcome) => outcome !== false);
  if (outcomes.includes(null)) return null;
  return outcomes[0] ?? jobOutcome(job.job_status);
}

/** The badge of a job card on the selected day. */
export type DayBadge = {
  readonly kind: "estimate" | "install" | "status";
  readonly label: string;
  /** The time on that day; null if the badge shows the job status. */
  readonly at: number | null;
};

/** Shows an estimate on the day before an install, and an install before the status. */
export function dayBadge(
  job: JobTimes & { readonly job_status: JobStatus },
  day: TimeRange,
): DayBadge {
  const { job_estimate_date: estimateAt, job_install_date: installAt } = job;
  if (isWithin(estimateAt, day))
    return { kind: "estimate", label: "Estimate Scheduled", at: estimateAt };
  if (isWithin(installAt, day))
    return { kind: "install", label: "Install Scheduled", at: installAt };
  return {
    kind: "status",
    label: JOB_STATUS_LABELS[job.job_status],
    at: null,
  };
}

/** The photo list of the visit on that day; null if the day has both visits or none: then the person is asked. */
export function photoFieldOn(job: JobTimes, day: TimeRange): JobFileField | null {
  const isEstimate = isWithin(job.job_estimate_date, day);
  if (isEstimate === isWithin(job.job_install_date, day)) return null;
  return isEstimate ? "job_photo_estimate" : "job_photo_install";
}

/** The earlier of the job's times on the day; null if it is not scheduled. */
export function firstTimeOn(job: JobTimes, day: TimeRange): number | null {
  const times = timesOn(job, day);
  return times.length === 0 ? null : Math.min(...times);
}

/** The jobs of a day, by the earlier of their times within it. */
export function jobsOnDay<Job extends JobTimes & { readonly _creationTime: number }>(
  jobs: readonly Job[],
  day: TimeRange,
): Job[] {
  return jobs
    .filter((job) => firstTimeOn(job, day) !== null)
    .sort((a, b) => compareOnDay(a, b, day) || a._creationTime - b._creationTime);
}

/** Orders the jobs of a day by their first time on it. */
export function compareOnDay(a: JobTimes, b: JobTimes, day: TimeRange): number {
  const timeOfA = firstTimeOn(a, day) ?? day.until;
  const timeOfB = firstTimeOn(b, day) ?? day.until;
  return timeOfA - timeOfB;
}

/**
 * The index of the job above which the red line of the current time is drawn:
 * the first job with a later time on this day, else `jobs.length`.
 */
export function redLineIndex(jobs: readonly JobTimes[], day: TimeRange, now: number): number {
  const upcoming = jobs.findIndex((job) => timesOn(job, day).some((time) => time > now));
  return upcoming === -1 ? jobs.length : upcoming;
}

function timesOn(job: JobTimes, day: TimeRange): number[] {
  return [job.job_estimate_date, job.job_install_date].filter((time) => isWithin(time, day));
}
