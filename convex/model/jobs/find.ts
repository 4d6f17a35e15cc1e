/**
 * The jobs that a search finds, in the order of the list. It stops when its page is full or has read as much as a page
 * may: such a page is short, and the next one goes on from there.
 */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { crewsMeant, parseCrews } from "../../../domain/job/crewSearch";
import { compareSortKeys, jobSortKey } from "../../../domain/job/jobOrder";
import { MAX_MATCHES, NOTES_VERSION, SEARCH_VERSION } from "../../../domain/names/search";
import {
  isWaiting,
  parseWaiting,
  staleBefore,
  type DueKind,
  type WaitingKind,
} from "../../../domain/job/waitingJobs";
import { settingsRow } from "../office/settings";
import { completeVersion } from "../derivedVersion";
import { jobsByDistance } from "./distance";
import { dueCleanings } from "./dueJobs";
import { findCreated } from "./findCreated";
import {
  isBlank,
  isMatch,
  isOfCrews,
  parseTyped,
  type JobSearch,
  type Looked,
  type Search,
} from "./typedSearch";
import { waitingJobs } from "./waiting";

/**
 * The jobs whose words hold all typed words, whose notes do, or whose id begins with the text; with `is:` in the text,
 * only jobs that wait for the office, and with `crew:` only jobs that the crew visits.
 */
export async function* findJobs(
  ctx: QueryCtx,
  listing: JobSearch,
  { range, budget }: Pick<Search, "range" | "budget">,
): AsyncGenerator<Looked> {
  const { names, words: others } = parseCrews(listing.search);
  const { kinds, due, words } = parseWaiting(others);
  const crews = await crewsOf(ctx, listing.workspaceId, names);
  const search = { ...listing, typed: parseTyped(words, crews), range, budget };
  const [dueKind, another] = due;
  if (dueKind !== undefined) {
    if (another === undefined) yield* findDue(ctx, search, [dueKind, kinds]);
    return;
  }
  const [kind] = kinds;
  if (kind !== undefined) {
    yield* findWaiting(ctx, search, [kind, ...kinds]);
    return;
  }
  const version = await completeVersion(ctx, listing.workspaceId);
  const isIndexed = version >= NOTES_VERSION;
  const isByDistance = listing.sort === "nearest" || listing.sort === "farthest";
  // Without the summaries, an order by date would miss jobs.
  if (isByDistance && version >= SEARCH_VERSION) yield* findByDistance(ctx, search, isIndexed);
  else yield* findCreated(ctx, search, isIndexed);
}

async function crewsOf(
  ctx: QueryCtx,
  workspaceId: string,
  names: readonly string[],
): Promise<(readonly string[])[]> {
  if (names.length === 0) return [];
  const office = (await settingsRow(ctx, workspaceId)) ?? {};
  return names.map((name) => crewsMeant(name, office));
}

async function* findByDistance(
  ctx: QueryCtx,
  search: Search,
  isIndexed: boolean,
): AsyncGenerator<Looked> {
  const canBeFew = isIndexed && !isBlank(search.typed);
  const few = canBeFew ? await findFew(ctx, search) : null;
  if (few !== null) {
    yield* few;
    return;
  }
  for await (const { sortKey, row } of jobsByDistance(ctx, search, search.range)) {
    search.budget.count(row);
    if (!isOfCrews(row, search.typed)) {
      yield { sortKey, row: null };
      continue;
    }
    const job = await ctx.db.get("jobs", row.jobId);
    search.budget.countGet(job);
    yield { sortKey, row: matchOf(search, job) };
  }
}

/** All matches, read in the order of creation and sorted; null if half of the budget does not suffice to read them. */
async function findFew(ctx: QueryCtx, search: Search): Promise<Looked[] | null> {
  const { budget, sort, now } = search;
  const everywhere = { ...search, range: { after: null, end: null } };
  const found: Looked[] = [];
  for await (const { row } of findCreated(ctx, everywhere, true)) {
    if (budget.isHalfSpent) return null;
    if (row === null) continue;
    const sortable = { ...row, id: row._id, createdAt: row._creationTime };
    found.push({ sortKey: jobSortKey(sortable, sort, now), row });
  }
  return found.sort((a, b) => compareSortKeys(a.sortKey, b.sortKey));
}

function matchOf(search: Search, job: Doc<"jobs"> | null): Doc<"jobs"> | null {
  return job !== null && isMatch(search, job) ? job : null;
}

/** The jobs that are due again and of all kinds, by when they became due, whatever the order of the list. */
async function* findDue(
  ctx: QueryCtx,
  search: Search,
  [kind, kinds]: readonly [DueKind, readonly WaitingKind[]],
): AsyncGenerator<Looked> {
  const { workspaceId, now, range, budget } = search;
  const of = { workspaceId, kind, now };
  for await (const { sortKey, row } of dueCleanings(ctx, of, range)) {
    const job = await ctx.db.get("jobs", row.jobId);
    budget.countGet(job);
    const waiting = job && { ...job, statusChangedAt: row.at };
    const isOfAll = waiting && kinds.every((each) => isWaiting(each, waiting, now));
    yield { sortKey, row: isOfAll ? matchOf(search, job) : null };
  }
}

/** The newest of the jobs that are of all kinds. */
async function* findWaiting(
  ctx: QueryCtx,
  search: Search,
  kinds: readonly [WaitingKind, ...WaitingKind[]],
): AsyncGenerator<Looked> {
  const { workspaceId, sort, now, budget } = search;
  const of = { workspaceId, kind: kinds[0], deliveredBefore: staleBefore(now) };
  const rows = await waitingJobs(ctx, of, MAX_MATCHES);
  const keyed = rows
    .filter((row) => kinds.every((each) => isWaiting(each, row, now)))
    .map(({ jobId, jobCreatedAt, ...times }) => {
      const sortable = { ...times, id: jobId, createdAt: jobCreatedAt };
      return { sortKey: jobSortKey(sortable, sort, now), row: jobId };
    })
    .sort((a, b) => compareSortKeys(a.sortKey, b.sortKey));
  for (const { sortKey, row: id } of keyed) {
    const job = await ctx.db.get("jobs", id);
    budget.countGet(job);
    yield { sortKey, row: matchOf(search, job) };
  }
}
