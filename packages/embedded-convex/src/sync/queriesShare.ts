/** Limits the subscriptions of one person. */
import { encodeResult } from "../protocol/codec";
import { SharedQuery, type WatchedQuery } from "./subscriptions";

/** A person may subscribe to this number of queries, however many people there are. */
const MIN_QUERIES_SHARE = 5_000;

/** All people together share this number of queries: one person alone may have all of them. */
const SHARED_QUERIES = 20_000;

export function queriesShare(people: number): number {
  const share = Math.floor(SHARED_QUERIES / Math.max(1, people));
  return Math.max(MIN_QUERIES_SHARE, share);
}

/** A query that never runs: its result is that the person has too many. */
export function tooManyQueries<Watcher>(
  query: WatchedQuery,
  maxQueries: number,
): SharedQuery<Watcher> {
  const shared = new SharedQuery<Watcher>(query);
  const message = `Too many subscriptions of one person (limit for this connection: ${maxQueries}). Unsubscribe from queries that are not shown.`;
  shared.result = encodeResult({ ok: false, message, logLines: [] }, null);
  shared.state = "current";
  return shared;
}
