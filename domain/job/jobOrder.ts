import type { JobTimes } from "./schedule";

/**
 * The sort orders of the job list: by creation time, or by the distance from
 * `now` to the nearer of the job's estimate and install.
 */
export const JOB_SORTS = ["created_desc", "created_asc", "nearest", "farthest"] as const;

export type JobSort = (typeof JOB_SORTS)[number];

export type SortableJob = JobTimes & {
  readonly id: string;
  readonly createdAt: number;
};

/**
 * The sort key of a job. The id makes every key unique, so that a page can end
 * between any two jobs.
 */
export type JobSortKey = readonly [number, number, string];

/** The distance of a job without dates, which sorts after all others. */
export const UNDATED_DISTANCE = Number.MAX_SAFE_INTEGER;

/** Milliseconds from `now` to the nearer of the job's times, past or future. */
export function distanceFrom(now: number, job: JobTimes): number {
  const distances = [job.job_estimate_date, job.job_install_date]
    .filter((time) => time !== undefined)
    .map((time) => Math.abs(time - now));
  return distances.length === 0 ? UNDATED_DISTANCE : Math.min(...distances);
}

/**
 * Ties in creation time are broken by distance, ties in distance by the newer
 * job. Jobs without dates come last in both directions of distance.
 */
export function jobSortKey(job: SortableJob, sort: JobSort, now: number): JobSortKey {
  const distance = distanceFrom(now, job);
  switch (sort) {
    case "created_desc":
      return [-job.createdAt, distance, job.id];
    case "created_asc":
      return [job.createdAt, distance, job.id];
    case "nearest":
      return [distance, -job.createdAt, job.id];
    case "farthest":
      return [distance === UNDATED_DISTANCE ? distance : -distance, -job.createdAt, job.id];
  }
}

export function compareSortKeys(a: JobSortKey, b: JobSortKey): number {
  if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1;
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1;
  if (a[2] === b[2]) return 0;
  return a[2] < b[2] ? -1 : 1;
}

/** The Date toggle of the toolbar. */
export function toggleDateSort(sort: JobSort): JobSort {
  return sort === "nearest" ? "farthest" : "nearest";
}

/** The ID toggle of the toolbar. */
export function toggleCreatedSort(sort: JobSort): JobSort {
  return sort === "created_desc" ? "created_asc" : "created_desc";
}
