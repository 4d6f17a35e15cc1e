/**
 * Runs mutations one after another and makes them durable in groups.
 *
 * All that waits when a turn comes runs in order over one overlay, then one SQLite transaction writes
 * what they left, then their callers are answered. So the order of execution is the order of commit
 * (serializable), an answer is never given for what is not on disk, and one fsync serves the group.
 * A mutation that fails leaves nothing. It does not run queries: those read committed rows.
 *
 * A commit that the disk refused is a failure of the whole group, and the next group goes on. Those who are told of commits
 * cannot harm one, nor each other: what they throw is reported, and the commit stands.
 */
import { applyWrites } from "./applyWrites";
import type { Atomically } from "./atomically";
import type { DatabaseState } from "./databaseState";
import { Overlay } from "./overlay";
import type { Commit } from "./readSet";
import type { AskedRequest, SessionRequests } from "./sessionRequests";
import { withTimeLimit } from "./timeLimit";
import { type Store, Transaction } from "./transaction";

export interface Work<T> {
  /** `ts` is the timestamp that this mutation will have if it succeeds. */
  run(transaction: Transaction, ts: bigint): Promise<T> | T;
  /** Recorded with the writes, to answer a repetition of the request with. */
  readonly request?: AskedRequest;
  resultText?(value: T): string;
}

export interface Committed<T> {
  readonly value: T;
  readonly ts: bigint;
}

interface Waiting {
  run(transaction: Transaction, ts: bigint): Promise<Finished>;
  fail(error: unknown): void;
}

interface Finished {
  readonly record: (requests: SessionRequests) => void;
  readonly answer: () => void;
  readonly fail: (error: unknown) => void;
}

export interface CommitterParts {
  readonly atomically: Atomically;
  readonly store: Store;
  readonly state: DatabaseState;
  readonly requests: SessionRequests;
  readonly onListenerError: (error: unknown) => void;
}

/** Keeps one group from growing without bound, and its callers from waiting for the last of it. */
const LARGEST_GROUP = 256;
const LARGEST_GROUP_WRITES = 20_000;

export class Committer {
  readonly #waiting: Waiting[] = [];
  readonly #listeners = new Set<(commit: Commit) => void>();
  #running: Promise<void> | null = null;
  #isClosed = false;
  readonly #parts: CommitterParts;

  constructor(parts: CommitterParts) {
    this.#parts = parts;
  }

  onCommit(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  submit<T>(work: Work<T>): Promise<Committed<T>> {
    return new Promise((resolve, reject) => {
      this.#enqueue(toWaiting(work, resolve, reject));
    });
  }

  /** Runs between two groups, when no mutation is under way. */
  exclusively<T>(change: () => T): Promise<T> {
    return this.submit({ run: change }).then(({ value }) => value);
  }

  /** Finishes what was submitted and takes nothing more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#running !== null) await this.#running;
  }

  #enqueue(waiting: Waiting): void {
    if (this.#isClosed) {
      waiting.fail(new Error("The server is shutting down."));
      return;
    }
    this.#waiting.push(waiting);
    this.#running ??= new Promise((resolve, reject) => {
      // After all input of this turn has been read, so that it makes one group.
      setImmediate(() => void this.#drain().then(resolve, reject));
    });
  }

  async #drain(): Promise<void> {
    try {
      await this.#commitGroup();
      while (this.#waiting.length > 0) {
        // Between two groups the sockets have their turn.
        await new Promise((resolve) => setImmediate(resolve));
        await this.#commitGroup();
      }
    } finally {
      this.#running = null;
    }
  }

  async #commitGroup(): Promise<void> {
    const { store, state } = this.#parts;
    const overlay = new Overlay();
    const finished: Finished[] = [];
    const failures: (() => void)[] = [];
    const effects: (() => void)[] = [];
    let ts = state.latestTs;
    let taken = 0;
    while (taken < LARGEST_GROUP && overlay.size < LARGEST_GROUP_WRITES) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      taken += 1;
      const transaction = new Transaction(store, overlay, ts);
      const nextTs = state.timestampAfter(ts);
      try {
        finished.push(await withTimeLimit(next.run(transaction, nextTs)));
        effects.push(...transaction.takeEffects());
        ts = nextTs;
      } catch (error) {
        transaction.abandon();
        // Not before the commit: it may have seen what another of the group wrote.
        failures.push(() => next.fail(error));
      }
    }
    const commit = this.#write(overlay, finished, ts);
    for (const fail of failures) fail();
    if (commit === null) return;
    for (const { answer } of finished) answer();
    for (const effect of effects) this.#tell(effect);
    for (const listener of this.#listeners) this.#tell(() => listener(commit));
  }

  #tell(listen: () => void): void {
    try {
      listen();
    } catch (error) {
      this.#parts.onListenerError(error);
    }
  }

  /** Synchronous from the first row to the commit: no query sees half of it. */
  #write(
    overlay: Overlay,
    finished: readonly Finished[],
    ts: bigint,
  ): Commit | null {
    const { atomically, store, state, requests } = this.#parts;
    try {
      const writes = atomically(() => {
        const applied = applyWrites(store, overlay);
        for (const { record } of finished) record(requests);
        state.save(ts);
        return applied;
      });
      state.latestTs = ts;
      return { ts, writes };
    } catch (error) {
      for (const { fail } of finished) fail(error);
      return null;
    }
  }
}

function toWaiting<T>(
  work: Work<T>,
  resolve: (committed: Committed<T>) => void,
  reject: (error: unknown) => void,
): Waiting {
  return {
    fail: reject,
    async run(transaction, ts) {
      const value = await work.run(transaction, ts);
      transaction.resolveCommitTs(ts);
      return {
        fail: reject,
        answer: () => resolve({ value, ts }),
        record(requests) {
          if (work.request === undefined) return;
          requests.record(work.request, work.resultText?.(value) ?? "null", ts);
        },
      };
    },
  };
}
