/**
 * Runs mutations one at a time and commits them in groups. Does not run queries: they read committed rows.
 *
 * Callers take turns; the mutations of one session stay in order. The mutations of a group run over one overlay; then
 * one SQLite transaction writes the overlay, and then the callers get their results. So commit order is execution order
 * (serializable), a result is never returned before it is durable, and one fsync serves the whole group.
 *
 * Background work, such as the steps of an action, has separate groups, which alternate with those of clients: a
 * client's mutation that has run does not wait for a long step.
 *
 * A failed mutation leaves no writes. If the disk rejects a commit, every mutation of the group fails and the next
 * group runs. Errors of commit listeners are reported and affect neither the commit nor other listeners.
 */
import { applyWrites } from "./applyWrites";
import type { Atomically } from "./atomically";
import type { DatabaseState } from "./databaseState";
import { Overlay } from "./overlay";
import type { Commit } from "./readSet";
import type { IdempotentCall, SessionRequests } from "./sessionRequests";
import { withTimeLimit } from "./timeLimit";
import type { Snapshots } from "./snapshots";
import { type Store, Transaction } from "./transaction";
import { nextTurn } from "../eventLoop";
import { type CallerPath, FairQueue } from "../fairQueue";
import type { Turns } from "../turns";

export interface Work<T> {
  /** `ts` is the commit timestamp of this mutation if it succeeds. */
  run(transaction: Transaction, ts: bigint): Promise<T> | T;
  /** The caller of the mutation: callers take turns. Default: work of the server itself. */
  readonly from?: CallerPath;
  /** Whether an action, the scheduler or the server calls it: it is committed apart from mutations of clients. */
  readonly isBackground?: boolean;
  /** Recorded with the result in the same commit, so that a retry gets the result. */
  readonly call?: IdempotentCall;
  resultText?(value: T): string;
}

export interface Committed<T> {
  readonly value: T;
  readonly ts: bigint;
}

interface QueuedMutation {
  readonly from: CallerPath;
  run(transaction: Transaction, ts: bigint): Promise<ExecutedMutation>;
  fail(error: unknown): void;
}

interface ExecutedMutation {
  readonly record: (requests: SessionRequests) => void;
  readonly resolve: () => void;
  readonly fail: (error: unknown) => void;
}

export interface CommitterOptions {
  readonly atomically: Atomically;
  readonly store: Store;
  readonly state: DatabaseState;
  readonly requests: SessionRequests;
  readonly snapshots: Snapshots;
  readonly turns: Turns;
  readonly onListenerError: (error: unknown) => void;
}

/** Bound the size of a group, and so the latency of its first mutation. */
const MAX_GROUP_MUTATIONS = 256;
const MAX_GROUP_WRITES = 2_000;
const MAX_GROUP_MS = 40;

/** Background work shares the queue fairly with client mutations. */
const SERVER: CallerPath = ["server", "", ""];

/** The caller path under which all mutations take turns with queries: the committer decides which mutation is next. */
const MUTATIONS: CallerPath = [];

export class Committer {
  readonly #ofClients = new FairQueue<QueuedMutation>();
  readonly #background = new FairQueue<QueuedMutation>();
  readonly #listeners = new Set<(commit: Commit) => void>();
  #running: Promise<void> | null = null;
  #isClosed = false;
  readonly #options: CommitterOptions;

  constructor(options: CommitterOptions) {
    this.#options = options;
  }

