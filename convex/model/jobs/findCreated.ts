/** A search in the order of creation, by the rows of the rarest typed word or, where all are common, by the jobs. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { compareSortKeys, jobSortKey } from "../../../domain/job/jobOrder";
import { typedPair } from "../../../domain/names/namePairs";
import { wordPrefixes } from "../../../domain/names/search";
import type { Keyed } from "../pages";
import { firstRows } from "../search/names";
import { rowsOfRarest } from "../search/rarestWord";
import {
  jobWords,
  merge,
  noteWords,
  openStream,
  type StreamRow,
  type WordRange,
  type WordStream,
} from "../search/wordStreams";
import { isBlank, isMatch, textHolds, type Looked, type Search } from "./typedSearch";

/** Where a job's word may be. */
const KINDS = ["jobNames", "jobs"] as const;

/** The limits of rows and of ranges that are read to find the rows with two words. */
const MAX_OPENING_PAIR = 24;
const MAX_PAIR_RANGES = 12;

/** The limit of jobs read by the beginning of their id. */
const MAX_BY_ID = 20;

/** Comes after the sort keys of all jobs of one creation time. */
const AFTER_ALL = [Number.MAX_VALUE, "z"] as const;

type Row = StreamRow & { readonly job?: Doc<"jobs"> };

export async function* findCreated(
  ctx: QueryCtx,
  search: Search,
  isIndexed: boolean,
): AsyncGenerator<Looked> {
  const hasWords = isIndexed && !isBlank(search.typed);
  const rows = (hasWords ? await rowsOfWords(ctx, search) : null) ?? rowsOfJobs(ctx, search);
  const sign = signOf(search);
  let sameTime = new Map<string, Row>();
  let createdAt: number | null = null;
  for await (const row of rows) {
    if (createdAt !== null && row.createdAt !== createdAt) {
      yield* await look(ctx, search, sameTime);
      yield passed(sign * createdAt);
      sameTime = new Map();
    }
    createdAt = row.createdAt;
    if (row.text === undefined || textHolds(row.text, search.typed)) sameTime.set(row.jobId, row);
  }
  yield* await look(ctx, search, sameTime);
}

function signOf({ sort }: Search): 1 | -1 {
  return sort === "created_asc" ? 1 : -1;
}

function passed(time: number): Looked {
  return { sortKey: [time, ...AFTER_ALL], row: null };
}

/** The matches among jobs of one creation time, sorted. */
async function look(
  ctx: QueryCtx,
  search: Search,
  rows: ReadonlyMap<string, Row>,
): Promise<Looked[]> {
  const { sort, now } = search;
  const found: Keyed<Doc<"jobs">>[] = [];
  for (const { jobId, job: read } of rows.values()) {
    const job = read ?? (await readJob(ctx, search, jobId));
    if (job === null || !isMatch(search, job)) continue;
    const sortable = { ...job, id: job._id, createdAt: job._creationTime };
    const order = sort === "created_asc" ? sort : "created_desc";
    found.push({ sortKey: jobSortKey(sortable, order, now), row: job });
  }
  return found.sort((a, b) => compareSortKeys(a.sortKey, b.sortKey));
}

async function readJob(
  ctx: QueryCtx,
  { budget }: Search,
  jobId: string,
): Promise<Doc<"jobs"> | null> {
  const id = ctx.db.normalizeId("jobs", jobId);
  const job = id === null ? null : await ctx.db.get("jobs", id);
  budget.countGet(job);
  return job;
}

