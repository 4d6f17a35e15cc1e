/**
 * Pages cut from a sorted stream of jobs, where the database's own `paginate`
 * cannot help because the order is not that of one index.
 *
 * A page that has no `endCursor` ends after `numItems`, so when a job is added
 * it would end sooner, and the next page, which begins at the old end, would
 * miss one. `paginate` prevents this by a journal. Here the answer recommends
 * a split at once, and the client replaces the page by two with fixed ends:
 * from then on every page is a stretch of the order, without gaps.
 */
import { ConvexError, type Infer } from "convex/values";
import type { PaginationResult, paginationOptsValidator } from "convex/server";
import { comparePlaces, type JobPlace } from "../../domain/jobOrder";

export type PageOptions = Infer<typeof paginationOptsValidator>;

export type Placed<Row> = { readonly place: JobPlace; readonly row: Row };

type Sorted<Row> = AsyncIterable<Placed<Row>> | Iterable<Placed<Row>>;

/** The stretch of the order that a page asks for: after `after`, to `end`. */
export type Stretch = {
  readonly after: JobPlace | null;
  readonly end: JobPlace | null;
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

/** Cuts a page from what `read` gives: a stretch of the order, in order. */
export async function cutPage<Row>(
  read: (stretch: Stretch) => Sorted<Row>,
  options: PageOptions,
): Promise<PaginationResult<Row>> {
  const { cursor, endCursor = null, numItems: size } = clampPage(options);
  if (cursor === END_CURSOR) return pageOf([], END_CURSOR);
  const stretch = { after: parseCursor(cursor), end: parseCursor(endCursor) };
  const taken: Placed<Row>[] = [];
  for await (const placed of read(stretch)) {
    if (isUpTo(stretch.after, placed.place)) continue;
    if (isBeyond(stretch.end, placed.place)) break;
    const last = taken.at(-1);
    if (endCursor === null && last !== undefined && taken.length >= size)
      return {
        ...pageOf(taken, cursorOf(last.place)),
        pageStatus: "SplitRecommended",
      };
    taken.push(placed);
  }
  return pageOf(taken, endCursor ?? END_CURSOR);
}

function pageOf<Row>(
  taken: readonly Placed<Row>[],
  continueCursor: string,
): PaginationResult<Row> {
  const middle = taken[Math.ceil(taken.length / 2) - 1];
  return {
    page: taken.map(({ row }) => row),
    isDone: continueCursor === END_CURSOR,
    continueCursor,
    splitCursor: middle === undefined ? null : cursorOf(middle.place),
  };
}

function isUpTo(after: JobPlace | null, place: JobPlace): boolean {
  return after !== null && comparePlaces(place, after) <= 0;
}

function isBeyond(end: JobPlace | null, place: JobPlace): boolean {
  return end !== null && comparePlaces(place, end) > 0;
}

function cursorOf(place: JobPlace): string {
  return JSON.stringify(place);
}

/** The start or the end of the order is null. */
function parseCursor(cursor: string | null): JobPlace | null {
  if (cursor === null || cursor === END_CURSOR) return null;
  const place = placeIn(cursor);
  // This error makes the client start again at the first page.
  if (place === null)
    throw new ConvexError({
      isConvexSystemError: true,
      paginationError: "InvalidCursor",
    });
  return place;
}

function placeIn(cursor: string): JobPlace | null {
  const match = /^\[(-?[\d.e+-]+),(-?[\d.e+-]+),"(\w+)"\]$/.exec(cursor);
  const [, first, second, id] = match ?? [];
  return id === undefined ? null : [Number(first), Number(second), id];
}
