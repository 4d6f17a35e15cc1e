import type { DocumentByInfo, GenericTableInfo, OrderedQuery } from "convex/server";
import { conflict } from "./errors";

/** The longest array that a Convex function can return. */
export const LIST_LIMIT = 8_192;

/** A Convex function may read 16 MiB; the rest is left for its other reads. */
const MAX_BYTES_READ = 14 * 1024 * 1024;

type Listed = "jobs" | "customers" | "items" | "prices" | "colors";

/**
 * Reads all rows of a query. Throws if they exceed the limits, rather than
 * returning a part that looks complete.
 */
export async function readAll<Table extends GenericTableInfo>(
  query: OrderedQuery<Table>,
  of: Listed,
): Promise<DocumentByInfo<Table>[]> {
  const { page, isDone } = await query.paginate({
    cursor: null,
    numItems: LIST_LIMIT + 1,
    maximumBytesRead: MAX_BYTES_READ,
  });
  if (!isDone) throw tooMany(of);
  return atMostAll(page, of);
}

export function atMostAll<Row>(rows: Row[], of: Listed): Row[] {
  if (rows.length > LIST_LIMIT) throw tooMany(of);
  return rows;
}

function tooMany(of: Listed) {
  return conflict(
    `There are too many ${of} for one list. Search for them, or go through them by page.`,
  );
}
