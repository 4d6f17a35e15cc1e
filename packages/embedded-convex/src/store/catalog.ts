/**
 * In-memory copy of the `tables` and `indexes` tables, and the index keys of a document.
 *
 * Does not decide which indexes exist (see schemaChange.ts).
 * Invariants: between commits, memory and disk agree. A table's number is part of its documents' ids
 * and never changes.
 */
import type { JSONValue } from "convex/values";
import type { EncodedObject } from "./encodedValue";
import { DeveloperError, must } from "./errors";
import { type FieldPath, fieldAt, parseFieldPath } from "./fieldPath";
import { encodeKey } from "./indexKey";
import type { IndexedForm } from "./readSet";
import { FIRST_USER_TABLE, type IndexSpec, type SearchIndexSpec, isTableName } from "./schemaSpec";
import type { SearchEntry } from "./searchTerms";
import type { Sqlite } from "./sqlite";
import type { Check } from "./validator";

export interface IndexInfo {
  /** Unique across tables. Negative for `by_id`, which has no rows in `index_entries`. */
  readonly id: number;
  readonly name: string;
  /** Ends with `_creationTime` and `_id`, which make every key unique. */
  readonly fields: readonly string[];
  readonly paths: readonly FieldPath[];
}

export interface SearchIndexInfo extends SearchIndexSpec {
  readonly id: number;
  readonly searchPath: FieldPath;
  readonly filterPaths: readonly FieldPath[];
}

export interface TableInfo {
  readonly number: number;
  readonly name: string;
  readonly byId: IndexInfo;
  readonly indexes: Map<string, IndexInfo>;
  readonly searchIndexes: Map<string, SearchIndexInfo>;
  /** Compiled from the schema; null if the schema does not validate this table. */
  check: Check | null;
}

type Definition = Omit<IndexSpec, "name"> | Omit<SearchIndexSpec, "name">;

export class Catalog {
  readonly #byName = new Map<string, TableInfo>();
  readonly #byNumber = new Map<number, TableInfo>();
  readonly #sqlite: Sqlite;

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
    this.reload();
  }

  /** Reads everything from disk again, for example after a rolled-back schema change. */
  reload(): void {
    this.#byName.clear();
    this.#byNumber.clear();
    const tables = this.#sqlite
      .prepare("SELECT number, name FROM tables ORDER BY number")
      .all() as { number: number; name: string }[];
    for (const row of tables) this.#addTable(row.number, row.name);
    const indexes = this.#sqlite
      .prepare("SELECT id, table_number, name, definition FROM indexes")
      .all() as {
      id: number;
      table_number: number;
      name: string;
      definition: string;
    }[];
    for (const row of indexes) {
      const table = must(this.#byNumber.get(row.table_number), row.name);
      const definition = JSON.parse(row.definition) as Definition;
      addToTable(table, { id: row.id, name: row.name, definition });
    }
  }

  tables(): IterableIterator<TableInfo> {
    return this.#byName.values();
  }

  find(name: string): TableInfo | null {
    return this.#byName.get(name) ?? null;
  }

  findByNumber(tableNumber: number): TableInfo | null {
    return this.#byNumber.get(tableNumber) ?? null;
  }

  readonly nameOf = (tableNumber: number): string | null =>
    this.#byNumber.get(tableNumber)?.name ?? null;

  /** Finds a table, or creates it: Convex allows inserts into tables that the schema does not declare. */
  ensure(name: string, systemNumber?: number): TableInfo {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    if (systemNumber === undefined && !isTableName(name)) {
      throw new DeveloperError(
        "InvalidTableName",
        `Invalid table name "${name}": table names must be valid identifiers.`,
      );
    }
    const number = systemNumber ?? this.#nextNumber();
    this.#sqlite.prepare("INSERT INTO tables (number, name) VALUES (?, ?)").run(number, name);
    const table = this.#addTable(number, name);
    this.addIndex(table, "by_creation_time", { fields: [] });
    return table;
  }

  addIndex(table: TableInfo, name: string, definition: Definition): number {
    const { lastInsertRowid } = this.#sqlite
      .prepare("INSERT INTO indexes (table_number, name, definition) VALUES (?, ?, ?)")
      .run(table.number, name, JSON.stringify(definition));
    const id = Number(lastInsertRowid);
    addToTable(table, { id, name, definition });
    return id;
  }

  /** Does not delete the index's entries. */
  removeIndex(table: TableInfo, name: string): void {
    this.#sqlite
      .prepare("DELETE FROM indexes WHERE table_number = ? AND name = ?")
      .run(table.number, name);
    table.indexes.delete(name);
    table.searchIndexes.delete(name);
  }

  #nextNumber(): number {
    let highest = FIRST_USER_TABLE - 1;
    for (const number of this.#byNumber.keys()) {
      highest = Math.max(highest, number);
    }
    return highest + 1;
  }

  #addTable(number: number, name: string): TableInfo {
    const table: TableInfo = {
      number,
      name,
      byId: { id: -number, name: "by_id", fields: ["_id"], paths: [["_id"]] },
      indexes: new Map(),
      searchIndexes: new Map(),
      check: null,
    };
    this.#byName.set(name, table);
    this.#byNumber.set(number, table);
    return table;
  }
}

