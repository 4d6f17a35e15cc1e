import { isWithin, type TimeRange } from "./days";
import { JOB_STATUS_LABELS, type JobStatus } from "./jobs";

/** The two times of a job that put it on a day. */
export type JobTimes = {
  readonly job_estimate_date?: number | undefined;
  readonly job_install_date?: number | undefined;
};

/** What a card says about its job on the selected day. */
export type DayBadge = {
  readonly kind: "estimate" | "install" | "status";
  readonly label: string;
  /** The time that puts the job on the day, null where the badge is a status. */
  readonly at: number | null;
};

/** A job appears on a day if its estimate or install time lies in it. */
export function isScheduledOn(job: JobTimes, day: TimeRange): boolean {
  return timesOn(job, day).length > 0;
}

/** The estimate speaks first, then the install, then the job's own status. */
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

/** The earlier of the job's times that fall in the day; null if none does. */
export function firstTimeOn(job: JobTimes, day: TimeRange): number | null {
  const times = timesOn(job, day);
  return times.length === 0 ? null : Math.min(...times);
}

/** Orders the jobs of a day by when each first needs somebody there. */
export function compareOnDay(a: JobTimes, b: JobTimes, day: TimeRange): number {
  const timeOfA = firstTimeOn(a, day) ?? day.until;
  const timeOfB = firstTimeOn(b, day) ?? day.until;
  return timeOfA - timeOfB;
}

/**
 * Before which job the red line of the current time is drawn: the first with a
 * time of this day still to come, or `jobs.length`, which is after the last.
 */
export function redLineIndex(
  jobs: readonly JobTimes[],
  day: TimeRange,
  now: number,
): number {
  const upcoming = jobs.findIndex((job) =>
    timesOn(job, day).some((time) => time > now),
  );
  return upcoming === -1 ? jobs.length : upcoming;
}

function timesOn(job: JobTimes, day: TimeRange): number[] {
  return [job.job_estimate_date, job.job_install_date].filter((time) =>
    isWithin(time, day),
  );
}
