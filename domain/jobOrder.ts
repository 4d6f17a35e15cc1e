import type { JobTimes } from "./schedule";

/**
 * The orders of the job list: by creation time, or by how near the job's
 * estimate or install is to `now`.
 */
export const JOB_SORTS = [
  "created_desc",
  "created_asc",
  "nearest",
  "farthest",
] as const;

export type JobSort = (typeof JOB_SORTS)[number];

export type SortableJob = JobTimes & {
  readonly id: string;
  readonly createdAt: number;
};

/**
 * A job's place in an order: compared number by number, then by id, so that no
 * two jobs share a place and a page can end between any two.
 */
export type JobPlace = readonly [number, number, string];

/** Where a job without dates stands by distance: after every job with one. */
export const UNDATED_DISTANCE = Number.MAX_SAFE_INTEGER;

/** From `now` to the nearer of the job's two times, whichever way. */
export function distanceFrom(now: number, job: JobTimes): number {
  const distances = [job.job_estimate_date, job.job_install_date]
    .filter((time) => time !== undefined)
    .map((time) => Math.abs(time - now));
  return distances.length === 0 ? UNDATED_DISTANCE : Math.min(...distances);
}

/**
 * Equal creation times are settled by nearness, equal distances by the newer
 * job. Undated jobs come last by distance, in either direction.
 */
export function jobPlace(
  job: SortableJob,
  sort: JobSort,
  now: number,
): JobPlace {
  const distance = distanceFrom(now, job);
  switch (sort) {
    case "created_desc":
      return [-job.createdAt, distance, job.id];
    case "created_asc":
      return [job.createdAt, distance, job.id];
    case "nearest":
      return [distance, -job.createdAt, job.id];
    case "farthest":
      return [
        distance === UNDATED_DISTANCE ? distance : -distance,
        -job.createdAt,
        job.id,
      ];
  }
}

export function comparePlaces(a: JobPlace, b: JobPlace): number {
  if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1;
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1;
  if (a[2] === b[2]) return 0;
  return a[2] < b[2] ? -1 : 1;
}

/** The Date toggle of the toolbar, and its ID toggle. */
export function toggleDateSort(sort: JobSort): JobSort {
  return sort === "nearest" ? "farthest" : "nearest";
}

export function toggleCreatedSort(sort: JobSort): JobSort {
  return sort === "created_desc" ? "created_asc" : "created_desc";
}
