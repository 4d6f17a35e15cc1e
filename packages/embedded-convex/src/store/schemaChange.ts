/**
 * Applies a schema to the database: builds new indexes, drops removed ones, and validates existing
 * documents if a table's validator changed.
 *
 * One SQLite transaction: if a document does not match the new schema, nothing changes. Must not run
 * while a mutation is running, because staged writes carry keys of the old indexes.
 *
 * Never writes documents, only data derived from them, so no backup is needed before it.
 */
import {
  indexKey,
  searchEntry,
  type Catalog,
  type SearchIndexInfo,
  type TableInfo,
} from "./catalog";
import type { DocumentRows } from "./documentRows";
import { SchemaMismatch, must } from "./errors";
import {
  type IndexSpec,
  SYSTEM_TABLES,
  type SearchIndexSpec,
  type TableSpec,
} from "./schemaSpec";
import type { SearchRows } from "./searchRows";
import type { Atomically } from "./atomically";
import type { Sqlite } from "./sqlite";
import { parseDocument } from "./documentVersion";
import { compileValidator } from "./validator";

export interface SchemaTarget {
  readonly atomically: Atomically;
  readonly sqlite: Sqlite;
  readonly catalog: Catalog;
  readonly rows: DocumentRows;
  readonly search: SearchRows;
}

export function applySchema(
  target: SchemaTarget,
  schema: readonly TableSpec[],
): void {
  const specs = [...SYSTEM_TABLES, ...schema];
  const checks = [...target.catalog.tables()].map(
    ({ name, check }) => [name, check] as const,
  );
  try {
    target.atomically(() => {
      for (const spec of specs) target.catalog.ensure(spec.name, spec.number);
      for (const table of target.catalog.tables()) {
        const spec = specs.find(({ name }) => name === table.name);
        updateIndexes(target, table, spec?.indexes ?? []);
        updateSearchIndexes(target, table, spec?.searchIndexes ?? []);
        updateValidator(target, table, spec?.validator ?? null);
      }
    });
  } catch (error) {
    target.catalog.reload();
    // Compiled validators are not on disk: restore them, or the old schema would not be enforced.
    for (const [name, check] of checks) {
      must(target.catalog.find(name), name).check = check;
    }
    throw error;
  }
  for (const spec of specs) {
    const table = must(target.catalog.find(spec.name), spec.name);
    table.check =
      spec.validator && compileValidator(spec.validator, target.catalog.nameOf);
  }
}

function updateIndexes(
  target: SchemaTarget,
  table: TableInfo,
  specs: readonly IndexSpec[],
): void {
  for (const index of [...table.indexes.values()]) {
    if (index.name === "by_creation_time") continue;
    const spec = specs.find(({ name }) => name === index.name);
    const fields = index.fields.slice(0, -2);
    if (spec && sameList(spec.fields, fields)) continue;
    target.sqlite
      .prepare("DELETE FROM index_entries WHERE index_id = ?")
      .run(index.id);
    target.catalog.removeIndex(table, index.name);
  }
  for (const { name, fields } of specs) {
    if (table.indexes.has(name)) continue;
    target.catalog.addIndex(table, name, { fields });
    const index = must(table.indexes.get(name), name);
    for (const row of target.rows.all(table.number)) {
      const key = indexKey(index, parseDocument(row.json));
      target.rows.addEntry(index.id, key, row.row);
    }
  }
}

function updateSearchIndexes(
  target: SchemaTarget,
  table: TableInfo,
  specs: readonly SearchIndexSpec[],
): void {
  for (const index of [...table.searchIndexes.values()]) {
    const spec = specs.find(({ name }) => name === index.name);
    const isCurrent = target.search.isCurrent(index.id);
    if (spec && sameSearch(spec, index) && isCurrent) continue;
    target.search.drop(index.id);
    target.catalog.removeIndex(table, index.name);
  }
  for (const { name, searchField, filterFields } of specs) {
    if (table.searchIndexes.has(name)) continue;
    target.catalog.addIndex(table, name, { searchField, filterFields });
    const index = must(table.searchIndexes.get(name), name);
    target.search.create(index.id);
    for (const row of target.rows.all(table.number)) {
      const entry = searchEntry(index, parseDocument(row.json));
      target.search.add(index.id, row.row, entry);
    }
  }
}

function sameSearch(spec: SearchIndexSpec, index: SearchIndexInfo): boolean {
  return (
    spec.searchField === index.searchField &&
    sameList(spec.filterFields, index.filterFields)
  );
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}

/** Stores the validated schema, so that a start with an unchanged schema reads no documents. */
function updateValidator(
  target: SchemaTarget,
  table: TableInfo,
  validator: TableSpec["validator"],
): void {
  const text = validator && JSON.stringify(validator);
  const validated = target.sqlite
    .prepare("SELECT validator FROM tables WHERE number = ?")
    .pluck()
    .get(table.number);
  if (validated === text) return;
  if (validator !== null) checkExisting(target, table, validator);
  target.sqlite
    .prepare("UPDATE tables SET validator = ? WHERE number = ?")
    .run(text, table.number);
}

function checkExisting(
  target: SchemaTarget,
  table: TableInfo,
  validator: NonNullable<TableSpec["validator"]>,
): void {
  const check = compileValidator(validator, target.catalog.nameOf);
  for (const row of target.rows.all(table.number)) {
    const { _id, _creationTime, ...fields } = parseDocument(row.json);
    const problem = check(fields, "");
    if (problem === null) continue;
    throw new SchemaMismatch(
      `Document with ID "${row.id}" in table "${table.name}" does not match the schema: ${problem}`,
    );
  }
}
