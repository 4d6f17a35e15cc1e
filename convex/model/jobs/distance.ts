/**
 * The summaries of jobs by the distance of their nearer date from `now`, then those without
 * dates. No index has this order, but four index ranges have it in part: the
 * estimates and the installs, each on both sides of `now`. They are read
 * lazily and merged, so that a page reads little more than it shows.
 */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  compareSortKeys,
  distanceFrom,
  jobSortKey,
  UNDATED_DISTANCE,
  type JobSortKey,
  type JobSort,
} from "../../../domain/job/jobOrder";
import type { JobStatus } from "../../../domain/job/jobs";
import { VISIT_FIELDS, type VisitField } from "../../../domain/job/visits";
import type { Keyed, PageRange } from "../pages";

type Job = Doc<"jobSummaries">;

type DateRange = {
  readonly field: VisitField;
  readonly from: number;
  readonly to: number;
  readonly order: "asc" | "desc";
};

export type DistanceListing = {
  readonly workspaceId: string;
  readonly status: JobStatus | null;
  readonly sort: JobSort;
  readonly now: number;
};

/** The jobs of the range, and possibly earlier ones: `cutPage` drops those. */
export async function* jobsByDistance(
  ctx: QueryCtx,
  listing: DistanceListing,
  range: PageRange,
): AsyncGenerator<Keyed<Job>> {
  if (!isUndated(range.after)) {
    const sides = dateRanges(listing, range).map((dates) =>
      nearerDates(readDates(ctx, listing, dates), dates.field, listing),
    );
    yield* inRuns(merge(sides), ([distance]) => distance);
  }
  if (range.end === null || isUndated(range.end)) {
    const undated = keyed(readUndated(ctx, listing, range), listing);
    yield* inRuns(undated, ([, created]) => created);
  }
}

function isUndated(sortKey: JobSortKey | null): boolean {
  return sortKey !== null && sortKey[0] === UNDATED_DISTANCE;
}

/** One index range for each date field and side of `now`, read in the order of distance. */
function dateRanges({ sort, now }: DistanceListing, { after, end }: PageRange): DateRange[] {
  const begins = after === null ? null : Math.abs(after[0]);
  const ends = end === null || isUndated(end) ? null : Math.abs(end[0]);
  const [least, most] = sort === "nearest" ? [begins, ends] : [ends, begins];
  const near = least ?? 0;
  const far = most ?? UNDATED_DISTANCE;
  const [toCome, past] =
    sort === "nearest" ? (["asc", "desc"] as const) : (["desc", "asc"] as const);
  return VISIT_FIELDS.flatMap((field): DateRange[] => [
    { field, from: now + near, to: now + far, order: toCome },
    { field, from: now - far, to: now - near, order: past },
  ]);
}

function readDates(
  ctx: QueryCtx,
  { workspaceId, status }: DistanceListing,
  { field, from, to, order }: DateRange,
): AsyncIterable<Job> {
  const jobs = ctx.db.query("jobSummaries");
  if (field === "job_estimate_date") {
    const estimates =
      status === null
        ? jobs.withIndex("by_workspace_and_estimate", (q) =>
            q.eq("workspaceId", workspaceId).gte(field, from).lte(field, to),
          )
        : jobs.withIndex("by_workspace_and_status_and_estimate", (q) =>
            q
              .eq("workspaceId", workspaceId)
              .eq("job_status", status)
              .gte(field, from)
              .lte(field, to),
          );
    return estimates.order(order);
  }
  const installs =
    status === null
      ? jobs.withIndex("by_workspace_and_install", (q) =>
          q.eq("workspaceId", workspaceId).gte(field, from).lte(field, to),
        )
      : jobs.withIndex("by_workspace_and_status_and_install", (q) =>
          q.eq("workspaceId", workspaceId).eq("job_status", status).gte(field, from).lte(field, to),
        );
  return installs.order(order);
}

/** The undated jobs, newest first, from the creation time at which the range begins. */
function readUndated(
  ctx: QueryCtx,
  { workspaceId, status }: DistanceListing,
  { after }: PageRange,
): AsyncIterable<Job> {
  const newest = after !== null && isUndated(after) ? -after[1] : Number.MAX_VALUE;
  const jobs = ctx.db.query("jobSummaries");
  const undated =
    status === null
      ? jobs.withIndex("by_workspace_and_estimate", (q) =>
          q
            .eq("workspaceId", workspaceId)
            .eq("job_estimate_date", undefined)
            .eq("job_install_date", undefined)
            .lte("jobCreatedAt", newest),
        )
      : jobs.withIndex("by_workspace_and_status_and_estimate", (q) =>
          q
            .eq("workspaceId", workspaceId)
            .eq("job_status", status)
            .eq("job_estimate_date", undefined)
            .eq("job_install_date", undefined)
            .lte("jobCreatedAt", newest),
        );
  return undated.order("desc");
}

/** A job with two dates is read by both; keeps only the entry of the nearer date. */
async function* nearerDates(
  jobs: AsyncIterable<Job>,
  field: VisitField,
  listing: DistanceListing,
): AsyncGenerator<Keyed<Job>> {
  for await (const { sortKey, row } of keyed(jobs, listing))
    if (distanceFrom(listing.now, { [field]: row[field] }) === Math.abs(sortKey[0]))
      yield { sortKey, row };
}

async function* keyed(
  jobs: AsyncIterable<Job>,
  { sort, now }: DistanceListing,
): AsyncGenerator<Keyed<Job>> {
  for await (const row of jobs) {
    const { jobId: id, jobCreatedAt: createdAt } = row;
    yield { sortKey: jobSortKey({ ...row, id, createdAt }, sort, now), row };
  }
}

/** Merges streams that are sorted by the first number of the sort key. */
export async function* merge<Row>(
  streams: readonly AsyncIterable<Keyed<Row>>[],
): AsyncGenerator<Keyed<Row>> {
  const readers = streams.map((stream) => stream[Symbol.asyncIterator]());
  try {
    const heads = await Promise.all(readers.map((reader) => reader.next()));
    for (;;) {
      const at = firstOf(heads);
      const reader = readers[at];
      const head = heads[at];
      if (reader === undefined || head === undefined || head.done) return;
      yield head.value;
      heads[at] = await reader.next();
    }
  } finally {
    for (const reader of readers) await reader.return?.();
  }
}

/** Which head comes first; -1 when every stream has run out. */
function firstOf<Row>(heads: readonly IteratorResult<Keyed<Row>>[]): number {
  let first = -1;
  let least = Infinity;
  heads.forEach((head, at) => {
    if (head.done || head.value.sortKey[0] >= least) return;
    first = at;
    least = head.value.sortKey[0];
  });
  return first;
}

/**
 * Sorts each run of entries with the same `numberOf` by the whole sort key, and
 * drops repeated jobs.
 */
export async function* inRuns<Row extends { readonly _id: string }>(
  sorted: AsyncIterable<Keyed<Row>>,
  numberOf: (sortKey: JobSortKey) => number,
): AsyncGenerator<Keyed<Row>> {
  let run = new Map<string, Keyed<Row>>();
  let current: number | null = null;
  for await (const entry of sorted) {
    const next = numberOf(entry.sortKey);
    if (next !== current) {
      yield* bySortKey(run);
      run = new Map();
      current = next;
    }
    run.set(entry.row._id, entry);
  }
  yield* bySortKey(run);
}

function bySortKey<Row>(run: Map<string, Keyed<Row>>): Keyed<Row>[] {
  return [...run.values()].sort((a, b) => compareSortKeys(a.sortKey, b.sortKey));
}
