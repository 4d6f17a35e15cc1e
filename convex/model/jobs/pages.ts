import type { PaginationResult } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  compareSortKeys,
  jobSortKey,
  type JobSort,
  type SortableJob,
} from "../../../domain/jobOrder";
import type { JobStatus } from "../../../domain/jobs";
import {
  MAX_MATCHES,
  SEARCH_NOT_READY,
  searchReadings,
} from "../../../domain/search";
import { conflict, invalid } from "../errors";
import { isRebuilt } from "../derivedVersion";
import { jobsByDistance } from "./distance";
import { findJobs, type JobSearch, type LeftOut } from "./find";
import { toJob } from "./jobs";
import { cutPage, clampPage, type PageOptions, type Keyed } from "../pages";
import type { Job } from "./validators";

export type JobListing = {
  readonly paginationOpts: PageOptions;
  readonly search: string;
  readonly status: JobStatus | null;
  readonly sort: JobSort;
  /** Fixed by the caller for one listing: a query does not read the clock. */
  readonly now: number;
};

/** One page of the workspace's jobs; every order and filter sees all jobs. */
export async function pageOfJobs(
  ctx: QueryCtx,
  workspaceId: string,
  listing: JobListing,
): Promise<PaginationResult<Job>> {
  requireTime(listing);
  const page = await pageOfRows(ctx, workspaceId, listing);
  return { ...page, page: page.page.map(toJob) };
}

async function pageOfRows(
  ctx: QueryCtx,
  workspaceId: string,
  listing: JobListing,
): Promise<PaginationResult<Doc<"jobs">>> {
  const isReady = await isRebuilt(ctx, workspaceId);
  const { paginationOpts } = listing;
  if (searchReadings(listing.search).length > 0) {
    if (!isReady) throw conflict(SEARCH_NOT_READY);
    const { matches } = await findJobs(ctx, { workspaceId, ...listing });
    const found = await cutPage(() => matches, paginationOpts);
    return { ...found, page: await readJobs(ctx, workspaceId, found.page) };
  }
  const isByDistance =
    listing.sort === "nearest" || listing.sort === "farthest";
  if (!isByDistance) return await createdPage(ctx, workspaceId, listing);
  // Without the summaries, an order by date would miss jobs.
  if (!isReady)
    return await createdPage(ctx, workspaceId, {
      ...listing,
      sort: "created_desc",
    });
  const found = await cutPage(
    (range) => jobsByDistance(ctx, { workspaceId, ...listing }, range),
    paginationOpts,
  );
  const ids = found.page.map(({ jobId }) => jobId);
  return { ...found, page: await readJobs(ctx, workspaceId, ids) };
}

export type FoundJobs = {
  readonly jobs: Job[];
  readonly canLoadMore: boolean;
  /** The number of all matches that were found. */
  readonly total: number;
  readonly leftOut: LeftOut;
  /** False while the rows of an earlier version are prepared. Nothing is found until then. */
  readonly isReady: boolean;
};

/**
 * The first `count` matches of a search. Unlike pages they are read by one
 * query, so that a search runs once for each pause in typing.
 */
export async function searchJobs(
  ctx: QueryCtx,
  workspaceId: string,
  { count, ...listing }: Omit<JobSearch, "workspaceId"> & { count: number },
): Promise<FoundJobs> {
  requireTime(listing);
  if (!(await isRebuilt(ctx, workspaceId)))
    return {
      jobs: [],
      canLoadMore: false,
      total: 0,
      leftOut: null,
      isReady: false,
    };
  const { matches, leftOut } = await findJobs(ctx, { workspaceId, ...listing });
  const first = matches.slice(0, clampCount(count)).map(({ row }) => row);
  const jobs = await readJobs(ctx, workspaceId, first);
  return {
    jobs: jobs.map(toJob),
    canLoadMore: matches.length > first.length,
    total: matches.length,
    leftOut,
    isReady: true,
  };
}

function clampCount(count: number): number {
  return Math.min(Math.max(Math.floor(count) || 1, 1), MAX_MATCHES);
}

function requireTime({ now }: { readonly now: number }): void {
  if (!Number.isFinite(now))
    throw invalid("now", "The list needs the time from which it counts.");
}

/** A derived row without its job, or with one of another workspace, shows nothing. */
async function readJobs(
  ctx: QueryCtx,
  workspaceId: string,
  ids: readonly Id<"jobs">[],
): Promise<Doc<"jobs">[]> {
  const jobs = await Promise.all(
    ids.map(async (id) => await ctx.db.get("jobs", id)),
  );
  return jobs
    .filter((job) => job !== null)
    .filter((job) => job.workspaceId === workspaceId);
}

/** Sorted by creation time: an index has this order. */
async function createdPage(
  ctx: QueryCtx,
  workspaceId: string,
  { paginationOpts, status, sort, now }: JobListing,
): Promise<PaginationResult<Doc<"jobs">>> {
  const order = sort === "created_desc" ? "desc" : "asc";
  const jobs = ctx.db.query("jobs");
  const inOrder =
    status === null
      ? jobs.withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
      : jobs.withIndex("by_workspace_and_status", (q) =>
          q.eq("workspaceId", workspaceId).eq("job_status", status),
        );
  const found = await inOrder.order(order).paginate(clampPage(paginationOpts));
  // The index orders jobs of one creation time by id only.
  const keyed = found.page.map((row) => ({
    sortKey: jobSortKey(sortable(row), sort, now),
    row,
  }));
  return { ...found, page: sorted(keyed).map(({ row }) => row) };
}

function sorted<Row>(keyed: Keyed<Row>[]): Keyed<Row>[] {
  return keyed.sort((a, b) => compareSortKeys(a.sortKey, b.sortKey));
}

function sortable(job: Doc<"jobs">): SortableJob {
  return { ...job, id: job._id, createdAt: job._creationTime };
}
