import type {
  DocumentByInfo,
  GenericTableInfo,
  OrderedQuery,
} from "convex/server";
import { conflict } from "./errors";

/** Convex answers no longer array than this. */
export const LIST_LIMIT = 8_192;

/** Convex reads 16 MiB in one function; the rest is for what else it does. */
const MAX_BYTES_READ = 14 * 1024 * 1024;

type Listed = "jobs" | "customers" | "items" | "prices" | "colors";

/**
 * All rows of a query. A whole list is a promise: where it cannot be kept the
 * caller is told so, and not given a part that looks like all.
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
