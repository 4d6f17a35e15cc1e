/**
 * A full text search as a scan: best score first, then newest first.
 *
 * Candidates come from FTS5 and from the overlay's uncommitted writes, scored the same way, so a
 * mutation finds its own writes. A result's position is an index key (score, creation time, id), so
 * cursors work as in range scans.
 */
import type { JSONValue } from "convex/values";
import { type SearchIndexInfo, type TableInfo, filterKey, searchEntry } from "./catalog";
import { encodeFloat64 } from "./encodedValue";
import { DeveloperError } from "./errors";
import { encodeKey } from "./indexKey";
import type { Scan, ScannedDocument } from "./scan";
import { type SearchQuery, meetsFilters, scoreOf, searchQuery } from "./searchTerms";
import { parseDocument } from "./documentVersion";
import type { Transaction } from "./transaction";

export type SearchFilter =
  | { type: "Search"; fieldPath: string; value: string }
  | { type: "Eq"; fieldPath: string; value: JSONValue };

const MAX_FILTERS = 8;

export function compileSearch(
  index: SearchIndexInfo,
  indexName: string,
  filters: readonly SearchFilter[],
): SearchQuery {
  const searches = filters.filter((filter) => filter.type === "Search");
  const [search] = searches;
  if (search === undefined || searches.length > 1) {
    throw new DeveloperError(
      "IncorrectSearchFilter",
      `Search query against ${indexName} must contain exactly one search filter against the field "${index.searchField}".`,
    );
  }
  if (search.fieldPath !== index.searchField) {
    throw new DeveloperError(
      "IncorrectSearchField",
      `Search query against ${indexName} contains a search filter against "${search.fieldPath}", which doesn't match the indexed \`searchField\` "${index.searchField}".`,
    );
  }
  return searchQuery(search.value, equalities(index, indexName, filters));
}

function equalities(
  index: SearchIndexInfo,
  indexName: string,
  filters: readonly SearchFilter[],
): Map<string, string> {
  const values = new Map<string, string>();
  for (const filter of filters) {
    if (filter.type !== "Eq") continue;
    if (!index.filterFields.includes(filter.fieldPath)) {
      throw new DeveloperError(
        "IncorrectFilterField",
        `Search query against ${indexName} contains an equality filter on "${filter.fieldPath}" but that field isn't indexed for filtering in \`filterFields\`.`,
      );
    }
    values.set(filter.fieldPath, filterKey(filter.value));
  }
  if (values.size > MAX_FILTERS) {
    throw new DeveloperError(
      "TooManyFilterConditions",
      `Search query against ${indexName} has too many filter conditions. Max: ${MAX_FILTERS} Actual: ${values.size}`,
    );
  }
  return values;
}

interface SearchScanOptions {
  readonly table: TableInfo;
  readonly source: { index: SearchIndexInfo; search: SearchQuery };
  /** The page to read, or null for the whole result. */
  readonly bounds: {
    readonly after: Uint8Array | null;
    readonly upTo: Uint8Array | null;
  } | null;
}

export class SearchScan implements Scan {
  #found: ScannedDocument[] | null = null;
  #position = 0;
  readonly #transaction: Transaction;
  readonly #options: SearchScanOptions;

  constructor(transaction: Transaction, options: SearchScanOptions) {
    this.#transaction = transaction;
    this.#options = options;
  }

  next(): ScannedDocument | null {
    this.#found ??= this.#run();
    return this.#found[this.#position++] ?? null;
  }

  #run(): ScannedDocument[] {
    const { after, upTo } = this.#options.bounds ?? { after: null, upTo: null };
    return [...this.#stored(), ...this.#written()]
      .filter(
        ({ key }) =>
          (after === null || Buffer.compare(key, after) > 0) &&
          (upTo === null || Buffer.compare(key, upTo) <= 0),
      )
      .sort((a, b) => Buffer.compare(a.key, b.key));
  }

  *#stored(): Generator<ScannedDocument> {
    const { view, store } = this.#transaction;
    const { index, search } = this.#options.source;
    for (const row of store.search.match(index.id, search)) {
      const document = view.rows.getByRow(row);
      if (document === null || view.overlay?.get(document.id)) continue;
      const found = this.#scored(document.id, document);
      if (found !== null) yield found;
    }
  }

  *#written(): Generator<ScannedDocument> {
    for (const entry of this.#transaction.view.overlay?.all() ?? []) {
      if (entry.table !== this.#options.table || entry.current === null) continue;
      const found = this.#scored(entry.id, entry.current);
      if (found !== null) yield found;
    }
  }

  #scored(id: string, document: { size: number; json: string }): ScannedDocument | null {
    const { index, search } = this.#options.source;
    const value = parseDocument(document.json);
    const entry = searchEntry(index, value);
    const score = meetsFilters(search, entry) ? scoreOf(search, entry.text) : 0;
    if (score === 0) return null;
    const newest = encodeFloat64(-Number(value._creationTime));
    const key = encodeKey([-score, newest, id]);
    return { id, key, size: document.size, json: document.json };
  }
}
