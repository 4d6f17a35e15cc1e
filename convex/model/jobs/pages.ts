import type { PaginationResult } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  compareSortKeys,
  jobSortKey,
  type JobSort,
  type SortableJob,
} from "../../../domain/job/jobOrder";
import type { JobStatus } from "../../../domain/job/jobs";
import { MAX_MATCHES, searchReadings } from "../../../domain/names/search";
import { invalid } from "../errors";
import { isRebuilt } from "../derivedVersion";
import { jobsByDistance } from "./distance";
import { ReadBudget } from "../search/readBudget";
import { findJobs } from "./find";
import { toJob } from "./jobs";
import type { JobSearch } from "./typedSearch";
import { clampPage, cutPage, FROM_START, type Keyed, type PageOptions } from "../pages";
import type { Job } from "./validators";

/** The number of jobs on a page of a search. A search for more of them may read more. */
const PAGE = 24;

/** A search reads at most as much as this many pages may: half of what Convex lets a function read. */
const MAX_PAGES = 55;

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
  const { paginationOpts } = listing;
  if (searchReadings(listing.search).length > 0) {
    const budget = new ReadBudget();
    return await cutPage(
      (range) => findJobs(ctx, { workspaceId, ...listing }, { range, budget }),
      paginationOpts,
      () => budget.isSpent,
    );
  }
  const isReady = await isRebuilt(ctx, workspaceId);
  const isByDistance = listing.sort === "nearest" || listing.sort === "farthest";
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
  /** The number of jobs that were found so far. */
  readonly total: number;
  /** What the last page leaves out: matches older than the first 1,000, or any that were not read. */
  readonly leftOut: "older" | "unread" | null;
  /** Always true. Clients of earlier versions wait for it. */
  readonly isReady: boolean;
};

/** The first `count` matches of a search, or fewer: each page of 24 reads a limited number of documents. */
export async function searchJobs(
  ctx: QueryCtx,
  workspaceId: string,
  { count: wanted, ...listing }: Omit<JobSearch, "workspaceId"> & { count: number },
): Promise<FoundJobs> {
  requireTime(listing);
  const count = clampCount(wanted);
  const isLast = count === MAX_MATCHES;
  const budget = new ReadBudget(isLast ? MAX_PAGES : Math.ceil(count / PAGE));
  const reading = { range: FROM_START, budget };
  const found: Job[] = [];
  let hasMore = false;
  for await (const { row } of findJobs(ctx, { workspaceId, ...listing }, reading)) {
    hasMore = row !== null && found.length === count;
    if (hasMore) break;
    if (row !== null) found.push(toJob(row));
    hasMore = budget.isSpent;
    if (hasMore) break;
  }
  const leftOut = found.length === MAX_MATCHES ? "older" : "unread";
  return {
    jobs: found,
    canLoadMore: hasMore && !isLast,
    total: found.length,
    leftOut: hasMore && isLast ? leftOut : null,
    isReady: true,
  };
}

function clampCount(count: number): number {
  return Math.min(Math.max(Math.floor(count) || 1, 1), MAX_MATCHES);
}

function requireTime({ now }: { readonly now: number }): void {
  if (!Number.isFinite(now)) throw invalid("now", "The list needs the time from which it counts.");
}

/** A derived row without its job, or with one of another workspace, shows nothing. */
async function readJobs(
  ctx: QueryCtx,
  workspaceId: string,
  ids: readonly Id<"jobs">[],
): Promise<Doc<"jobs">[]> {
  const jobs = await Promise.all(ids.map(async (id) => await ctx.db.get("jobs", id)));
  return jobs.filter((job) => job !== null).filter((job) => job.workspaceId === workspaceId);
}

/** A page sorted by creation time, read from an index with this order. */
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
