/**
 * The summaries of jobs by the distance of their nearer date from `now`, then those without
 * dates. No index has this order, but four index ranges have it in part: the
 * estimates and the installs, each on both sides of `now`. They are read
 * lazily and merged, so that a page reads little more than it shows.
 */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  comparePlaces,
  distanceFrom,
  jobPlace,
  UNDATED_DISTANCE,
  type JobPlace,
  type JobSort,
} from "../../../domain/jobOrder";
import type { JobStatus } from "../../../domain/jobs";
import type { Placed, Stretch } from "../pages";

type Job = Doc<"jobSummaries">;

type DateField = "job_estimate_date" | "job_install_date";

type DateRange = {
  readonly field: DateField;
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

/** From the stretch's beginning on, and no further than its end. */
export async function* jobsByDistance(
  ctx: QueryCtx,
  listing: DistanceListing,
  stretch: Stretch,
): AsyncGenerator<Placed<Job>> {
  if (!isUndated(stretch.after)) {
    const sides = dateRanges(listing, stretch).map((range) =>
      nearerDates(readDates(ctx, listing, range), range.field, listing),
    );
    yield* inRuns(merge(sides), ([distance]) => distance);
  }
  if (stretch.end === null || isUndated(stretch.end)) {
    const undated = placed(readUndated(ctx, listing, stretch), listing);
    yield* inRuns(undated, ([, created]) => created);
  }
}

function isUndated(place: JobPlace | null): boolean {
  return place !== null && place[0] === UNDATED_DISTANCE;
}

/** Both sides of `now` for both dates, each range by its distances in order. */
function dateRanges(
  { sort, now }: DistanceListing,
  { after, end }: Stretch,
): DateRange[] {
  const begins = after === null ? null : Math.abs(after[0]);
  const ends = end === null || isUndated(end) ? null : Math.abs(end[0]);
  const [least, most] = sort === "nearest" ? [begins, ends] : [ends, begins];
  const near = least ?? 0;
  const far = most ?? UNDATED_DISTANCE;
  const [toCome, past] =
    sort === "nearest"
      ? (["asc", "desc"] as const)
      : (["desc", "asc"] as const);
  const fields: DateField[] = ["job_estimate_date", "job_install_date"];
  return fields.flatMap((field): DateRange[] => [
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
          q
            .eq("workspaceId", workspaceId)
            .eq("job_status", status)
            .gte(field, from)
            .lte(field, to),
        );
  return installs.order(order);
}

/** The newest first, from the creation time at which the stretch begins. */
function readUndated(
  ctx: QueryCtx,
  { workspaceId, status }: DistanceListing,
  { after }: Stretch,
): AsyncIterable<Job> {
  const newest =
    after !== null && isUndated(after) ? -after[1] : Number.MAX_VALUE;
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

/** A job with two dates is read by both; only the nearer one places it. */
async function* nearerDates(
  jobs: AsyncIterable<Job>,
  field: DateField,
  listing: DistanceListing,
): AsyncGenerator<Placed<Job>> {
  for await (const { place, row } of placed(jobs, listing))
    if (
      distanceFrom(listing.now, { [field]: row[field] }) === Math.abs(place[0])
    )
      yield { place, row };
}

async function* placed(
  jobs: AsyncIterable<Job>,
  { sort, now }: DistanceListing,
): AsyncGenerator<Placed<Job>> {
  for await (const row of jobs) {
    const { jobId: id, jobCreatedAt: createdAt } = row;
    yield { place: jobPlace({ ...row, id, createdAt }, sort, now), row };
  }
}

/** Streams in the order of the first number of their places, as one. */
async function* merge(
  streams: readonly AsyncIterable<Placed<Job>>[],
): AsyncGenerator<Placed<Job>> {
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
function firstOf(heads: readonly IteratorResult<Placed<Job>>[]): number {
  let first = -1;
  let least = Infinity;
  heads.forEach((head, at) => {
    if (head.done || head.value.place[0] >= least) return;
    first = at;
    least = head.value.place[0];
  });
  return first;
}

/**
 * Neighbours that agree in one number of their places come out by their whole
 * places, and each job once.
 */
async function* inRuns(
  sorted: AsyncIterable<Placed<Job>>,
  numberOf: (place: JobPlace) => number,
): AsyncGenerator<Placed<Job>> {
  let run = new Map<string, Placed<Job>>();
  let current: number | null = null;
  for await (const entry of sorted) {
    const next = numberOf(entry.place);
    if (next !== current) {
      yield* byPlace(run);
      run = new Map();
      current = next;
    }
    run.set(entry.row._id, entry);
  }
  yield* byPlace(run);
}

function byPlace(run: Map<string, Placed<Job>>): Placed<Job>[] {
  return [...run.values()].sort((a, b) => comparePlaces(a.place, b.place));
}
