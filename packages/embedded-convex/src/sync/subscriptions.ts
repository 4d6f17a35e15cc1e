/**
 * The queries that are watched, each held once for all who ask the same thing as the same person.
 *
 * Holds results, read sets and who watches; runs nothing: `takeStale` says what to run and `settle` takes what came out.
 * Always true: a query is `current` only if its result is what a run at the latest commit would give, that is, no commit after the
 * one it saw has touched what it read.
 */
import type { JSONValue } from "convex/values";
import {
  encodeResult,
  isSameResult,
  type EncodedResult,
} from "../protocol/codec";
import type {
  Caller,
  Commit,
  QueryRun,
  ReadFiling,
  ReadRules,
  Touches,
} from "./functionRunner";

export interface WatchedQuery {
  readonly udfPath: string;
  readonly args: JSONValue;
  readonly caller: Caller;
  /** Equal for two callers if and only if every function must treat them alike. */
  readonly callerKey: string;
  readonly journal: string | null;
}

/** Read by its watchers, written by `Subscriptions` alone. */
export class SharedQuery<Watcher> {
  readonly watchers = new Set<Watcher>();
  /** The last result, also while a newer one is on its way. */
  result: EncodedResult | null = null;
  state: "stale" | "running" | "current" = "stale";
  /** The commit that the last run saw. */
  ranAt = 0n;
  /** What the next run continues from. */
  journal: string | null;

  constructor(readonly query: WatchedQuery) {
    this.journal = query.journal;
  }

  isCurrentAt(ts: bigint): boolean {
    return this.state === "current" && this.ranAt <= ts;
  }
}

/** What `Subscriptions` knows of a query besides. */
interface Tracking<Writes> {
  key: string;
  /** Commits that came while it ran: one that the run did not see may have touched what it read. */
  readonly missed: Commit<Writes>[];
  /** Its function changed while it ran. */
  isInvalidated: boolean;
}

export class Subscriptions<Watcher, Reads, Writes> {
  readonly #touches: Touches<Reads, Writes>;
  readonly #tracked = new Map<SharedQuery<Watcher>, Tracking<Writes>>();
  /** Those that a newcomer may join. */
  readonly #byKey = new Map<string, SharedQuery<Watcher>>();
  readonly #stale = new Set<SharedQuery<Watcher>>();
  readonly #running = new Set<SharedQuery<Watcher>>();
  /** What the current ones read, and no others: those are run again in any case, or not done yet. */
  readonly #reads: ReadFiling<SharedQuery<Watcher>, Reads, Writes>;

  constructor({ touches, newFiling }: ReadRules<Reads, Writes>) {
    this.#touches = touches;
    this.#reads = newFiling();
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

  /** Marks what the commit touched. */
  commit(commit: Commit<Writes>): void {
    for (const shared of this.#running) {
      this.#tracked.get(shared)?.missed.push(commit);
    }
    for (const shared of this.#reads.affectedBy(commit.writes)) {
      const tracking = this.#tracked.get(shared);
      if (tracking) this.#markStale(shared, tracking);
    }
  }

  /** The functions themselves have changed: nothing that they gave holds any more. */
  invalidateAll(): void {
    for (const [shared, tracking] of this.#tracked) {
      if (shared.state === "running") tracking.isInvalidated = true;
      else this.#markStale(shared, tracking);
    }
  }

  /** What must be run now. Each of them is running until it is settled. */
  takeStale(): SharedQuery<Watcher>[] {
    const stale = [...this.#stale];
    this.#stale.clear();
    for (const shared of stale) {
      shared.state = "running";
      this.#running.add(shared);
    }
    return stale;
  }

  /** Takes the outcome of a run, and tells whether it is news to the watchers. */
  settle(
    shared: SharedQuery<Watcher>,
    run: QueryRun<Reads>,
  ): "unchanged" | "changed" | "stale" {
    const tracking = this.#tracked.get(shared);
    // Everyone left while it ran.
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
   * From here on it reruns with the journal of its own first run (a page keeps its end), which a newcomer without a journal has not
   * asked for: only those may join it who come with that very journal.
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
