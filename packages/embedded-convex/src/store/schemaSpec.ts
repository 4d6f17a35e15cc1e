/**
 * Parses and checks an exported schema: tables, indexes and validators. Also defines the system tables,
 * which use the same documents, indexes, transactions and read sets as user tables.
 *
 * Does not depend on the current state of the database.
 */
import { StartupError } from "./errors";
import { type ExportedIndex, type ExportedSearchIndex, indexProblem } from "./indexDefinitions";
import { validatorProblem } from "./validatorDefinition";
import type { ValidatorJson } from "./validatorJson";
import { displayValidator } from "./validatorText";

export interface IndexSpec {
  readonly name: string;
  /** The declared fields, without the `_creationTime` and `_id` that end every index. */
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
  systemTable("_cron_jobs", 544, [
    { name: "by_name", fields: ["name"] },
    { name: "by_state", fields: ["state.kind", "nextTime"] },
  ]),
];

function systemTable(name: string, number: number, indexes: readonly IndexSpec[]): TableSpec {
  return { name, number, validator: null, indexes, searchIndexes: [] };
}

interface ExportedTable {
  tableName: string;
  indexes: ExportedIndex[];
  stagedDbIndexes: ExportedIndex[];
  searchIndexes: ExportedSearchIndex[];
  stagedSearchIndexes: ExportedSearchIndex[];
  vectorIndexes: unknown[];
  stagedVectorIndexes: unknown[];
  documentType: ValidatorJson;
}

/**
 * Takes the output of `schema.export()`, and refuses what Convex's deploy refuses. `v.id` may name the tables of the
 * schema, public system tables, and tables for which `exists` is true: Convex allows tables that the schema does not
 * declare.
 * @throws StartupError
 */
export function parseSchema(exported: string, exists: (table: string) => boolean): TableSpec[] {
  const schema = JSON.parse(exported) as {
    tables: ExportedTable[];
    schemaValidation: boolean;
  };
  const hasTable = (name: string) =>
    PUBLIC_SYSTEM_TABLES.includes(name) ||
    schema.tables.some(({ tableName }) => tableName === name) ||
    exists(name);
  return schema.tables.map((table) => {
    const problem = tableProblem(table, schema.schemaValidation, hasTable);
    if (problem !== null) {
      throw new StartupError(`Hit an error while evaluating your schema: ${problem}`);
    }
    return {
      name: table.tableName,
      validator: schema.schemaValidation ? withoutSystemFields(table.documentType) : null,
      indexes: table.indexes.map(({ indexDescriptor, fields }) => ({
        name: indexDescriptor,
        fields,
      })),
      searchIndexes: table.searchIndexes.map((index) => ({
        name: index.indexDescriptor,
        searchField: index.searchField,
        filterFields: index.filterFields,
      })),
    };
  });
}

function tableProblem(
  table: ExportedTable,
  isEnforced: boolean,
  hasTable: (name: string) => boolean,
): string | null {
  const { tableName: name, documentType } = table;
  if (table.vectorIndexes.length + table.stagedVectorIndexes.length > 0) {
    return `The table "${name}" has a vector index, and vector search is not supported by this server.`;
  }
  return (
    tableNameProblem(name) ??
    documentProblem(documentType, hasTable) ??
    indexProblem({
      table: name,
      indexes: [...table.indexes, ...table.stagedDbIndexes],
      searchIndexes: [...table.searchIndexes, ...table.stagedSearchIndexes],
      validator: isEnforced ? documentType : null,
    })
  );
}

function tableNameProblem(name: string): string | null {
  if (isTableName(name)) return null;
  return name.startsWith("_")
    ? `${name} is a reserved table name.`
    : `Invalid table name: "${name}". Identifiers must start with a letter and can only contain letters, digits, and underscores.`;
}

function documentProblem(
  document: ValidatorJson,
  hasTable: (name: string) => boolean,
): string | null {
  const problem = validatorProblem(document, hasTable);
  if (problem !== null || document.type === "any") return problem;
  const members = document.type === "union" ? document.value : [document];
  for (const member of members) {
    if (member.type !== "object") {
      return `The document validator in a schema must be an object, a union of objects, or \`v.any()\`. Found ${displayValidator(member)}. To learn more, see the schema documentation at https://docs.convex.dev/database/schemas.`;
    }
    const reserved = Object.keys(member.value).find(
      (name) => name.startsWith("_") && !SYSTEM_FIELDS.includes(name),
    );
    if (reserved === undefined) continue;
    return `Field '${reserved}' starts with an underscore, which is only allowed for system fields like '_id'.`;
  }
  return null;
}

const SYSTEM_FIELDS: readonly string[] = ["_id", "_creationTime"];

/** Convex ignores system fields in the validator of a table, so that it can be used for whole documents too. */
function withoutSystemFields(document: ValidatorJson): ValidatorJson {
  if (document.type === "union") {
    return { ...document, value: document.value.map(withoutSystemFields) };
  }
  if (document.type !== "object") return document;
  const fields = Object.entries(document.value).filter(([name]) => !SYSTEM_FIELDS.includes(name));
  return { ...document, value: Object.fromEntries(fields) };
}

const TABLE_NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/;

export function isTableName(name: string): boolean {
  return TABLE_NAME.test(name);
}