/** Null if the typed words are common. */
async function rowsOfWords(ctx: QueryCtx, search: Search): Promise<AsyncIterable<Row> | null> {
  const { workspaceId, typed, budget } = search;
  const sign = signOf(search);
  const direction = directionOf(search);
  const sources: (AsyncIterable<Row> | Iterable<Row>)[] = [];
  for (const words of typed.readings) {
    const ofWord = async (word: string) => {
      const ranges = wordPrefixes(word).flatMap((begin) =>
        KINDS.map((of) => jobWords(ctx, { workspaceId, of }, begin)),
      );
      return await openStream(ranges, direction, { budget });
    };
    const ofPair = async () => await openPair(ctx, search, words);
    const open = { ofWord, ofPair };
    const rows = await rowsOfRarest(words, open, { sign, budget });
    if (rows === null) return null;
    sources.push(rows);
  }
  if (typed.notes.length > 0) {
    const ofWord = async (word: string) =>
      await openStream(noteWords(ctx, workspaceId, word), direction, {
        budget,
      });
    const rows = await rowsOfRarest(typed.notes, { ofWord }, { sign, budget });
    if (rows === null) return null;
    sources.push(rows);
  }
  if (typed.id !== null) sources.push(await rowsOfId(ctx, search, typed.id));
  return merge(sources, sign);
}

/** The rows of jobs with two of the words, in the name or outside of it. Null if that takes too many rows. */
async function openPair(
  ctx: QueryCtx,
  search: Search,
  words: readonly string[],
): Promise<WordStream | null> {
  const { workspaceId, budget } = search;
  const pair = typedPair(words);
  if (pair === null) return null;
  const pairs = { workspaceId, of: "jobPairs" } as const;
  const ranges: WordRange[] = pair
    .flatMap(wordPrefixes)
    .map((begin) => jobWords(ctx, { workspaceId, of: "jobs" }, begin));
  for (const [first, second] of [pair, pair.toReversed()] as const)
    for await (const { letters, row } of firstRows(ctx, pairs, first)) {
      budget.count(row);
      if (ranges.length > MAX_PAIR_RANGES) return null;
      ranges.push(jobWords(ctx, pairs, `${letters} ${second}`));
    }
  const reading = { budget, limit: MAX_OPENING_PAIR };
  return await openStream(ranges, directionOf(search), reading);
}

function directionOf(search: Search) {
  const { after } = search.range;
  const sign = signOf(search);
  return {
    order: sign === 1 ? "asc" : "desc",
    from: after === null ? null : sign * after[0],
  } as const;
}

/** The jobs whose ids begin with the text. */
async function rowsOfId(ctx: QueryCtx, search: Search, id: string): Promise<Row[]> {
  const begin = id as Id<"jobs">;
  const summaries = await ctx.db
    .query("jobSummaries")
    .withIndex("by_workspace_and_job", (q) =>
      q
        .eq("workspaceId", search.workspaceId)
        .gte("jobId", begin)
        .lt("jobId", `${begin}\u{10ffff}` as Id<"jobs">),
    )
    .take(MAX_BY_ID);
  const rows = summaries.map(({ jobId, jobCreatedAt: createdAt }) => ({
    jobId,
    createdAt,
  }));
  return rows.sort((a, b) => signOf(search) * (a.createdAt - b.createdAt));
}

/** Every job, or those with the status of the search. */
async function* rowsOfJobs(ctx: QueryCtx, search: Search): AsyncGenerator<Row> {
  const { workspaceId, status, budget } = search;
  const { order, from } = directionOf(search);
  const jobs = ctx.db.query("jobs");
  const inOrder =
    status === null
      ? jobs.withIndex("by_workspace", (q) => {
          const of = q.eq("workspaceId", workspaceId);
          if (from === null) return of;
          return order === "asc" ? of.gte("_creationTime", from) : of.lte("_creationTime", from);
        })
      : jobs.withIndex("by_workspace_and_status", (q) => {
          const of = q.eq("workspaceId", workspaceId).eq("job_status", status);
          if (from === null) return of;
          return order === "asc" ? of.gte("_creationTime", from) : of.lte("_creationTime", from);
        });
  for await (const job of inOrder.order(order)) {
    budget.count(job);
    yield { jobId: job._id, createdAt: job._creationTime, job };
  }
}
