/** Limits the subscriptions of one connection. */
import { encodeResult } from "../protocol/codec";
import { SharedQuery, type WatchedQuery } from "./subscriptions";

/** A connection may subscribe to this number of queries, however many connections there are. */
const MIN_QUERIES_SHARE = 5_000;

/** Few connections share this number of queries, so that one alone may have them all. */
const SHARED_QUERIES = 20_000;

export function queriesShare(connections: number): number {
  const share = Math.floor(SHARED_QUERIES / Math.max(1, connections));
  return Math.max(MIN_QUERIES_SHARE, share);
}

/** A query that never runs: its result is that the connection has too many. */
export function tooManyQueries<Watcher>(
  query: WatchedQuery,
  maxQueries: number,
): SharedQuery<Watcher> {
  const shared = new SharedQuery<Watcher>(query);
  const message = `Too many subscriptions on one connection (limit: ${maxQueries}). Unsubscribe from queries that are not shown.`;
  shared.result = encodeResult({ ok: false, message, logLines: [] }, null);
  shared.state = "current";
  return shared;
}
