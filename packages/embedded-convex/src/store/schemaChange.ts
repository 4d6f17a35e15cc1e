/**
 * Applies a schema to the database: builds new indexes, drops removed ones, and validates existing
 * documents if a table's validator changed.
 *
 * One SQLite transaction: if a document does not match the new schema, nothing changes. Must not run
 * while a mutation is running, because staged writes carry keys of the old indexes.
 *
 * Never writes documents, only data derived from them.
 */
import {
  indexKey,
  searchEntry,
  type Catalog,
  type IndexInfo,
  type SearchIndexInfo,
  type TableInfo,
} from "./catalog";
import type { DocumentRows } from "./documentRows";
import { SchemaMismatch, must } from "./errors";
import { type IndexSpec, SYSTEM_TABLES, type SearchIndexSpec, type TableSpec } from "./schemaSpec";
import type { SearchRows } from "./searchRows";
import type { Atomically } from "./atomically";
import type { Sqlite } from "./sqlite";
import { parseDocument } from "./documentVersion";
import type { EncodedObject } from "./encodedValue";
import { compileValidator, type Check } from "./validator";

export interface SchemaTarget {
  readonly atomically: Atomically;
  readonly sqlite: Sqlite;
  readonly catalog: Catalog;
  readonly rows: DocumentRows;
  readonly search: SearchRows;
}

export function applySchema(target: SchemaTarget, schema: readonly TableSpec[]): void {
  const specs = [...SYSTEM_TABLES, ...schema];
  const checks = [...target.catalog.tables()].map(({ name, check }) => [name, check] as const);
  try {
    target.atomically(() => {
      for (const spec of specs) target.catalog.ensure(spec.name, spec.number);
      for (const table of target.catalog.tables()) {
        const spec = specs.find(({ name }) => name === table.name);
        updateTable(target, table, spec);
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
    table.check = spec.validator && compileValidator(spec.validator, target.catalog.nameOf);
  }
}

/** Reads the documents of a table at most once, whatever changes. */
function updateTable(target: SchemaTarget, table: TableInfo, spec: TableSpec | undefined): void {
  const indexes = updateIndexes(target, table, spec?.indexes ?? []);
  const searches = updateSearchIndexes(target, table, spec?.searchIndexes ?? []);
  const check = updateValidator(target, table, spec?.validator ?? null);
  if (indexes.length + searches.length === 0 && check === null) return;
  for (const { row, id, json } of target.rows.all(table.number)) {
    const document = parseDocument(json);
    for (const index of indexes) target.rows.addEntry(index.id, indexKey(index, document), row);
    for (const index of searches) target.search.add(index.id, row, searchEntry(index, document));
    if (check !== null) checkExisting(table, { id, document }, check);
  }
}

/** Returns the new indexes, which have no entries yet. */
function updateIndexes(
  target: SchemaTarget,
  table: TableInfo,
  specs: readonly IndexSpec[],
): IndexInfo[] {
  for (const index of [...table.indexes.values()]) {
    if (index.name === "by_creation_time") continue;
    const spec = specs.find(({ name }) => name === index.name);
    const fields = index.fields.slice(0, -2);
    if (spec && sameList(spec.fields, fields)) continue;
    target.sqlite.prepare("DELETE FROM index_entries WHERE index_id = ?").run(index.id);
    target.catalog.removeIndex(table, index.name);
  }
  const added = specs.filter(({ name }) => !table.indexes.has(name));
  return added.map(({ name, fields }) => {
    target.catalog.addIndex(table, name, { fields });
    return must(table.indexes.get(name), name);
  });
}

/** Returns the new search indexes, which have no entries yet. */
function updateSearchIndexes(
  target: SchemaTarget,
  table: TableInfo,
  specs: readonly SearchIndexSpec[],
): SearchIndexInfo[] {
  for (const index of [...table.searchIndexes.values()]) {
    const spec = specs.find(({ name }) => name === index.name);
    const isCurrent = target.search.isCurrent(index.id);
    if (spec && sameSearch(spec, index) && isCurrent) continue;
    target.search.drop(index.id);
    target.catalog.removeIndex(table, index.name);
  }
  const added = specs.filter(({ name }) => !table.searchIndexes.has(name));
  return added.map(({ name, searchField, filterFields }) => {
    target.catalog.addIndex(table, name, { searchField, filterFields });
    const index = must(table.searchIndexes.get(name), name);
    target.search.create(index.id);
    return index;
  });
}

function sameSearch(spec: SearchIndexSpec, index: SearchIndexInfo): boolean {
  return spec.searchField === index.searchField && sameList(spec.filterFields, index.filterFields);
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}

/**
 * Stores the validated schema, so that a start with an unchanged schema reads no documents. Returns the check that the
 * documents have to pass, or null if they need none.
 */
function updateValidator(
  target: SchemaTarget,
  table: TableInfo,
  validator: TableSpec["validator"],
): Check | null {
  const text = validator && JSON.stringify(validator);
  const validated = target.sqlite
    .prepare("SELECT validator FROM tables WHERE number = ?")
    .pluck()
    .get(table.number);
  if (validated === text) return null;
  target.sqlite.prepare("UPDATE tables SET validator = ? WHERE number = ?").run(text, table.number);
  return validator && compileValidator(validator, target.catalog.nameOf);
}

/** Checks the documents of these tables, and changes nothing. @throws SchemaMismatch */
export function checkDocuments(
  { catalog, rows }: Pick<SchemaTarget, "catalog" | "rows">,
  specs: readonly TableSpec[],
): void {
  for (const { name, validator } of specs) {
    const table = catalog.find(name);
    if (table === null || validator === null) continue;
    const check = compileValidator(validator, catalog.nameOf);
    for (const { id, json } of rows.all(table.number))
      checkExisting(table, { id, document: parseDocument(json) }, check);
  }
}

function checkExisting(
  table: TableInfo,
  { id, document }: { id: string; document: EncodedObject },
  check: Check,
): void {
  const { _id, _creationTime, ...fields } = document;
  const problem = check(fields, "");
  if (problem === null) return;
  throw new SchemaMismatch(
    `Document with ID "${id}" in table "${table.name}" does not match the schema: ${problem}`,
  );
}
