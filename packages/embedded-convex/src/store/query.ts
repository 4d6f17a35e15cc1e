/**
 * Compiles a query from Convex's serialized form and runs it document by document: a source (table,
 * index range or search), then filters and limits in the given order.
 */
import type { JSONValue } from "convex/values";
import type { IndexInfo, SearchIndexInfo, TableInfo } from "./catalog";
import type { Order } from "./documents";
import type { EncodedObject } from "./encodedValue";
import { DeveloperError } from "./errors";
import { compileFilter } from "./filter";
import { type RangeExpression, WHOLE_INDEX, compileRange } from "./indexRange";
import type { KeyRange } from "./readSet";
import { RangeScan, type Scan, type ScannedDocument } from "./scan";
import { type SearchFilter, SearchScan, compileSearch } from "./searchScan";
import type { SearchQuery } from "./searchTerms";
import { parseDocument } from "./documentVersion";
import type { Transaction } from "./transaction";

export type SerializedQuery = {
  readonly source:
    | { type: "FullTableScan"; tableName: string; order: Order | null }
    | {
        type: "IndexRange";
        indexName: string;
        range: readonly RangeExpression[];
        order: Order | null;
      }
    | {
        type: "Search";
        indexName: string;
        filters: readonly SearchFilter[];
      };
  readonly operators: readonly ({ filter: JSONValue } | { limit: number })[];
};

type Source =
  | {
      kind: "range";
      index: IndexInfo;
      range: KeyRange;
      order: Order;
    }
  | { kind: "search"; index: SearchIndexInfo; search: SearchQuery };

export interface CompiledQuery {
  readonly table: TableInfo;
  readonly source: Source;
  readonly operators: SerializedQuery["operators"];
  /** The query before compilation: binds cursors to it. */
  readonly serialized: SerializedQuery;
}

/** `findTable` decides which tables the caller may read. */
export function compileQuery(
  query: SerializedQuery,
  findTable: (name: string) => TableInfo,
): CompiledQuery {
  return {
    ...compileSource(query.source, findTable),
    operators: query.operators,
    serialized: query,
  };
}

function compileSource(
  source: SerializedQuery["source"],
  findTable: (name: string) => TableInfo,
): Pick<CompiledQuery, "table" | "source"> {
  if (source.type === "FullTableScan") {
    const table = findTable(source.tableName);
    const index = findIndex(table, "by_creation_time");
    const order = source.order ?? "asc";
    return {
      table,
      source: { kind: "range", index, range: WHOLE_INDEX, order },
    };
  }
  const [tableName = "", indexName = ""] = source.indexName.split(".");
  const table = findTable(tableName);
  if (source.type === "Search") {
    const index = table.searchIndexes.get(indexName);
    if (index === undefined) throw indexNotFound(source.indexName);
    const search = compileSearch(index, source.indexName, source.filters);
    return { table, source: { kind: "search", index, search } };
  }
  const index = findIndex(table, indexName);
  const range = compileRange(index, source.indexName, source.range);
  const order = source.order ?? "asc";
  return { table, source: { kind: "range", index, range, order } };
}

function findIndex(table: TableInfo, name: string): IndexInfo {
  if (name === "by_id") return table.byId;
  const index = table.indexes.get(name);
  if (index === undefined) throw indexNotFound(`${table.name}.${name}`);
  return index;
}

function indexNotFound(name: string): DeveloperError {
  return new DeveloperError("IndexNotFoundError", `Index ${name} not found.`);
}

/** Keys that bound a page: `after` is exclusive, `upTo` inclusive. */
export interface PageBounds {
  readonly after: Uint8Array | null;
  readonly upTo: Uint8Array | null;
}

export class QueryStream {
  readonly cursors: Uint8Array[] = [];
  bytesRead = 0;
  readonly #scan: Scan;
  readonly #steps: readonly Step[];
  readonly #transaction: Transaction;

  constructor(transaction: Transaction, query: CompiledQuery, bounds: PageBounds | null = null) {
    this.#transaction = transaction;
    this.#steps = query.operators.map(compileStep);
    this.#scan = startScan(transaction, query, bounds);
    transaction.meter.query();
  }

  get rowsRead(): number {
    return this.cursors.length;
  }

  /** Null at the end. `wanted` hints how many more documents the caller will read. */
  next(wanted = 64): ScannedDocument | null {
    for (;;) {
      const remaining = this.#remainingLimit();
      if (remaining === 0) return null;
      const hint = this.#hasFilter() ? wanted : Math.min(wanted, remaining);
      const found = this.readOne(hint);
      if (found === null || this.passes(found)) return found;
    }
  }

  /** Reads one document from the source without applying filters and limits. */
  readOne(wanted: number): ScannedDocument | null {
    const found = this.#scan.next(wanted);
    if (found === null) return null;
    // Check the limit first: a cursor must not advance past a document that exceeds it.
    this.#transaction.meter.read(found.size);
    this.cursors.push(found.key);
    this.bytesRead += found.size;
    return found;
  }

  /** Applies filters and limits in the query's order. */
  passes(document: ScannedDocument): boolean {
    let value: EncodedObject | null = null;
    for (const step of this.#steps) {
      if (step.kind === "limit") {
        step.remaining -= 1;
      } else {
        value ??= parseDocument(document.json);
        if (!step.accepts(value)) return false;
      }
    }
    return true;
  }

  #remainingLimit(): number {
    let remaining = Infinity;
    for (const step of this.#steps) {
      if (step.kind === "limit") {
        remaining = Math.min(remaining, step.remaining);
      }
    }
    return remaining;
  }

  #hasFilter(): boolean {
    return this.#steps.some((step) => step.kind === "filter");
  }
}

type Step =
  | { kind: "limit"; remaining: number }
  | { kind: "filter"; accepts: (document: EncodedObject) => boolean };

function compileStep(operator: SerializedQuery["operators"][number]): Step {
  return "limit" in operator
    ? { kind: "limit", remaining: operator.limit }
    : { kind: "filter", accepts: compileFilter(operator.filter) };
}

function startScan(
  transaction: Transaction,
  query: CompiledQuery,
  bounds: PageBounds | null,
): Scan {
  const { table, source } = query;
  if (source.kind === "search") {
    transaction.reads?.search(source.index.id, source.search);
    return new SearchScan(transaction, { table, source, bounds });
  }
  const { index, order } = source;
  const range = withinBounds(source.range, order, bounds);
  const view = transaction.view;
  const scan = new RangeScan({ view, table, index, range, order });
  transaction.track(scan);
  return scan;
}

function withinBounds(range: KeyRange, order: Order, bounds: PageBounds | null): KeyRange {
  if (bounds === null) return range;
  const { after, upTo } = bounds;
  return order === "asc"
    ? {
        from: latest(range.from, after && justAfter(after)),
        until: earliest(range.until, upTo && justAfter(upTo)),
      }
    : {
        from: latest(range.from, upTo),
        until: earliest(range.until, after),
      };
}

function justAfter(key: Uint8Array): Uint8Array {
  return Buffer.concat([key, Buffer.from([0])]);
}

function latest(a: Uint8Array, b: Uint8Array | null): Uint8Array {
  return b !== null && Buffer.compare(b, a) > 0 ? b : a;
}

function earliest(a: Uint8Array | null, b: Uint8Array | null): Uint8Array | null {
  if (a === null || b === null) return a ?? b;
  return Buffer.compare(b, a) < 0 ? b : a;
}
