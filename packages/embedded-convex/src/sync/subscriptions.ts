/**
 * The subscribed queries. Sessions with the same caller, function, arguments and journal share one.
 *
 * Holds results, read sets and watchers; runs nothing: `begin` is called when a query runs, on a snapshot of any recent
 * commit, and `settle` with the result. Always true: a query is `current` only if a run at the latest commit would have
 * the same result, that is, no commit after its last run touched what it read.
 */
import type { JSONValue } from "convex/values";
import { encodeResult, isSameResult, type EncodedResult } from "../protocol/codec";
import type { Caller } from "../functionCall";
import type { Commit, QueryRun, ReadIndex, ReadRules, Touches } from "./functionRunner";

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
  state: "stale" | "current" = "stale";
  /** The commit of the last run's snapshot. */
  ranAt = 0n;
  /** The journal of the last run, passed to the next one. */
  journal: string | null;

  constructor(readonly query: WatchedQuery) {
    this.journal = query.journal;
  }

  /** Whether the next run continues from another subscriber's journal, instead of this one. */
  rerunsWithOther(journal: string | null): boolean {
    return this.state === "stale" && this.journal !== journal;
  }

  isCurrentAt(ts: bigint): boolean {
    return this.state === "current" && this.ranAt <= ts;
  }
}

export interface Settled {
  readonly result: EncodedResult;
  /** The first commit that touched what the run read; null if none has. */
  readonly until: bigint | null;
}

/** Results as of one commit. */
export interface ResultsAt<Watcher> {
  readonly ts: bigint;
  readonly results: ReadonlyMap<SharedQuery<Watcher>, EncodedResult>;
}

/** The state of a query that watchers do not see. */
interface Tracking {
  key: string;
  isRunning: boolean;
  /** The functions were replaced during the current run. */
  isInvalidated: boolean;
}

export class Subscriptions<Watcher, Reads, Writes> {
  readonly #touches: Touches<Reads, Writes>;
  readonly #tracked = new Map<SharedQuery<Watcher>, Tracking>();
  /** The queries that another session may join. */
  readonly #byKey = new Map<string, SharedQuery<Watcher>>();
  /** The commits after the oldest snapshot in use, oldest first: a run on that snapshot has not seen them. */
  readonly #commits: Commit<Writes>[] = [];
  #commitHolders = 0;
  /** The reads of `current` queries only: stale ones need no lookup. */
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
    this.#reads.delete(shared);
    this.#forgetKey(shared, tracking);
  }

  [Symbol.iterator](): Iterator<SharedQuery<Watcher>> {
    return this.#tracked.keys();
  }

  /** Marks the queries that the commit touched as stale, and returns them. */
  commit(commit: Commit<Writes>): SharedQuery<Watcher>[] {
    if (this.#commitHolders > 0) this.#commits.push(commit);
    const affected = [...this.#reads.affectedBy(commit.writes)];
    for (const shared of affected) {
      const tracking = this.#tracked.get(shared);
      if (tracking) this.#markStale(shared, tracking);
    }
    return affected;
  }

  /** Call it before a snapshot is opened for runs. */
  holdCommits(): void {
    this.#commitHolders += 1;
  }

  /** Call it when no run uses the snapshot any more. */
  releaseCommits(): void {
    this.#commitHolders -= 1;
    if (this.#commitHolders === 0) this.#commits.length = 0;
  }

  /** Marks every query as stale, because the functions were replaced. */
  invalidateAll(): void {
    for (const [shared, tracking] of this.#tracked) {
      tracking.isInvalidated = tracking.isRunning;
      this.#markStale(shared, tracking);
    }
  }

  isRunning(shared: SharedQuery<Watcher>): boolean {
    return this.#tracked.get(shared)?.isRunning === true;
  }

  begin(shared: SharedQuery<Watcher>): void {
    const tracking = this.#tracked.get(shared);
    if (tracking) tracking.isRunning = true;
    this.holdCommits();
  }

  /** Call it instead of `settle` when a run rejected. */
  abandon(shared: SharedQuery<Watcher>): void {
    const tracking = this.#tracked.get(shared);
    if (tracking) tracking.isRunning = false;
    this.releaseCommits();
  }

  /** Takes the result of a run. It is valid from the commit of the run until another one. */
  settle(shared: SharedQuery<Watcher>, run: QueryRun<Reads>): Settled {
    const touching = this.#commits.find(
      (commit) => commit.ts > run.ts && this.#touches(run.reads, commit.writes),
    );
    this.releaseCommits();
    const encoded = encodeResult(run.outcome, run.journal);
    const known = shared.result;
    const result = known !== null && isSameResult(known, encoded) ? known : encoded;
    const tracking = this.#tracked.get(shared);
    if (!tracking) return { result, until: touching?.ts ?? null };
    const { isInvalidated } = tracking;
    tracking.isRunning = false;
    tracking.isInvalidated = false;
    if (isInvalidated) return { result, until: run.ts };
    // Another session has a later result already.
    if (shared.state === "current" && shared.ranAt > run.ts)
      return { result, until: touching?.ts ?? null };
    shared.ranAt = run.ts;
    shared.journal = run.journal;
    shared.result = result;
    if (touching !== undefined) {
      this.#markStale(shared, tracking);
      return { result, until: touching.ts };
    }
    shared.state = "current";
    this.#reads.set(shared, run.reads);
    return { result, until: null };
  }

  #add(query: WatchedQuery, key: string): SharedQuery<Watcher> {
    const shared = new SharedQuery<Watcher>(query);
    this.#tracked.set(shared, {
      key,
      isRunning: false,
      isInvalidated: false,
    });
    this.#byKey.set(key, shared);
    return shared;
  }

  /**
   * The rerun uses the journal of the last run, so that a page keeps its end. From now on only sessions with the same
   * journal may join.
   */
  #markStale(shared: SharedQuery<Watcher>, tracking: Tracking): void {
    shared.state = "stale";
    this.#reads.delete(shared);
    const key = keyOf(shared.query, shared.journal);
    if (key === tracking.key) return;
    this.#forgetKey(shared, tracking);
    tracking.key = key;
    if (!this.#byKey.has(key)) this.#byKey.set(key, shared);
  }

  #forgetKey(shared: SharedQuery<Watcher>, tracking: Tracking): void {
    if (this.#byKey.get(tracking.key) === shared) {
      this.#byKey.delete(tracking.key);
    }
  }
}

function keyOf(query: WatchedQuery, journal: string | null): string {
  return JSON.stringify([query.callerKey, query.udfPath, journal, query.args]);
}
