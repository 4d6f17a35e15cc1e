import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  compareSortKeys,
  jobSortKey,
  type JobSort,
} from "../../../domain/jobOrder";
import type { JobStatus } from "../../../domain/jobs";
import type { JobTimes } from "../../../domain/schedule";
import { MAX_MATCHES } from "../../../domain/search";
import {
  isWaiting,
  parseWaiting,
  staleBefore,
  type WaitingKind,
} from "../../../domain/waitingJobs";
import { findByWords, newestOf } from "../search/find";
import { findByNotes } from "../search/notes";
import type { Keyed } from "../pages";
import { getSummary } from "./summaries";
import { waitingJobs } from "./waiting";

/** Shorter prefixes of ids are shared by many jobs. */
const MIN_ID_LENGTH = 6;

/** The limit of jobs read by the prefix of their id. */
const MAX_BY_ID = 20;

export type JobSearch = {
  readonly workspaceId: string;
  readonly search: string;
  readonly status: JobStatus | null;
  readonly sort: JobSort;
  readonly now: number;
};

/** What a search leaves out: matches older than the newest 1,000, or any that were not read. */
export type LeftOut = "older" | "unread" | null;

export type JobMatches = {
  readonly matches: readonly Keyed<Id<"jobs">>[];
  readonly leftOut: LeftOut;
};

/** The fields from which sort keys are made, and the status for the filter. */
type SortFields = JobTimes & { readonly job_status: JobStatus };

type JobMatch = {
  readonly jobId: Id<"jobs">;
  readonly createdAt: number;
  readonly job?: SortFields;
  readonly summaryId?: Id<"jobSummaries"> | undefined;
};

/**
 * The jobs that hold all typed words, or whose notes do, or that have the typed
 * id; with `is:` in the text, those of them that wait for the office.
 */
export async function findJobs(
  ctx: QueryCtx,
  listing: JobSearch,
): Promise<JobMatches> {
  const { workspaceId } = listing;
  const { kinds, words } = parseWaiting(listing.search);
  const waiting = await findWaiting(ctx, listing, kinds);
  const byText =
    waiting !== null && words === ""
      ? null
      : await findByText(ctx, workspaceId, words);
  const matches = inBoth(waiting, byText);
  const keyed = await withSortKeys(ctx, listing, newestOf(matches));
  const isCut = matches.size > MAX_MATCHES || waiting?.isComplete === false;
  const older = isCut ? "older" : null;
  return {
    matches: keyed.sort((a, b) => compareSortKeys(a.sortKey, b.sortKey)),
    leftOut: byText?.isComplete === false ? "unread" : older,
  };
}

type Found = {
  readonly matches: ReadonlyMap<string, JobMatch>;
  readonly isComplete: boolean;
};

async function findByText(
  ctx: QueryCtx,
  workspaceId: string,
  search: string,
): Promise<Found> {
  const matches = new Map<string, JobMatch>();
  const byWords = await findByWords(ctx, { workspaceId, of: "jobs" }, search);
  for (const { rowId, createdAt, summaryId } of byWords.matches.values()) {
    const jobId = ctx.db.normalizeId("jobs", rowId);
    if (jobId !== null) matches.set(jobId, { jobId, createdAt, summaryId });
  }
  const byNotes = await findByNotes(ctx, workspaceId, search);
  const byId = await findById(ctx, workspaceId, search);
  for (const job of byNotes.jobs)
    matches.set(job.jobId, { ...matches.get(job.jobId), ...job });
  for (const job of byId) matches.set(job.jobId, { ...job, job });
  return { matches, isComplete: byWords.isComplete && byNotes.isComplete };
}

/** The jobs that are of all kinds; null if no kind was given. */
async function findWaiting(
  ctx: QueryCtx,
  { workspaceId, now }: JobSearch,
  kinds: readonly WaitingKind[],
): Promise<Found | null> {
  const [kind] = kinds;
  if (kind === undefined) return null;
  const of = { workspaceId, kind, deliveredBefore: staleBefore(now) };
  const rows = await waitingJobs(ctx, of, MAX_MATCHES + 1);
  const matches = rows
    .slice(0, MAX_MATCHES)
    .filter((row) => kinds.every((each) => isWaiting(each, row, now)))
    .map((row): [string, JobMatch] => {
      const { jobId, jobCreatedAt: createdAt } = row;
      return [jobId, { jobId, createdAt, job: row }];
    });
  return {
    matches: new Map(matches),
    isComplete: rows.length <= MAX_MATCHES,
  };
}

/** The matches of both searches; those of one if the other was not made. */
function inBoth(waiting: Found | null, byText: Found | null): Found["matches"] {
  const found = (waiting ?? byText)?.matches ?? new Map<string, JobMatch>();
  if (byText === null) return found;
  return new Map([...found].filter(([id]) => byText.matches.has(id)));
}

/** Finds jobs by their id or its prefix. */
async function findById(
  ctx: QueryCtx,
  workspaceId: string,
  typed: string,
): Promise<(SortFields & Pick<JobMatch, "jobId" | "createdAt">)[]> {
  const id = typed.trim().toLowerCase() as Id<"jobs">;
  if (id.length < MIN_ID_LENGTH) return [];
  const summaries = await ctx.db
    .query("jobSummaries")
    .withIndex("by_workspace_and_job", (q) =>
      q
        .eq("workspaceId", workspaceId)
        .gte("jobId", id)
        .lt("jobId", `${id}\u{10ffff}` as Id<"jobs">),
    )
    .take(MAX_BY_ID);
  return summaries.map((row) => ({ ...row, createdAt: row.jobCreatedAt }));
}

/** Sorting by creation without a status filter needs no further reads. */
async function withSortKeys(
  ctx: QueryCtx,
  { workspaceId, status, sort, now }: JobSearch,
  matches: readonly JobMatch[],
): Promise<Keyed<Id<"jobs">>[]> {
  const isByCreation = sort === "created_desc" || sort === "created_asc";
  const keyed = await Promise.all(
    matches.map(async ({ jobId: id, createdAt, job, summaryId }) => {
      const created = { id, createdAt };
      if (isByCreation && status === null)
        return { sortKey: jobSortKey(created, sort, now), row: id };
      const found =
        job ?? (await getSortFields(ctx, { workspaceId, id, summaryId }));
      if (found === null || (status !== null && found.job_status !== status))
        return null;
      return {
        sortKey: jobSortKey({ ...found, ...created }, sort, now),
        row: id,
      };
    }),
  );
  return keyed.filter((match) => match !== null);
}

async function getSortFields(
  ctx: QueryCtx,
  of: {
    readonly workspaceId: string;
    readonly id: Id<"jobs">;
    readonly summaryId: Id<"jobSummaries"> | undefined;
  },
): Promise<SortFields | null> {
  return of.summaryId === undefined
    ? await getSummary(ctx, of.workspaceId, of.id)
    : await ctx.db.get("jobSummaries", of.summaryId);
}
