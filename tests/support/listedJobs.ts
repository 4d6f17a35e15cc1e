/** Jobs by their dates, and the pages of jobs.list. */
import fc from "fast-check";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { compareSortKeys, jobSortKey, type JobSort } from "@domain/job/jobOrder";
import type { JobStatus } from "@domain/job/jobs";
import { aNewJob, FRIDAY_2_PM, type Job } from "./builders";
import type { Caller } from "./convexHarness";
import { PagedList, type ListArgs } from "./pagedList";

export const NOW = FRIDAY_2_PM;
export const HOUR = 3_600_000;

export const allJobs: ListArgs = {
  search: "",
  status: null,
  sort: "created_desc",
  now: NOW,
};

export function listed(caller: Caller, args: Partial<ListArgs>, numItems = 3): PagedList {
  return new PagedList(
    async (paginationOpts) =>
      await caller.query(api.jobs.list, {
        ...allJobs,
        ...args,
        paginationOpts,
      }),
    numItems,
  );
}

export function idsOf(jobs: readonly Job[]): string[] {
  return jobs.map((job) => job._id);
}

/** All jobs in the order of domain/job/jobOrder.ts. */
export function inOrder(jobs: readonly Job[], sort: JobSort): Job[] {
  const sortKeyOf = (job: Job) =>
    jobSortKey({ ...job, id: job._id, createdAt: job._creationTime }, sort, NOW);
  return [...jobs].sort((a, b) => compareSortKeys(sortKeyOf(a), sortKeyOf(b)));
}

export type Dates = {
  estimate: number | null;
  install: number | null;
  status: JobStatus;
};

export async function addJobs(caller: Caller, dates: readonly Dates[]): Promise<Id<"jobs">[]> {
  const ids: Id<"jobs">[] = [];
  for (const { estimate, install, status } of dates)
    ids.push(
      await caller.mutation(
        api.jobs.create,
        aNewJob({
          job_status: status,
          ...(estimate === null ? {} : { job_estimate_date: NOW + estimate * HOUR }),
          ...(install === null ? {} : { job_install_date: NOW + install * HOUR }),
        }),
      ),
    );
  return ids;
}

/** Few distances, so that many jobs tie. */
const anyDistance = fc.option(fc.integer({ min: -4, max: 4 }), { nil: null });
export const anyDates = fc.record({
  estimate: anyDistance,
  install: anyDistance,
  status: fc.constantFrom<JobStatus>("lead", "approved"),
});
