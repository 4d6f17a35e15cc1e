import type { PaginationResult } from "convex/server";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  comparePlaces,
  jobPlace,
  type JobSort,
  type SortableJob,
} from "../../../domain/jobOrder";
import type { JobStatus } from "../../../domain/jobs";
import { searchTerms, type SearchTerm } from "../../../domain/search";
import { invalid, must } from "../errors";
import { jobsByDistance } from "./distance";
import { toJob } from "./jobs";
import { findMatches } from "../matches";
import { cutPage, clampPage, type PageOptions, type Placed } from "../pages";
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
  if (!Number.isFinite(listing.now))
    throw invalid("now", "The list needs the time from which it counts.");
  const page = await pageOfRows(ctx, workspaceId, listing);
  return { ...page, page: page.page.map(toJob) };
}

async function pageOfRows(
  ctx: QueryCtx,
  workspaceId: string,
  listing: JobListing,
): Promise<PaginationResult<Doc<"jobs">>> {
  const terms = searchTerms(listing.search);
  if (terms.length > 0)
    return await foundPage(ctx, workspaceId, { ...listing, terms });
  if (listing.sort === "nearest" || listing.sort === "farthest")
    return await cutPage(
      (stretch) => jobsByDistance(ctx, { workspaceId, ...listing }, stretch),
      listing.paginationOpts,
    );
  return await createdPage(ctx, workspaceId, listing);
}

/** By creation the order is an index's own. */
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
  // The index leaves jobs of one creation time in the order of their ids.
  const placed = found.page.map((row) => ({
    place: jobPlace(sortable(row), sort, now),
    row,
  }));
  return { ...found, page: sorted(placed).map(({ row }) => row) };
}

/** What the search finds is few enough to be put in order here. */
async function foundPage(
  ctx: QueryCtx,
  workspaceId: string,
  {
    paginationOpts,
    status,
    sort,
    now,
    terms,
  }: JobListing & { readonly terms: readonly SearchTerm[] },
): Promise<PaginationResult<Doc<"jobs">>> {
  const matches = await findMatches(terms, (query) =>
    ctx.db.query("jobSearch").withSearchIndex("search_text", (q) => {
      const all = q.search("searchText", query).eq("workspaceId", workspaceId);
      return status === null ? all : all.eq("job_status", status);
    }),
  );
  const placed = matches.map((row) => ({
    place: jobPlace(
      { ...row, id: row.jobId, createdAt: row.jobCreatedAt },
      sort,
      now,
    ),
    row: row.jobId,
  }));
  const found = await cutPage(() => sorted(placed), paginationOpts);
  const page = await Promise.all(
    found.page.map(async (jobId) =>
      must(await ctx.db.get("jobs", jobId), "the job of a search row"),
    ),
  );
  return { ...found, page };
}

function sorted<Row>(placed: Placed<Row>[]): Placed<Row>[] {
  return placed.sort((a, b) => comparePlaces(a.place, b.place));
}

function sortable(job: Doc<"jobs">): SortableJob {
  return { ...job, id: job._id, createdAt: job._creationTime };
}
