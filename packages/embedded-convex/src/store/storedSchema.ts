/**
 * Compares the schema with which a database was served last with the one of a program, before the program changes
 * anything. Two schemas are the same if they have the same fingerprint.
 *
 * Writes nothing. The database may be open elsewhere.
 */
import { createHash } from "node:crypto";
import { Catalog } from "./catalog";
import { parseDocument } from "./documentVersion";
import { DocumentRows } from "./documentRows";
import { openSqlite } from "./driver";
import type { EncodedObject } from "./encodedValue";
import { checkDocuments } from "./schemaChange";
import {
  FIRST_USER_TABLE,
  type IndexSpec,
  type SearchIndexSpec,
  type TableSpec,
} from "./schemaSpec";
import type { Sqlite } from "./sqliteInterface";

interface ComparedTable extends Omit<TableSpec, "number" | "validator"> {
  /** The validator as JSON. */
  readonly validator: string | null;
}

/** Hexadecimal. */
export function schemaFingerprint(schema: readonly TableSpec[]): string {
  return fingerprintOf(
    schema.map(({ validator, ...table }) => ({
      ...table,
      validator: validator && JSON.stringify(validator),
    })),
  );
}

export interface StoredSchema {
  /** Null if no program has served the database yet, as after an import. */
  readonly fingerprint: string | null;
  /** The documents of the requested table. */
  readonly documents: readonly EncodedObject[];
}

/** Reads a small table with the schema. */
export function readStoredSchema(file: string, table: string): StoredSchema {
  return reading(file, (sqlite) => {
    const catalog = new Catalog(sqlite);
    const tables = storedTables(sqlite, catalog);
    const isServed = tables.some(({ validator }) => validator !== null);
    const { number } = catalog.find(table) ?? {};
    const rows = number === undefined ? [] : rowsOf(sqlite, number);
    return {
      fingerprint: isServed ? fingerprintOf(tables) : null,
      documents: rows.map(parseDocument),
    };
  });
}

/** @throws SchemaMismatch if a document does not match the schema. */
export function requireMatchingDocuments(file: string, schema: readonly TableSpec[]): void {
  reading(file, (sqlite) => {
    const catalog = new Catalog(sqlite);
    const stored = storedTables(sqlite, catalog);
    const changed = schema.filter(({ name, validator }) => {
      const text = validator && JSON.stringify(validator);
      return stored.find((one) => one.name === name)?.validator !== text;
    });
    checkDocuments({ catalog, rows: new DocumentRows(sqlite) }, changed);
  });
}

function reading<T>(file: string, read: (sqlite: Sqlite) => T): T {
  const sqlite = openSqlite(file, { fileMustExist: true });
  try {
    return read(sqlite);
  } finally {
    sqlite.close();
  }
}

function storedTables(sqlite: Sqlite, catalog: Catalog): ComparedTable[] {
  const validators = new Map(
    sqlite.prepare("SELECT number, validator FROM tables").raw().all() as [number, string | null][],
  );
  return [...catalog.tables()]
    .filter(({ number }) => number >= FIRST_USER_TABLE)
    .map(({ number, name, indexes, searchIndexes }) => ({
      name,
      validator: validators.get(number) ?? null,
      indexes: [...indexes.values()]
        .filter((index) => index.name !== "by_creation_time")
        // Without the `_creationTime` and `_id` that end every index.
        .map((index) => ({ ...index, fields: index.fields.slice(0, -2) })),
      searchIndexes: [...searchIndexes.values()],
    }));
}

function rowsOf(sqlite: Sqlite, table: number): string[] {
  return sqlite
    .prepare("SELECT json FROM documents WHERE table_number = ?")
    .pluck()
    .all(table) as string[];
}

/** A table that no schema declares has neither a validator nor an index, and does not count. */
function fingerprintOf(tables: readonly ComparedTable[]): string {
  const declared = tables.filter(
    ({ validator, indexes, searchIndexes }) =>
      validator !== null || indexes.length + searchIndexes.length > 0,
  );
  const compared = declared
    .toSorted(byName)
    .map(({ name, validator, indexes, searchIndexes }) => [
      name,
      validator,
      indexes.toSorted(byName).map(indexPart),
      searchIndexes.toSorted(byName).map(searchPart),
    ]);
  return createHash("sha256").update(JSON.stringify(compared)).digest("hex");
}

const indexPart = ({ name, fields }: IndexSpec) => [name, fields];
const searchPart = ({ name, searchField, filterFields }: SearchIndexSpec) => [
  name,
  searchField,
  filterFields,
];

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}
