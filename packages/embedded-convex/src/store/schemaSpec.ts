/**
 * Parses and checks an exported schema: tables, indexes and validators. Also defines the system tables,
 * which use the same documents, indexes, transactions and read sets as user tables.
 *
 * Does not depend on the current state of the database.
 */
import { StartupError } from "./errors";
import type { ValidatorJson } from "./validatorJson";

export interface IndexSpec {
  readonly name: string;
  /** Without the `_creationTime` and `_id` that end every index. */
  readonly fields: readonly string[];
}

export interface SearchIndexSpec {
  readonly name: string;
  readonly searchField: string;
  readonly filterFields: readonly string[];
}

export interface TableSpec {
  readonly name: string;
  /** Fixed for system tables; assigned on creation for user tables. */
  readonly number?: number;
  readonly validator: ValidatorJson | null;
  readonly indexes: readonly IndexSpec[];
  readonly searchIndexes: readonly SearchIndexSpec[];
}

/** Numbers below this are system tables. */
export const FIRST_USER_TABLE = 10_001;

/** Tables that functions may read through `db.system`. */
export const PUBLIC_SYSTEM_TABLES = ["_storage", "_scheduled_functions"];

/**
 * Table numbers are part of document ids. The first two are Convex's own: importing an export into
 * Convex fails if a stored file's id has another table number.
 */
export const SYSTEM_TABLES: readonly TableSpec[] = [
  systemTable("_scheduled_functions", 539, [
    { name: "by_state", fields: ["state.kind", "scheduledTime"] },
    { name: "by_completed_time", fields: ["completedTime"] },
  ]),
  systemTable("_storage", 540, []),
  /** Maps documents of `_storage` to blobs on disk. */
  systemTable("_storage_blobs", 542, [
    { name: "by_storage_id", fields: ["storageId"] },
    { name: "by_blob_id", fields: ["blobId"] },
  ]),
  /** Issued and unused upload URLs. Only a hash of the token is stored. */
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

/** Takes the output of `schema.export()`, as Convex's deploy does. @throws StartupError */
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
