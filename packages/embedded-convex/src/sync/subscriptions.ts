/**
 * The subscribed queries. Sessions with the same caller, function, arguments and journal share one.
 *
 * Holds results, read sets and watchers; runs nothing: `takeStale` returns the queries to run and `settle` takes their
 * results. Always true: a query is `current` only if a run at the latest commit would have the same result, that is, no
 * commit after its last run touched what it read.
 */
import type { JSONValue } from "convex/values";
import {
  encodeResult,
  isSameResult,
  type EncodedResult,
} from "../protocol/codec";
import type { Caller } from "../functionCall";
import type {
  Commit,
  QueryRun,
  ReadIndex,
  ReadRules,
  Touches,
} from "./functionRunner";

export interface WatchedQuery {
  readonly udfPath: string;
  readonly args: JSONValue;
  readonly caller: Caller;
  /** Equal for two callers if and only if a function cannot distinguish them. */
  readonly callerKey: string;
  readonly journal: string | null;
}

/** Watchers only read it; `Subscriptions` writes it. */
export class SharedQuery<Watcher> {
  readonly watchers = new Set<Watcher>();
  /** The last result, kept during a rerun. */
  result: EncodedResult | null = null;
  state: "stale" | "running" | "current" = "stale";
  /** The commit that the last run is consistent with. */
  ranAt = 0n;
  /** The journal of the last run, passed to the next one. */
  journal: string | null;

  constructor(readonly query: WatchedQuery) {
    this.journal = query.journal;
  }

  isCurrentAt(ts: bigint): boolean {
    return this.state === "current" && this.ranAt <= ts;
  }
}

/** The state of a query that watchers do not see. */
interface Tracking<Writes> {
  key: string;
  /** Commits during the current run: the run may not have seen them. */
  readonly missed: Commit<Writes>[];
  /** The functions were replaced during the current run. */
  isInvalidated: boolean;
}

export class Subscriptions<Watcher, Reads, Writes> {
  readonly #touches: Touches<Reads, Writes>;
  readonly #tracked = new Map<SharedQuery<Watcher>, Tracking<Writes>>();
  /** The queries that another session may join. */
  readonly #byKey = new Map<string, SharedQuery<Watcher>>();
  readonly #stale = new Set<SharedQuery<Watcher>>();
  readonly #running = new Set<SharedQuery<Watcher>>();
  /** The reads of `current` queries only: stale and running ones need no lookup. */
  readonly #reads: ReadIndex<SharedQuery<Watcher>, Reads, Writes>;

  constructor({ touches, newReadIndex }: ReadRules<Reads, Writes>) {
    this.#touches = touches;
    this.#reads = newReadIndex();
  }

  get size(): number {
    return this.#tracked.size;
  }

  join(query: WatchedQuery, watcher: Watcher): SharedQuery<Watcher> {
    const key = keyOf(query, query.journal);
    const shared = this.#byKey.get(key) ?? this.#add(query, key);
    shared.watchers.add(watcher);
    return shared;
  }

  leave(shared: SharedQuery<Watcher>, watcher: Watcher): void {
    shared.watchers.delete(watcher);
    const tracking = this.#tracked.get(shared);
    if (shared.watchers.size > 0 || !tracking) return;
    this.#tracked.delete(shared);
    this.#stale.delete(shared);
    this.#running.delete(shared);
    this.#reads.delete(shared);
    this.#forgetKey(shared, tracking);
  }

  /** Marks the queries that the commit touched as stale. */
  commit(commit: Commit<Writes>): void {
    for (const shared of this.#running) {
      this.#tracked.get(shared)?.missed.push(commit);
    }
    for (const shared of this.#reads.affectedBy(commit.writes)) {
      const tracking = this.#tracked.get(shared);
      if (tracking) this.#markStale(shared, tracking);
    }
  }

  /** Marks every query as stale, because the functions were replaced. */
  invalidateAll(): void {
    for (const [shared, tracking] of this.#tracked) {
      if (shared.state === "running") tracking.isInvalidated = true;
      else this.#markStale(shared, tracking);
    }
  }

  get hasStale(): boolean {
    return this.#stale.size > 0;
  }

  /**
   * The queries to run now, at most `limit`. Each is `running` until `settle` is called with its result. Fairness: if
   * there are more, every watcher gets one before any watcher gets another.
   */
  takeStale(limit = Infinity): SharedQuery<Watcher>[] {
    const taken =
      this.#stale.size <= limit ? [...this.#stale] : this.#fairly(limit);
    for (const shared of taken) {
      this.#stale.delete(shared);
      shared.state = "running";
      this.#running.add(shared);
    }
    return taken;
  }

  #fairly(limit: number): SharedQuery<Watcher>[] {
    const byWatcher = new Map<Watcher | undefined, SharedQuery<Watcher>[]>();
    for (const shared of this.#stale) {
      const [watcher] = shared.watchers;
      const others = byWatcher.get(watcher);
      if (others === undefined) byWatcher.set(watcher, [shared]);
      else others.push(shared);
    }
    const taken: SharedQuery<Watcher>[] = [];
    for (let round = 0; taken.length < limit; round++) {
      for (const queries of byWatcher.values()) {
        const next = queries[round];
        if (next !== undefined) taken.push(next);
      }
    }
    return taken.slice(0, limit);
  }

  /** Takes the result of a run. "changed" means that the watchers need an update. */
  settle(
    shared: SharedQuery<Watcher>,
    run: QueryRun<Reads>,
  ): "unchanged" | "changed" | "stale" {
    const tracking = this.#tracked.get(shared);
    // The last watcher left during the run.
    if (!tracking) return "unchanged";
    const isOutdated = tracking.missed.some(
      (commit) => commit.ts > run.ts && this.#touches(run.reads, commit.writes),
    );
    const isInvalidated = tracking.isInvalidated;
    tracking.missed.length = 0;
    tracking.isInvalidated = false;
    this.#running.delete(shared);
    shared.ranAt = run.ts;
    if (isOutdated || isInvalidated) {
      this.#markStale(shared, tracking);
      return "stale";
    }
    shared.state = "current";
    this.#reads.set(shared, run.reads);
    shared.journal = run.journal;
    const result = encodeResult(run.outcome, run.journal);
    if (isSameResult(shared.result, result)) return "unchanged";
    shared.result = result;
    return "changed";
  }

  #add(query: WatchedQuery, key: string): SharedQuery<Watcher> {
    const shared = new SharedQuery<Watcher>(query);
    this.#tracked.set(shared, {
      key,
      missed: [],
      isInvalidated: false,
    });
    this.#byKey.set(key, shared);
    this.#stale.add(shared);
    return shared;
  }

  /**
   * The rerun uses the journal of the last run, so that a page keeps its end. From now on only sessions with the same
   * journal may join.
   */
  #markStale(shared: SharedQuery<Watcher>, tracking: Tracking<Writes>): void {
    shared.state = "stale";
    this.#stale.add(shared);
    this.#reads.delete(shared);
    const key = keyOf(shared.query, shared.journal);
    if (key === tracking.key) return;
    this.#forgetKey(shared, tracking);
    tracking.key = key;
    if (!this.#byKey.has(key)) this.#byKey.set(key, shared);
  }

  #forgetKey(shared: SharedQuery<Watcher>, tracking: Tracking<Writes>): void {
    if (this.#byKey.get(tracking.key) === shared) {
      this.#byKey.delete(tracking.key);
    }
  }
}

function keyOf(query: WatchedQuery, journal: string | null): string {
  return JSON.stringify([query.callerKey, query.udfPath, journal, query.args]);
}
