/**
 * One open database: catalog, committer and clocks.
 *
 * Holds documents and transactions. Does not know functions, callers or stored files.
 */
import { type Atomically, atomicallyIn, stopWhenLost } from "./atomically";
import { Catalog } from "./catalog";
import { Committer } from "./committer";
import { type Clock, DatabaseState } from "./databaseState";
import { DocumentRows } from "./documentRows";
import { LastCommit, type LostCommits } from "./lastCommit";
import { applySchema } from "./schemaChange";
import { FIRST_USER_TABLE, type TableSpec } from "./schemaSpec";
import { SearchRows } from "./searchRows";
import { SessionRequests } from "./sessionRequests";
import { IN_MEMORY, type Sqlite, openDatabase } from "./sqlite";
import { type Snapshot, Snapshots } from "./snapshots";
import { type Store, Transaction } from "./transaction";
import { Turns } from "../turns";

export interface DatabaseOptions {
  /**
   * Called when a commit fails with an I/O error. Nothing is written afterwards; the process should exit within the
   * call.
   */
  readonly onLost?: ((error: unknown) => void) | undefined;
  /** Called when a commit listener throws. The commit stands, and the other listeners still run. */
  readonly onListenerError?: (error: unknown) => void;
  /** Wraps SQLite's transaction: lets tests simulate a failing disk. */
  readonly atomically?: ((sqlite: Atomically) => Atomically) | undefined;
  /** Lets tests set the clock of turns. */
  readonly turns?: Turns | undefined;
}

export class Database {
  readonly store: Store;
  readonly atomically: Atomically;
  readonly committer: Committer;
  readonly requests: SessionRequests;
  readonly sqlite: Sqlite;
  readonly turns: Turns;
  readonly #snapshots = new Snapshots();
  readonly #state: DatabaseState;
  readonly #lastCommit: LastCommit | null;

  constructor(dataDir: string, clock: Clock, options: DatabaseOptions = {}) {
    const sqlite = openDatabase(dataDir);
    this.sqlite = sqlite;
    this.turns = options.turns ?? new Turns();
    const state = new DatabaseState(sqlite, clock);
    const requests = new SessionRequests(sqlite);
    const store = {
      catalog: new Catalog(sqlite),
      rows: new DocumentRows(sqlite),
      search: new SearchRows(sqlite),
      now: () => state.now(),
      nextCreationTime: state.nextCreationTime,
    };
    this.#state = state;
    this.requests = requests;
    this.store = store;
    const inSqlite = atomicallyIn(sqlite);
    this.atomically = stopWhenLost(
      options.atomically?.(inSqlite) ?? inSqlite,
      options.onLost ?? (() => undefined),
    );
    this.committer = new Committer({
      atomically: this.atomically,
      store,
      state,
      requests,
      snapshots: this.#snapshots,
      turns: this.turns,
      onListenerError: options.onListenerError ?? rethrow,
    });
    const isInMemory = dataDir === IN_MEMORY;
    const file = isInMemory ? null : new LastCommit(dataDir, state.latestTs);
    this.#lastCommit = file;
    this.committer.onCommit(({ ts }) => file?.write(ts));
  }

  /** Null if every acknowledged commit is in the database. */
  get lostCommits(): LostCommits | null {
    return this.#lastCommit?.lost ?? null;
  }

  get latestTs(): bigint {
    return this.#state.latestTs;
  }

  now(): number {
    return this.#state.now();
  }

  /** The latest commit, for queries that run while later ones are written. */
  openSnapshot(): Snapshot {
    return this.#snapshots.open(this.latestTs);
  }

  /**
   * A read-only transaction that records its read set: on a snapshot, or on the latest commit if it ends in this turn
   * of the event loop.
   */
  read(snapshot?: Snapshot): Transaction {
    const { overlay = null, ts = this.latestTs } = snapshot ?? {};
    return new Transaction(this.store, overlay, ts);
  }

  /** Must not run while a mutation is running. */
  applySchema(schema: readonly TableSpec[]): void {
    const { sqlite, atomically, store } = this;
    try {
      applySchema({ sqlite, atomically, ...store }, schema);
    } finally {
      store.rows.forgetRecent();
    }
  }

  /**
   * Commits an unchanged row. Throws SQLite's error if the database cannot be written, for example on
   * a full disk. An I/O error here stops later commits too, as in any other commit.
   */
  checkWritable(): void {
    this.atomically(() => this.#state.rewrite());
  }

  hasDocuments(): boolean {
    const first = "SELECT 1 FROM documents WHERE table_number >= ? LIMIT 1";
    return this.sqlite.prepare(first).get(FIRST_USER_TABLE) !== undefined;
  }

  /** Closes without waiting for the committer. Only before the first mutation is submitted. */
  abandon(): void {
    this.sqlite.close();
    this.#lastCommit?.close();
  }

  async close(): Promise<void> {
    await this.committer.close();
    this.abandon();
  }
}

/** Without a handler, a listener's error becomes an uncaught exception. */
function rethrow(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
