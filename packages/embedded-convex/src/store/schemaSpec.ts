/**
 * What a schema asks of the database, read from the schema's own export and checked. Pure: nothing
 * here knows what the database holds already.
 *
 * The system tables are described in the same form, so that they live by the same rules: the same
 * documents, indexes, transactions and read sets.
 */
import { StartupError } from "./errors";
import type { ValidatorJson } from "./validator";

export interface IndexSpec {
  readonly name: string;
  /** Without `_creationTime` and `_id`, which every index ends with. */
  readonly fields: readonly string[];
}

export interface SearchIndexSpec {
  readonly name: string;
  readonly searchField: string;
  readonly filterFields: readonly string[];
}

export interface TableSpec {
  readonly name: string;
  /** System tables have numbers of their own; others are numbered as they come. */
  readonly number?: number;
  readonly validator: ValidatorJson | null;
  readonly indexes: readonly IndexSpec[];
  readonly searchIndexes: readonly SearchIndexSpec[];
}

export const FIRST_USER_TABLE = 10_001;

/** Tables that functions may read through `db.system`. */
export const PUBLIC_SYSTEM_TABLES = ["_storage", "_scheduled_functions"];

/** The first two have Convex's own numbers: an import there refuses a file whose id has another. */
export const SYSTEM_TABLES: readonly TableSpec[] = [
  systemTable("_scheduled_functions", 539, [
    { name: "by_state", fields: ["state.kind", "scheduledTime"] },
    { name: "by_completed_time", fields: ["completedTime"] },
  ]),
  systemTable("_storage", 540, []),
  /** Which bytes on disk belong to which document of `_storage`. */
  systemTable("_storage_blobs", 542, [
    { name: "by_storage_id", fields: ["storageId"] },
    { name: "by_blob_id", fields: ["blobId"] },
  ]),
  /** Upload URLs that were given out and not yet used; only a hash of the secret is kept. */
  systemTable("_upload_tokens", 543, [
    { name: "by_token_hash", fields: ["tokenHash"] },
    { name: "by_expiry", fields: ["expiresAt"] },
  ]),
];

function systemTable(
  name: string,
  number: number,
  indexes: readonly IndexSpec[],
): TableSpec {
  return { name, number, validator: null, indexes, searchIndexes: [] };
}

interface ExportedIndex {
  indexDescriptor: string;
  fields: string[];
}

interface ExportedTable {
  tableName: string;
  indexes: ExportedIndex[];
  stagedDbIndexes: ExportedIndex[];
  searchIndexes: {
    indexDescriptor: string;
    searchField: string;
    filterFields: string[];
  }[];
  vectorIndexes: unknown[];
  stagedVectorIndexes: unknown[];
  documentType: ValidatorJson;
}

/** From `schema.export()`, which is how Convex is told of a schema too. */
export function parseSchema(exported: string): TableSpec[] {
  const schema = JSON.parse(exported) as {
    tables: ExportedTable[];
    schemaValidation: boolean;
  };
  return schema.tables.map((table) => {
    refuseUnsupported(table);
    return {
      name: checkName(table.tableName, "Table"),
      validator: schema.schemaValidation ? table.documentType : null,
      indexes: table.indexes.map((index) => parseIndex(table, index)),
      searchIndexes: table.searchIndexes.map((index) => ({
        name: checkName(index.indexDescriptor, "Index"),
        searchField: index.searchField,
        filterFields: index.filterFields,
      })),
    };
  });
}

function refuseUnsupported(table: ExportedTable): void {
  if (table.vectorIndexes.length + table.stagedVectorIndexes.length === 0) {
    return;
  }
  throw new StartupError(
    `The schema declares a vector index on table "${table.tableName}", and vector search is not supported by this server.`,
  );
}

function parseIndex(table: ExportedTable, index: ExportedIndex): IndexSpec {
  const name = checkName(index.indexDescriptor, "Index");
  if (name === "by_id" || name === "by_creation_time") {
    throw new StartupError(
      `The schema declares an index "${name}" on table "${table.tableName}", a name that is reserved.`,
    );
  }
  if (new Set(index.fields).size < index.fields.length) {
    throw new StartupError(
      `The index "${name}" on table "${table.tableName}" names a field twice.`,
    );
  }
  return { name, fields: index.fields };
}

const IDENTIFIER = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/;

export function isTableName(name: string): boolean {
  return IDENTIFIER.test(name);
}

function checkName(name: string, what: "Table" | "Index"): string {
  if (IDENTIFIER.test(name)) return name;
  throw new StartupError(
    `${what} names must be valid identifiers, got "${name}".`,
  );
}
