/**
 * Adapts `node:sqlite` to the behavior of better-sqlite3: error codes by name (SQLITE_FULL), BLOBs as Buffers, rows as
 * plain objects, `undefined` bound as NULL, booleans refused, foreign keys enforced, no double-quoted strings, a busy
 * timeout of 5 s. One difference remains: reading an integer above 2^53 without `safeIntegers` throws, while
 * better-sqlite3 rounds it.
 */
import { existsSync } from "node:fs";
import type * as nodeSqlite from "node:sqlite";
import type {
  DatabaseSync,
  DatabaseSyncOptions,
  SQLInputValue,
  SQLOutputValue,
  StatementSync,
} from "node:sqlite";
import type {
  BackupOptions,
  OpenOptions,
  RunResult,
  Sqlite,
  Statement,
  Transaction,
} from "./sqliteInterface";
import { resultCodeName } from "./sqliteResultCodes";

export type NodeSqlite = Pick<typeof nodeSqlite, "DatabaseSync" | "backup">;

export class NodeDatabase implements Sqlite {
  readonly #node: NodeSqlite;
  readonly #database: DatabaseSync;

  constructor(node: NodeSqlite, path: string, options: OpenOptions) {
    const { readonly = false, fileMustExist = false, timeout = 5000 } = options;
    if (fileMustExist && !existsSync(path)) {
      throw Object.assign(new Error("unable to open database file"), {
        code: "SQLITE_CANTOPEN",
      });
    }
    // The types of Node 22 have no `defensive`. Node 22 ignores it.
    const settings: DatabaseSyncOptions & { defensive: boolean } = {
      readOnly: readonly,
      timeout,
      enableForeignKeyConstraints: true,
      enableDoubleQuotedStringLiterals: false,
      defensive: true,
    };
    this.#node = node;
    this.#database = named(() => new node.DatabaseSync(path, settings));
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  prepare<Parameters extends unknown[], Row>(sql: string): Statement<Parameters, Row> {
    return new NodeStatement<Parameters, Row>(named(() => this.#database.prepare(sql)));
  }

  exec(sql: string): void {
    named(() => this.#database.exec(sql));
  }

  pragma(source: string, { simple = false } = {}): unknown {
    const statement = this.prepare(`PRAGMA ${source}`);
    return simple ? statement.pluck().all()[0] : statement.all();
  }

  transaction<T>(change: () => T): Transaction<T> {
    return Object.assign(() => this.#atomically("BEGIN", change), {
      immediate: () => this.#atomically("BEGIN IMMEDIATE", change),
    });
  }

  #atomically<T>(begin: string, change: () => T): T {
    const isNested = this.inTransaction;
    this.exec(isNested ? "SAVEPOINT nested" : begin);
    try {
      const result = change();
      this.exec(isNested ? "RELEASE nested" : "COMMIT");
      return result;
    } catch (error) {
      // SQLite itself rolls back after some errors, such as a full disk.
      if (this.inTransaction)
        this.exec(isNested ? "ROLLBACK TO nested; RELEASE nested" : "ROLLBACK");
      throw error;
    }
  }

  async backUp(to: string, { pagesPerStep, onStep }: BackupOptions): Promise<number> {
    try {
      return await this.#node.backup(this.#database, to, {
        rate: pagesPerStep,
        progress: onStep,
      });
    } catch (error) {
      // Node rejects with SQLITE_OK if the connection has an open transaction at the first step.
      if ((error as { errcode?: number }).errcode === 0) return 0;
      throw withCodeName(error);
    }
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

type NodeRow = Record<string, SQLOutputValue> | SQLOutputValue[];

class NodeStatement<Parameters extends unknown[], Row> implements Statement<Parameters, Row> {
  readonly #statement: StatementSync;
  #read: (row: NodeRow) => unknown = asObject;
  #readsBigInts = false;

  constructor(statement: StatementSync) {
    this.#statement = statement;
  }

  get reader(): boolean {
    return this.#statement.columns().length > 0;
  }

  run(...parameters: Parameters): RunResult {
    const values = bound(parameters);
    // Without BigInts, Node 26 throws after the write if the last row id is above 2^53, as FTS5's internal row ids are.
    this.#statement.setReadBigInts(true);
    try {
      const done = named(() => this.#statement.run(...values));
      return {
        changes: Number(done.changes),
        lastInsertRowid: Number(done.lastInsertRowid),
      };
    } finally {
      this.#statement.setReadBigInts(this.#readsBigInts);
    }
  }

  get(...parameters: Parameters): Row | undefined {
    const values = bound(parameters);
    const row = named(() => this.#statement.get(...values));
    return row === undefined ? undefined : (this.#read(row) as Row);
  }

  all(...parameters: Parameters): Row[] {
    const values = bound(parameters);
    const rows: NodeRow[] = named(() => this.#statement.all(...values));
    return rows.map((row) => this.#read(row) as Row);
  }

  *iterate(...parameters: Parameters): IterableIterator<Row> {
    const rows = this.#statement.iterate(...bound(parameters));
    for (;;) {
      const next = named(() => rows.next());
      if (next.done === true) return;
      yield this.#read(next.value) as Row;
    }
  }

  pluck(): this {
    this.#statement.setReturnArrays(true);
    this.#read = firstValue;
    return this;
  }

  raw(): this {
    this.#statement.setReturnArrays(true);
    this.#read = asArray;
    return this;
  }

  safeIntegers(): this {
    this.#readsBigInts = true;
    this.#statement.setReadBigInts(true);
    return this;
  }
}

/** `node:sqlite` returns rows without a prototype. */
function asObject(row: NodeRow): unknown {
  const object: Record<string, unknown> = { ...row };
  for (const name in object) object[name] = withBuffer(object[name]);
  return object;
}

function asArray(row: NodeRow): unknown[] {
  const values = row as unknown[];
  for (let at = 0; at < values.length; at++) values[at] = withBuffer(values[at]);
  return values;
}

function firstValue(row: NodeRow): unknown {
  return withBuffer((row as unknown[])[0]);
}

/** `node:sqlite` returns BLOBs as Uint8Arrays. */
function withBuffer(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  return Buffer.from(value.buffer, value.byteOffset, value.length);
}

function bound(parameters: readonly unknown[]): SQLInputValue[] {
  const [first] = parameters;
  const values = Array.isArray(first) ? (first as unknown[]) : parameters;
  return values.map((value) => {
    if (typeof value === "boolean") throw new TypeError("A boolean cannot be bound: bind 0 or 1.");
    return (value ?? null) as SQLInputValue;
  });
}

/** Sets the `code` of SQLite's errors to the name of their result code. */
function named<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw withCodeName(error);
  }
}

function withCodeName(error: unknown): unknown {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code !== "ERR_SQLITE_ERROR" || typeof errcode !== "number") return error;
  return Object.assign(error as Error, { code: resultCodeName(errcode) });
}
