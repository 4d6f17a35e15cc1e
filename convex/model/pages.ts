/**
 * Pages cut from a sorted stream of jobs, where the database's own `paginate` cannot help because the order is not that
 * of one index.
 *
 * A page that has no `endCursor` ends after `numItems`, so when a job is added it would end sooner, and the next
 * page, which begins at the old end, would miss one. `paginate` prevents this by a journal. Here the result recommends
 * a split at once, and the client replaces the page by two with fixed ends: from then on every page is a fixed range of
 * sort keys, without gaps.
 */
import { ConvexError, type Infer } from "convex/values";
import type { PaginationResult, paginationOptsValidator } from "convex/server";
import { compareSortKeys, type JobSortKey } from "../../domain/job/jobOrder";

export type PageOptions = Infer<typeof paginationOptsValidator>;

export type Keyed<Row> = { readonly sortKey: JobSortKey; readonly row: Row };

type Sorted<Row> = AsyncIterable<Keyed<Row>> | Iterable<Keyed<Row>>;

export const FROM_START: PageRange = { after: null, end: null };

/** The sort keys of a page: after `after`, up to and with `end`. Null is unbounded. */
export type PageRange = {
  readonly after: JobSortKey | null;
  readonly end: JobSortKey | null;
};

const END_CURSOR = "end";
const MAX_PAGE_SIZE = 200;

/**
 * Clamps the page size to 1..MAX_PAGE_SIZE; NaN becomes 1. Drops the client's
 * read limits.
 */
export function clampPage(options: PageOptions): PageOptions {
  const { cursor, endCursor, numItems } = options;
  return {
    cursor,
    ...(endCursor === undefined ? {} : { endCursor }),
    numItems: Math.floor(Math.min(Math.max(numItems, 1) || 1, MAX_PAGE_SIZE)),
  };
}

/**
 * Cuts a page from the rows of its range, which `read` returns sorted; a row that is null is passed over. A page
 * without a fixed end may be short: it ends where `isSpent` says that enough was read.
 */
export async function cutPage<Row>(
  read: (range: PageRange) => Sorted<Row | null>,
  options: PageOptions,
  isSpent: () => boolean = () => false,
): Promise<PaginationResult<Row>> {
  const { cursor, endCursor = null, numItems: size } = clampPage(options);
  if (cursor === END_CURSOR) return pageOf([], END_CURSOR);
  const range = { after: parseCursor(cursor), end: parseCursor(endCursor) };
  const taken: Keyed<Row>[] = [];
  let last: JobSortKey | undefined;
  for await (const { sortKey, row } of read(range)) {
    if (isUpTo(range.after, sortKey)) continue;
    if (isBeyond(range.end, sortKey)) break;
    const isFull = row !== null && taken.length >= size;
    if (endCursor === null && last !== undefined && (isFull || isSpent()))
      return {
        ...pageOf(taken, cursorOf(last)),
        pageStatus: "SplitRecommended",
      };
    if (row !== null) taken.push({ sortKey, row });
    last = sortKey;
  }
  return pageOf(taken, endCursor ?? END_CURSOR);
}

function pageOf<Row>(taken: readonly Keyed<Row>[], continueCursor: string): PaginationResult<Row> {
  const middle = taken[Math.ceil(taken.length / 2) - 1];
  return {
    page: taken.map(({ row }) => row),
    isDone: continueCursor === END_CURSOR,
    continueCursor,
    splitCursor: middle === undefined ? null : cursorOf(middle.sortKey),
  };
}

function isUpTo(after: JobSortKey | null, sortKey: JobSortKey): boolean {
  return after !== null && compareSortKeys(sortKey, after) <= 0;
}

function isBeyond(end: JobSortKey | null, sortKey: JobSortKey): boolean {
  return end !== null && compareSortKeys(sortKey, end) > 0;
}

function cursorOf(sortKey: JobSortKey): string {
  return JSON.stringify(sortKey);
}

/** Null for the start and for the end of the list. */
function parseCursor(cursor: string | null): JobSortKey | null {
  if (cursor === null || cursor === END_CURSOR) return null;
  const sortKey = parseSortKey(cursor);
  // This error makes the client start again at the first page.
  if (sortKey === null)
    throw new ConvexError({
      isConvexSystemError: true,
      paginationError: "InvalidCursor",
    });
  return sortKey;
}

function parseSortKey(cursor: string): JobSortKey | null {
  const match = /^\[(-?[\d.e+-]+),(-?[\d.e+-]+),"(\w+)"\]$/.exec(cursor);
  const [, first, second, id] = match ?? [];
  return id === undefined ? null : [Number(first), Number(second), id];
}
