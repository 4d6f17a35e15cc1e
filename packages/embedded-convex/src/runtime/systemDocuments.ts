/** Reads and writes one system table, for the engine. Functions never use it. */
import type { JSONValue } from "convex/values";
import type { Database } from "../store/database";
import type { EncodedObject } from "../store/encodedValue";
import { must } from "../store/errors";
import type { RangeExpression } from "../store/indexRange";
import { QueryStream, compileQuery } from "../store/query";
import { parseDocument } from "../store/documentVersion";
import type { Transaction } from "../store/transaction";

export type SystemTable =
  | "_storage"
  | "_storage_blobs"
  | "_upload_tokens"
  | "_scheduled_functions"
  | "_cron_jobs";

export interface SystemRange {
  readonly index: string;
  /** Operator, field and value. */
  readonly range: readonly [RangeExpression["type"], string, JSONValue][];
  readonly limit?: number;
}

export class SystemDocuments {
  readonly #database: Database;
  readonly #name: SystemTable;

  constructor(database: Database, name: SystemTable) {
    this.#database = database;
    this.#name = name;
  }

  get(transaction: Transaction, id: string): EncodedObject | null {
    const json = transaction.get(this.#table, id);
    return json === null ? null : parseDocument(json);
  }

  insert(transaction: Transaction, fields: EncodedObject): string {
    return transaction.insert(this.#table, fields);
  }

  patch(transaction: Transaction, id: string, fields: EncodedObject): void {
    transaction.patch(this.#table, id, fields);
  }

  remove(transaction: Transaction, id: string): void {
    transaction.remove(this.#table, id);
  }

  /** The first documents of an index range, at most `limit`, which is 1 by default. */
  find(transaction: Transaction, { index, range, limit = 1 }: SystemRange): EncodedObject[] {
    const query = compileQuery(
      {
        source: {
          type: "IndexRange",
          indexName: `${this.#name}.${index}`,
          range: range.map(([type, fieldPath, value]) => ({
            type,
            fieldPath,
            value,
          })),
          order: "asc",
        },
        operators: [{ limit }],
      },
      () => this.#table,
    );
    const stream = new QueryStream(transaction, query);
    const found: EncodedObject[] = [];
    for (let next = stream.next(limit); next; next = stream.next(limit)) {
      found.push(parseDocument(next.json));
    }
    return found;
  }

  get #table() {
    return must(this.#database.store.catalog.find(this.#name), this.#name);
  }
}
