import { conflict } from "./errors";

/** Convex answers no longer array than this. */
export const LIST_LIMIT = 8_192;

/** Convex finds no more rows than this in one search. */
export const SEARCH_LIMIT = 1_024;

/**
 * A whole list is a promise: where it cannot be kept the caller is told, and
 * not given a part that looks like all.
 */
export function wholeList<Row>(
  rows: readonly Row[],
  of: "jobs" | "customers",
): readonly Row[] {
  if (rows.length <= LIST_LIMIT) return rows;
  throw conflict(
    `There are more than ${LIST_LIMIT.toLocaleString("en-US")} ${of}, too many for one list. Search for them, or go through them by page.`,
  );
}
