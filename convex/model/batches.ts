/**
 * Batches of rows. A batch ends by a number of rows, and by the bytes that its transaction has read: Convex ends a
 * transaction that reads 16 MiB, so a batch of large rows would fail each time that it is tried.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { QueryCtx } from "../_generated/server";

/** A batch begins no further row after this many bytes. One row may read as many again. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** A page is read before the work on its first row, for which the other half is left. */
const MAX_PAGE_BYTES = MAX_BATCH_BYTES / 2;

/** Whether the transaction has read as much as one batch may. */
export async function isBatchFull(ctx: QueryCtx): Promise<boolean> {
  const { bytesRead } = await ctx.meta.getTransactionMetrics();
  return bytesRead.used >= MAX_BATCH_BYTES;
}

export interface Batch {
  readonly count: number;
  /** False if the batch may have left some of the rows. */
  readonly isDone: boolean;
}

/** Works on the first `most` rows. Rows that the work leaves in the range are read again by the next batch. */
export async function eachOfBatch<Row>(
  ctx: QueryCtx,
  { rows, most }: { rows: AsyncIterable<Row>; most: number },
  work: (row: Row) => Promise<unknown>,
): Promise<Batch> {
  let count = 0;
  for await (const row of rows) {
    await work(row);
    count += 1;
    if (count === most || (await isBatchFull(ctx))) return { count, isDone: false };
  }
  return { count, isDone: true };
}

interface Pages<Row> {
  readonly rows: {
    paginate(options: PaginationOptions): Promise<PaginationResult<Row>>;
  };
  readonly position: string | null;
  readonly most: number;
}

/** Works on at most `most` rows, from a position on. Returns the next position, or null at the end. */
export async function eachOfPage<Row extends { readonly _id: string }>(
  ctx: QueryCtx,
  { rows, position, most }: Pages<Row>,
  work: (row: Row) => Promise<unknown>,
): Promise<string | null> {
  const { page: cursor, after } = parsePosition(position);
  const { page, isDone, continueCursor } = await rows.paginate({
    cursor,
    numItems: most,
    maximumBytesRead: MAX_PAGE_BYTES,
  });
  const begin = page.findIndex(({ _id }) => _id === after) + 1;
  for (const [at, row] of page.slice(begin).entries()) {
    const last = page[begin + at - 1];
    if (at > 0 && last !== undefined && (await isBatchFull(ctx)))
      return JSON.stringify({ page: cursor, after: last._id });
    await work(row);
  }
  return isDone ? null : continueCursor;
}

const WITHIN = '{"page":';

/** A position within a page names the page and the last row that was worked on. Any other position is a cursor. */
function parsePosition(position: string | null): Position {
  return position?.startsWith(WITHIN)
    ? (JSON.parse(position) as Position)
    : { page: position, after: null };
}

interface Position {
  readonly page: string | null;
  readonly after: string | null;
}
