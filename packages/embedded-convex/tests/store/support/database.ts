/** An in-memory database with one table, and helpers to write to it and query it. */
import type { JSONValue } from "convex/values";
import { Database, type DatabaseOptions } from "../../../src/store/database";
import type { EncodedObject } from "../../../src/store/encodedValue";
import { type SerializedQuery, QueryStream, compileQuery } from "../../../src/store/query";
import type { TableSpec } from "../../../src/store/schemaSpec";
import type { Transaction } from "../../../src/store/transaction";
import { parseDocument } from "../../../src/store/documentVersion";
import { IN_MEMORY } from "../../../src/store/sqlite";

export const TABLE = "things";

const thingSpec: TableSpec = {
  name: TABLE,
  validator: null,
  indexes: [
    { name: "by_a", fields: ["a"] },
    { name: "by_a_b", fields: ["a", "b"] },
    { name: "by_inner", fields: ["o.x"] },
  ],
  searchIndexes: [{ name: "search_text", searchField: "text", filterFields: ["a"] }],
};

let now = 1_700_000_000_000;

export function openTestDatabase(
  specs: readonly TableSpec[] = [thingSpec],
  dataDir = IN_MEMORY,
  options: DatabaseOptions = {},
): Database {
  const database = new Database(dataDir, () => now++, options);
  try {
    database.applySchema(specs);
  } catch (error) {
    database.abandon();
    throw error;
  }
  return database;
}

export function tableIn(transaction: Transaction, name = TABLE) {
  return transaction.store.catalog.ensure(name);
}

export async function write<T>(
  database: Database,
  run: (transaction: Transaction) => T | Promise<T>,
): Promise<T> {
  return (await database.committer.submit({ run })).value;
}

export function insert(transaction: Transaction, fields: EncodedObject, table = TABLE): string {
  return transaction.insert(tableIn(transaction, table), fields);
}

export function run(transaction: Transaction, query: SerializedQuery): EncodedObject[] {
  const compiled = compileQuery(query, (name) => tableIn(transaction, name));
  const stream = new QueryStream(transaction, compiled);
  const found: EncodedObject[] = [];
  for (let next = stream.next(); next; next = stream.next()) {
    found.push(parseDocument(next.json));
  }
  return found;
}

export function indexQuery(
  index: string,
  range: readonly ["Eq" | "Gt" | "Gte" | "Lt" | "Lte", string, JSONValue][],
  {
    order = null,
    operators = [],
  }: {
    order?: "asc" | "desc" | null;
    operators?: SerializedQuery["operators"];
  } = {},
): SerializedQuery {
  return {
    source: {
      type: "IndexRange",
      indexName: `${TABLE}.${index}`,
      order,
      range: range.map(([type, fieldPath, value]) => ({
        type,
        fieldPath,
        value,
      })),
    },
    operators,
  };
}
