/**
 * Prepared SQL statements for `documents` and `index_entries`.
 *
 * Holds no rules: callers decide what may be written and which keys a document has. Callers must keep
 * both tables consistent; only `applyWrites` and `applySchema` write.
 */
import type { DocumentRow, KeyedRow, Order, Version } from "./documents";
import { must } from "./errors";
import type { KeyRange } from "./readSet";
import { lookupName, RecentRows } from "./recentRows";
import type { Sqlite, Statement } from "./sqlite";

interface ReadOptions {
  readonly order: Order;
  readonly limit: number;
}

type RawRow = [row: number, id: string, size: number, json: string];
type RawKeyedRow = [...RawRow, key: Buffer];

/** Upper bound of all keys: every key starts with a smaller byte. */
const ABOVE_ALL = Buffer.from([0xff]);

/** The most documents of a cached lookup: `unique` reads two, to know that there is one. */
const MOST_FOUND = 2;

const COLUMNS = "d.row, d.id, d.size, d.json";

/**
 * Not a bare parameter: SQLite plans a query by the value of its limit, and so
 * prepares the statement again at each run, which takes several times as long
 * as a read of one row.
 */
export const LIMIT = "+?";

export class DocumentRows {
  readonly #getOne: Statement;
  readonly #getByRowOne: Statement;
  readonly #insertOne: Statement;
  readonly #updateOne: Statement;
  readonly #deleteOne: Statement;
  readonly #countAll: Statement;
  readonly #insertEntry: Statement;
  readonly #deleteEntry: Statement;
  readonly #rangeBy: Readonly<Record<Order, Statement>>;
  readonly #rangeById: Readonly<Record<Order, Statement>>;
  readonly #rowsOfTable: Statement;
  readonly #recent = new RecentRows();

  constructor(sqlite: Sqlite) {
    const prepare = (sql: string) => sqlite.prepare(sql);
    this.#getOne = prepare(
      `SELECT ${COLUMNS} FROM documents d WHERE d.table_number = ? AND d.id = ?`,
    ).raw();
    this.#getByRowOne = prepare(`SELECT ${COLUMNS} FROM documents d WHERE d.row = ?`).raw();
    this.#insertOne = prepare(
      "INSERT INTO documents (table_number, id, size, json) VALUES (?, ?, ?, ?)",
    );
    this.#updateOne = prepare("UPDATE documents SET size = ?, json = ? WHERE row = ?");
    this.#deleteOne = prepare("DELETE FROM documents WHERE row = ?");
    this.#countAll = prepare("SELECT count(*) FROM documents WHERE table_number = ?").pluck();
    this.#insertEntry = prepare(
      "INSERT INTO index_entries (index_id, key, document) VALUES (?, ?, ?)",
    );
    this.#deleteEntry = prepare("DELETE FROM index_entries WHERE index_id = ? AND key = ?");
    const range = (order: Order) =>
      prepare(
        `SELECT ${COLUMNS}, e.key FROM index_entries e CROSS JOIN documents d ON d.row = e.document
         WHERE e.index_id = ? AND e.key >= ? AND e.key < ? ORDER BY e.key ${order} LIMIT ${LIMIT}`,
      ).raw();
    this.#rangeBy = { asc: range("asc"), desc: range("desc") };
    const byId = (order: Order) =>
      prepare(
        `SELECT ${COLUMNS} FROM documents d
         WHERE d.table_number = ? AND d.id >= ? AND d.id < ? ORDER BY d.id ${order} LIMIT ${LIMIT}`,
      ).raw();
    this.#rangeById = { asc: byId("asc"), desc: byId("desc") };
    this.#rowsOfTable = prepare(
      "SELECT row FROM documents WHERE table_number = ? ORDER BY row",
    ).pluck();
  }

  get(tableNumber: number, id: string): DocumentRow | null {
    const known = this.#recent.row(id);
    if (known !== undefined) return known;
    const raw = this.#getOne.get(tableNumber, id) as RawRow | undefined;
    return raw === undefined ? null : toRow(raw);
  }

  getByRow(row: number): DocumentRow | null {
    const raw = this.#getByRowOne.get(row) as RawRow | undefined;
    return raw === undefined ? null : toRow(raw);
  }

  count(tableNumber: number): number {
    return Number(this.#countAll.get(tableNumber));
  }

  range(indexId: number, range: KeyRange, options: ReadOptions): KeyedRow[] {
    if (options.limit > MOST_FOUND) return this.#readRange(indexId, range, options);
    const name = lookupName(range, options.order, options.limit);
    const known = this.#recent.found(indexId, name);
    if (known === undefined) {
      const rows = this.#readRange(indexId, range, options);
      this.#recent.keepFound(indexId, name, rows);
      return rows;
    }
    return known.map(({ row, id, key }) => ({
      ...(this.#recent.row(id) ?? must(this.getByRow(row), "an indexed row")),
      key,
    }));
  }

  #readRange(indexId: number, range: KeyRange, { order, limit }: ReadOptions): KeyedRow[] {
    const until = range.until ?? ABOVE_ALL;
    const rows = this.#rangeBy[order].all(indexId, range.from, until, limit) as RawKeyedRow[];
    return rows.map(([row, id, size, json, key]) => ({
      row,
      id,
      size,
      json,
      key,
    }));
  }

  /** A range of `by_id`, which is served from the primary rows. */
  idRange(
    tableNumber: number,
    range: { from: string; until: string },
    { order, limit }: ReadOptions,
  ): DocumentRow[] {
    const rows = this.#rangeById[order].all(
      tableNumber,
      range.from,
      range.until,
      limit,
    ) as RawRow[];
    return rows.map(toRow);
  }

  /**
   * All documents of a table in insertion order. Their row numbers are sorted once, 8 bytes each: no index has them in
   * this order, and a page of documents would sort all of the table.
   */
  *all(tableNumber: number): Generator<DocumentRow> {
    const rows = this.#rowsOfTable.all(tableNumber) as number[];
    for (const row of Float64Array.from(rows)) {
      const document = this.getByRow(row);
      if (document !== null) yield document;
    }
  }

  /** Returns the new row number. */
  insert(tableNumber: number, id: string, version: Version): number {
    const { size, json } = version;
    const row = Number(this.#insertOne.run(tableNumber, id, size, json).lastInsertRowid);
    this.#recent.keep(written(row, id, version));
    return row;
  }

  update(row: number, id: string, version: Version): void {
    const { size, json } = version;
    mustChangeOne(this.#updateOne.run(size, json, row), "update");
    this.#recent.keep(written(row, id, version));
  }

  delete(row: number, id: string): void {
    mustChangeOne(this.#deleteOne.run(row), "delete");
    this.#recent.forget(id);
  }

  /** Must be called when writes were rolled back, and when indexes have changed. */
  forgetRecent(): void {
    this.#recent.clear();
  }

  addEntry(indexId: number, key: Uint8Array, row: number): void {
    this.#recent.forgetFound(indexId);
    this.#insertEntry.run(indexId, key, row);
  }

  removeEntry(indexId: number, key: Uint8Array): void {
    this.#recent.forgetFound(indexId);
    mustChangeOne(this.#deleteEntry.run(indexId, key), "index entry");
  }
}

function written(row: number, id: string, { size, json, value, form }: Version): DocumentRow {
  return { row, id, size, json, parsed: { value, form } };
}

function toRow([row, id, size, json]: RawRow): DocumentRow {
  return { row, id, size, json };
}

function mustChangeOne(result: { changes: number }, what: string): void {
  must(result.changes === 1 ? true : null, `${what} of a missing row`);
}
