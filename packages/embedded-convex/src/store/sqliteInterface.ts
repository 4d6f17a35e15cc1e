/**
 * The part of better-sqlite3's API that this package uses. better-sqlite3's databases implement it directly; for
 * `node:sqlite`, nodeSqlite.ts is an adapter with the same behavior.
 */

export interface RunResult {
  readonly changes: number;
  /** Rounded to a double above 2^53. */
  readonly lastInsertRowid: number;
}

/** Parameters are bound in order. They are separate arguments or one array. */
export interface Statement<Parameters extends unknown[] = unknown[], Row = unknown> {
  /** Whether the statement returns rows. */
  readonly reader: boolean;
  run(...parameters: Parameters): RunResult;
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  iterate(...parameters: Parameters): IterableIterator<Row>;
  /** Makes each row the value of its first column. */
  pluck(): this;
  /** Makes each row an array. */
  raw(): this;
  /** Makes integers BigInts. */
  safeIntegers(): this;
}

export interface BackupOptions {
  readonly pagesPerStep: number;
  /** Called after each step except the last. If it throws, the backup stops and rejects with that error. */
  readonly onStep: () => void;
}

export interface Sqlite {
  readonly inTransaction: boolean;
  prepare<Parameters extends unknown[] = unknown[], Row = unknown>(
    sql: string,
  ): Statement<Parameters, Row>;
  /** Runs several statements without parameters. */
  exec(sql: string): unknown;
  /** The rows of `PRAGMA source`; with `simple`, only the first value. */
  pragma(source: string, options?: { readonly simple?: boolean }): unknown;
  /** Calling the result runs `change` in a transaction, or in a savepoint inside an open transaction. */
  transaction<T>(change: () => T): Transaction<T>;
  close(): unknown;
}

export interface Transaction<T> {
  (): T;
  /** Acquires the write lock at the start (BEGIN IMMEDIATE). */
  readonly immediate: () => T;
}

export interface OpenOptions {
  readonly readonly?: boolean;
  readonly fileMustExist?: boolean;
  /** How long to wait for another connection's lock, in milliseconds (SQLite's busy timeout). */
  readonly timeout?: number;
}
