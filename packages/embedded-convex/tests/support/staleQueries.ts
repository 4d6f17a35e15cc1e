import type { SharedQuery, Subscriptions } from "../../src/sync/subscriptions";

/** Begins a run of every query that needs one, as the sessions' waves do. */
export function beginStale<Watcher, Reads, Writes>(
  subscriptions: Subscriptions<Watcher, Reads, Writes>,
): SharedQuery<Watcher>[] {
  const stale = [...subscriptions].filter(
    (shared) => shared.state === "stale" && !subscriptions.isRunning(shared),
  );
  for (const shared of stale) subscriptions.begin(shared);
  return stale;
}
