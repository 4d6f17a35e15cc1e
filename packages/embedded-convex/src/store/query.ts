/**
 * A query as the Convex library serialises it, compiled against the catalog and run document by
 * document: a source (table, index range or search), then filters and limits in the order given.
 */
import type { JSONValue } from "convex/values";
import type { IndexInfo, SearchIndexInfo, TableInfo } from "./catalog";
import type { Order } from "./documentRows";
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
  /** As it was asked for. */
  readonly serialized: SerializedQuery;
}

/** `findTable` decides which tables the caller may name. */
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

/** Where a page starts and ends, as keys: after the one, up to and with the other. */
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

  constructor(
    transaction: Transaction,
    query: CompiledQuery,
    bounds: PageBounds | null = null,
  ) {
    this.#transaction = transaction;
    this.#steps = query.operators.map(compileStep);
    this.#scan = startScan(transaction, query, bounds);
    transaction.meter.query();
  }

  get rowsRead(): number {
    return this.cursors.length;
  }

  /** Null when there is no more. `wanted` is a hint of how many more will be asked for. */
  next(wanted = 64): ScannedDocument | null {
    for (;;) {
      const left = this.#leastLeft();
      if (left === 0) return null;
      const hint = this.#hasFilter() ? wanted : Math.min(wanted, left);
      const found = this.readOne(hint);
      if (found === null || this.passes(found)) return found;
    }
  }

  /** Reads one document off the source, whether or not it passes the filters. */
  readOne(wanted: number): ScannedDocument | null {
    const found = this.#scan.next(wanted);
    if (found === null) return null;
    // First the limit: a document that exceeds it is not one that a cursor may have passed.
    this.#transaction.meter.read(found.size);
    this.cursors.push(found.key);
    this.bytesRead += found.size;
    return found;
  }

  passes(document: ScannedDocument): boolean {
    let value: EncodedObject | null = null;
    for (const step of this.#steps) {
      if (step.kind === "limit") {
        step.left -= 1;
      } else {
        value ??= parseDocument(document.json);
        if (!step.accepts(value)) return false;
      }
    }
    return true;
  }

  #leastLeft(): number {
    let least = Infinity;
    for (const step of this.#steps) {
      if (step.kind === "limit") least = Math.min(least, step.left);
    }
    return least;
  }

  #hasFilter(): boolean {
    return this.#steps.some((step) => step.kind === "filter");
  }
}

type Step =
  | { kind: "limit"; left: number }
  | { kind: "filter"; accepts: (document: EncodedObject) => boolean };

function compileStep(operator: SerializedQuery["operators"][number]): Step {
  return "limit" in operator
    ? { kind: "limit", left: operator.limit }
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

function withinBounds(
  range: KeyRange,
  order: Order,
  bounds: PageBounds | null,
): KeyRange {
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

function earliest(
  a: Uint8Array | null,
  b: Uint8Array | null,
): Uint8Array | null {
  if (a === null || b === null) return a ?? b;
  return Buffer.compare(b, a) < 0 ? b : a;
}
