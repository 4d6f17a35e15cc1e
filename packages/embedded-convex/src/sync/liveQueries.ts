/**
 * Keeps subscribed queries current: reruns those that a commit touched, and decides when each session gets its results.
 * Holds no connections.
 *
 * Work after a commit is batched per turn of the event loop: stale queries run first, then each session is updated
 * once, so that a burst of commits costs one Transition. Always true: a session is updated only when all of its queries
 * are current at one commit.
 */
import type { FunctionRunner, ReadRules } from "./functionRunner";
import type { Session } from "./session";
import { Subscriptions, type SharedQuery } from "./subscriptions";

/**
 * Fairness: queries that run in one turn of the event loop, before requests and other connections have theirs. One
 * connection may have thousands of subscriptions that one commit touches.
 */
const RUNS_PER_TURN = 32;

export interface LiveQueriesOptions<Reads, Writes> {
  readonly runner: FunctionRunner<Reads, Writes>;
  readonly readRules: ReadRules<Reads, Writes>;
  /** Sends the session its results at this commit. False if its connection is congested: the update stays pending. */
  readonly send: (session: Session, ts: bigint) => boolean;
  /** Called if the runner rejected, which is a bug: a function that fails has an outcome. */
  readonly fail: (session: Session, error: unknown) => void;
}

export class LiveQueries<Reads, Writes> {
  readonly #options: LiveQueriesOptions<Reads, Writes>;
  readonly subscriptions: Subscriptions<Session, Reads, Writes>;
  /** Sessions that wait for an update. */
  readonly #pending = new Set<Session>();
  readonly #unsubscribe: () => void;
  /** The latest commit. */
  #ts: bigint;
  #isFlushScheduled = false;
  #runs = 0;

  constructor(options: LiveQueriesOptions<Reads, Writes>) {
    this.#options = options;
    this.subscriptions = new Subscriptions(options.readRules);
    this.#ts = options.runner.latestTs;
    this.#unsubscribe = options.runner.onCommit((commit) => {
      this.#ts = commit.ts;
      this.subscriptions.commit(commit);
      this.scheduleFlush();
    });
  }

  /** Runs of subscribed queries, reruns included. */
  get runs(): number {
    return this.#runs;
  }

  /** Sends the session an update as soon as all of its queries are current. */
  requestUpdate(session: Session): void {
    this.#pending.add(session);
    this.scheduleFlush();
  }

  remove(session: Session): void {
    this.#pending.delete(session);
  }

  /** Reruns every subscribed query, because the functions were replaced. */
  rerunAll(): void {
    this.subscriptions.invalidateAll();
    this.scheduleFlush();
  }

  close(): void {
    this.#unsubscribe();
  }

  /** nextTick batches the commits and query results of this turn of the event loop. */
  scheduleFlush(): void {
    if (!this.#isFlushScheduled) this.#flushIn((run) => process.nextTick(run));
  }

  #flush(): void {
    const { subscriptions } = this;
    for (const shared of subscriptions.takeStale(RUNS_PER_TURN))
      this.#run(shared);
    // Later than nextTick: sockets are served before.
    if (subscriptions.hasStale) this.#flushIn(setImmediate);
    for (const session of this.#pending) {
      if (!session.isReadyAt(this.#ts)) continue;
      if (this.#options.send(session, this.#ts)) this.#pending.delete(session);
    }
  }

  #flushIn(defer: (run: () => void) => void): void {
    this.#isFlushScheduled = true;
    defer(() => {
      this.#isFlushScheduled = false;
      this.#flush();
    });
  }

  #run(shared: SharedQuery<Session>): void {
    const { runner, fail } = this.#options;
    const { udfPath, args, caller } = shared.query;
    this.#runs += 1;
    runner
      .runQuery({ udfPath, args, caller, journal: shared.journal })
      .then((run) => {
        if (this.subscriptions.settle(shared, run) === "changed") {
          for (const watcher of shared.watchers) this.#pending.add(watcher);
        }
        this.scheduleFlush();
      })
      .catch((error: unknown) => {
        for (const watcher of [...shared.watchers]) fail(watcher, error);
      });
  }
}
