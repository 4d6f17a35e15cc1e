import { isWithin, type TimeRange } from "./days";
import { JOB_STATUS_LABELS, type JobStatus } from "./jobs";

/** The two times that schedule a job for a day. */
export type JobTimes = {
  readonly job_estimate_date?: number | undefined;
  readonly job_install_date?: number | undefined;
};

/** The badge of a job card on the selected day. */
export type DayBadge = {
  readonly kind: "estimate" | "install" | "status";
  readonly label: string;
  /** The time on that day; null if the badge shows the job status. */
  readonly at: number | null;
};

/** An estimate on the day wins over an install, and an install over the status. */
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

/** The earlier of the job's times on the day; null if it is not scheduled. */
export function firstTimeOn(job: JobTimes, day: TimeRange): number | null {
  const times = timesOn(job, day);
  return times.length === 0 ? null : Math.min(...times);
}

/** The jobs of a day, by the earlier of their times within it. */
export function jobsOnDay<
  Job extends JobTimes & { readonly _creationTime: number },
>(jobs: readonly Job[], day: TimeRange): Job[] {
  return jobs
    .filter((job) => firstTimeOn(job, day) !== null)
    .sort(
      (a, b) => compareOnDay(a, b, day) || a._creationTime - b._creationTime,
    );
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
