/**
 * The store as a whole: one open database with its catalog, committer and clocks.
 *
 * It knows documents and transactions, and nothing of functions, callers or files on disk.
 */
import { type Atomically, atomicallyIn, untilLost } from "./atomically";
import { Catalog } from "./catalog";
import { Committer } from "./committer";
import { type Clock, DatabaseState } from "./databaseState";
import { DocumentRows } from "./documentRows";
import { applySchema } from "./schemaChange";
import { FIRST_USER_TABLE, SYSTEM_TABLES, type TableSpec } from "./schemaSpec";
import { SearchRows } from "./searchRows";
import { SessionRequests } from "./sessionRequests";
import { type Sqlite, openDatabase } from "./sqlite";
import { type Store, Transaction } from "./transaction";

export interface DatabaseOptions {
  /** The disk failed under a commit: nothing is written from then on, and the process should end within the call. */
  readonly onLost?: ((error: unknown) => void) | undefined;
  /** Something that was told of a commit threw. The commit stands, and all others were told. */
  readonly onListenerError?: (error: unknown) => void;
  /** How changes are committed, in place of SQLite's own way: for tests of a disk that fails. */
  readonly atomically?: ((own: Atomically) => Atomically) | undefined;
}

export class Database {
  readonly store: Store;
  readonly atomically: Atomically;
  readonly committer: Committer;
  readonly requests: SessionRequests;
  readonly sqlite: Sqlite;
  readonly #state: DatabaseState;

  constructor(dataDir: string, clock: Clock, options: DatabaseOptions = {}) {
    const sqlite = openDatabase(dataDir);
    this.sqlite = sqlite;
    const state = new DatabaseState(sqlite, clock);
    const requests = new SessionRequests(sqlite);
    const store = {
      catalog: new Catalog(sqlite),
      rows: new DocumentRows(sqlite),
      search: new SearchRows(sqlite),
      nextCreationTime: state.nextCreationTime,
    };
    this.#state = state;
    this.requests = requests;
    this.store = store;
    const own = atomicallyIn(sqlite);
    this.atomically = untilLost(
      options.atomically?.(own) ?? own,
      options.onLost ?? (() => undefined),
    );
    this.committer = new Committer({
      atomically: this.atomically,
      store,
      state,
      requests,
      onListenerError: options.onListenerError ?? rethrow,
    });
  }

  get latestTs(): bigint {
    return this.#state.latestTs;
  }

  now(): number {
    return this.#state.now();
  }

  /** A transaction that reads committed data and records what it read. */
  read(): Transaction {
    return new Transaction(this.store, null, this.latestTs);
  }

  /** Only when no mutation is under way. */
  applySchema(schema: readonly TableSpec[]): void {
    const { sqlite, atomically, store } = this;
    applySchema({ sqlite, atomically, ...store }, schema);
  }

  /**
   * Throws SQLite's error where nothing can be made durable, as on a disk that is full. It writes as a commit does: a disk that is
   * lost under it is lost for the next commit too.
   */
  checkWritable(): void {
    this.atomically(() => this.#state.writeAgain());
  }

  /** Every table by name, but those that only the server itself may see. */
  tableNames(): string[] {
    const hidden = new Set(SYSTEM_TABLES.map(({ name }) => name));
    return [...this.store.catalog.tables()]
      .map(({ name }) => name)
      .filter((name) => !hidden.has(name));
  }

  hasDocuments(): boolean {
    const first = "SELECT 1 FROM documents WHERE table_number >= ? LIMIT 1";
    return this.sqlite.prepare(first).get(FIRST_USER_TABLE) !== undefined;
  }

  /** Before anything was submitted: closes without waiting. */
  abandon(): void {
    this.sqlite.close();
  }

  async close(): Promise<void> {
    await this.committer.close();
    this.sqlite.close();
  }
}

/** Where nobody is there to hear of it, the process should. */
function rethrow(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