function addToTable(
  table: TableInfo,
  { id, name, definition }: { id: number; name: string; definition: Definition },
): void {
  if ("searchField" in definition) {
    table.searchIndexes.set(name, {
      id,
      name,
      ...definition,
      searchPath: parseFieldPath(definition.searchField),
      filterPaths: definition.filterFields.map(parseFieldPath),
    });
    return;
  }
  const fields = [...definition.fields, "_creationTime", "_id"];
  const paths = fields.map(parseFieldPath);
  table.indexes.set(name, { id, name, fields, paths });
}

export function indexKey(index: IndexInfo, document: EncodedObject): Buffer {
  return encodeKey(index.paths.map((path) => fieldAt(document, path)));
}

export function searchEntry(index: SearchIndexInfo, document: EncodedObject): SearchEntry {
  const text = fieldAt(document, index.searchPath);
  const filters = new Map<string, string>();
  index.filterFields.forEach((name, i) => {
    filters.set(name, filterKey(fieldAt(document, index.filterPaths[i] ?? [])));
  });
  return { text: typeof text === "string" ? text : "", filters };
}

export function filterKey(value: JSONValue | undefined): string {
  return encodeKey([value]).toString("hex");
}

/**
 * A document's keys in every index of its table. Keys of unchanged fields are reused from `before`, and
 * its whole form if no indexed field changed.
 */
export function indexedForm(
  table: TableInfo,
  document: EncodedObject,
  before?: { readonly value: EncodedObject; readonly form: IndexedForm },
): IndexedForm {
  const isUnchanged = before && unchangedIn(before.value, document);
  if (before && pathsOfIndexes(table).every((paths) => isUnchanged?.(paths))) return before.form;
  const keys = new Map<number, Uint8Array>();
  for (const index of [table.byId, ...table.indexes.values()]) {
    const kept = isUnchanged?.(index.paths) ? before?.form.keys.get(index.id) : null;
    keys.set(index.id, kept ?? indexKey(index, document));
  }
  const searchEntries = new Map<number, SearchEntry>();
  for (const index of table.searchIndexes.values()) {
    const kept = isUnchanged?.(searchPaths(index))
      ? before?.form.searchEntries.get(index.id)
      : null;
    searchEntries.set(index.id, kept ?? searchEntry(index, document));
  }
  return { keys, searchEntries };
}

function pathsOfIndexes(table: TableInfo): (readonly FieldPath[])[] {
  const indexes = [...table.indexes.values()].map((index) => index.paths);
  return [...indexes, ...[...table.searchIndexes.values()].map(searchPaths)];
}

function searchPaths(index: SearchIndexInfo): readonly FieldPath[] {
  return [index.searchPath, ...index.filterPaths];
}

/** Tests whether the root field of every path is identical in both documents. */
function unchangedIn(
  before: EncodedObject,
  after: EncodedObject,
): (paths: readonly FieldPath[]) => boolean {
  return (paths) => paths.every(([root = ""]) => Object.is(before[root], after[root]));
}