  onCommit(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  submit<T>(work: Work<T>): Promise<Committed<T>> {
    return new Promise((resolve, reject) => {
      const queue = work.isBackground ? this.#background : this.#ofClients;
      this.#enqueue(queue, toQueued(work, resolve, reject));
    });
  }

  /** Runs a change in the queue like a mutation, so no mutation runs at the same time. */
  exclusively<T>(change: () => T): Promise<T> {
    return this.submit({ run: change }).then(({ value }) => value);
  }

  /** Rejects new mutations and waits for the submitted ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#running !== null) await this.#running;
  }

  #enqueue(queue: FairQueue<QueuedMutation>, mutation: QueuedMutation): void {
    if (this.#isClosed) {
      mutation.fail(new Error("The server is shutting down."));
      return;
    }
    queue.push(mutation.from, mutation);
    this.#running ??= new Promise((resolve, reject) => {
      // Runs after the I/O of this event loop turn, so that its mutations form one group.
      setImmediate(() => void this.#drain().then(resolve, reject));
    });
  }

  async #drain(): Promise<void> {
    try {
      const queues = [this.#ofClients, this.#background];
      while (queues.some((queue) => !queue.isEmpty))
        for (const queue of queues) {
          if (queue.isEmpty) continue;
          await this.#commitGroup(queue);
          // Let sockets be served between two groups.
          await nextTurn();
        }
    } finally {
      this.#running = null;
    }
  }

  async #commitGroup(queue: FairQueue<QueuedMutation>): Promise<void> {
    const { store, state, turns } = this.#options;
    const overlay = new Overlay();
    const executed: ExecutedMutation[] = [];
    const failures: (() => void)[] = [];
    const effects: (() => void)[] = [];
    let ts = state.latestTs;
    let taken = 0;
    // A function runs over several turns of the event loop: those that are submitted meanwhile form the next group.
    const queued = Math.min(queue.size, MAX_GROUP_MUTATIONS);
    const isFull = turns.timer(MAX_GROUP_MS);
    while (taken < queued && overlay.size < MAX_GROUP_WRITES && !isFull()) {
      const turn = await turns.enter("mutation", MUTATIONS);
      const next = queue.shift();
      if (next === undefined) {
        turn.leave();
        break;
      }
      queue.rotate();
      taken += 1;
      const transaction = new Transaction(store, overlay, ts);
      transaction.turn = turn;
      const nextTs = state.timestampAfter(ts);
      try {
        const run = next.run(transaction, nextTs);
        executed.push(await withTimeLimit(run, undefined, turn));
        effects.push(...transaction.takeEffects());
        ts = nextTs;
      } catch (error) {
        transaction.abandon();
        // Report after the commit: the error may depend on uncommitted writes of the group.
        failures.push(() => next.fail(error));
      } finally {
        turn.leave();
      }
    }
    const commit = this.#write(overlay, executed, ts);
    for (const fail of failures) fail();
    if (commit === null) return;
    for (const { resolve } of executed) resolve();
    for (const effect of effects) this.#notify(effect);
    for (const listener of this.#listeners) this.#notify(() => listener(commit));
  }

  #notify(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#options.onListenerError(error);
    }
  }

  /** Synchronous, so that no query sees a partial commit. */
  #write(overlay: Overlay, executed: readonly ExecutedMutation[], ts: bigint): Commit | null {
    const { atomically, store, state, requests, snapshots } = this.#options;
    try {
      const writes = atomically(() => {
        const applied = applyWrites(store, overlay);
        for (const { record } of executed) record(requests);
        state.save(ts);
        return applied;
      });
      snapshots.keepEarlierVersions(overlay);
      state.latestTs = ts;
      return { ts, writes };
    } catch (error) {
      store.rows.forgetRecent();
      for (const { fail } of executed) fail(error);
      return null;
    }
  }
}

function toQueued<T>(
  work: Work<T>,
  resolve: (committed: Committed<T>) => void,
  reject: (error: unknown) => void,
): QueuedMutation {
  return {
    from: work.from ?? SERVER,
    fail: reject,
    async run(transaction, ts) {
      const value = await work.run(transaction, ts);
      transaction.resolveCommitTs(ts);
      return {
        fail: reject,
        resolve: () => resolve({ value, ts }),
        record(requests) {
          if (work.call === undefined) return;
          requests.record(work.call, work.resultText?.(value) ?? "null", ts);
        },
      };
    },
  };
}
