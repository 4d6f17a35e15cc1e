/**
 * The part of better-sqlite3's interface that this package uses. driver.ts returns better-sqlite3's databases unchanged;
 * nodeSqlite.ts gives `node:sqlite` the same behavior.
 */

export interface RunResult {
  readonly changes: number;
  /** Rounded beyond 2^53. */
  readonly lastInsertRowid: number;
}

/** Parameters are bound in order: each an argument, or all of them one array. */
export interface Statement<
  Parameters extends unknown[] = unknown[],
  Row = unknown,
> {
  /** Whether it returns rows. */
  readonly reader: boolean;
  run(...parameters: Parameters): RunResult;
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  iterate(...parameters: Parameters): IterableIterator<Row>;
  /** Rows are the first column's value. */
  pluck(): this;
  /** Rows are arrays. */
  raw(): this;
  /** Integers are BigInts. */
  safeIntegers(): this;
}

export interface BackupOptions {
  readonly pagesPerStep: number;
  /** Called after each step but the last. Throwing ends the backup: it rejects with what was thrown. */
  readonly onStep: () => void;
}

export interface Sqlite {
  readonly inTransaction: boolean;
  prepare<Parameters extends unknown[] = unknown[], Row = unknown>(
    sql: string,
  ): Statement<Parameters, Row>;
  /** Runs several statements without parameters. */
  exec(sql: string): unknown;
  /** The rows of `PRAGMA source`, or where it is `simple` the first value alone. */
  pragma(source: string, options?: { readonly simple?: boolean }): unknown;
  /** Calling the result runs `change` in a transaction, or in a savepoint where a transaction is open. */
  transaction<T>(change: () => T): Transaction<T>;
  close(): unknown;
}

export interface Transaction<T> {
  (): T;
  /** Takes the write lock at the beginning. */
  readonly immediate: () => T;
}

export interface OpenOptions {
  readonly readonly?: boolean;
  readonly fileMustExist?: boolean;
  /** How long to wait for another connection's lock. */
  readonly timeout?: number;
}
