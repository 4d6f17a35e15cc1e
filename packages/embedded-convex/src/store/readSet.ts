/**
 * Read sets of queries and write sets of commits, and the test whether they overlap.
 *
 * A read is a document id, an index range (only the part that was consumed) or a search. A write holds
 * the document's keys before and after, in every index of its table. Document contents are not kept,
 * except searchable text, because keys do not show whether a search matches.
 */
import { matchesSearch, type SearchEntry, type SearchQuery } from "./searchTerms";

/** Half-open: `from` is inclusive, `until` exclusive or null for unbounded. */
export interface KeyRange {
  readonly from: Uint8Array;
  readonly until: Uint8Array | null;
}

export interface ReadSet {
  readonly documents: ReadonlySet<string>;
  readonly ranges: ReadonlyMap<number, readonly KeyRange[]>;
  readonly searches: ReadonlyMap<number, readonly SearchQuery[]>;
}

/** A document's keys by index id, and its searchable text by search index id. */
export interface IndexedForm {
  readonly keys: ReadonlyMap<number, Uint8Array>;
  readonly searchEntries: ReadonlyMap<number, SearchEntry>;
}

export interface DocumentWrite {
  readonly id: string;
  readonly tableNumber: number;
  /** Null if the document did not exist before (or does not exist after). */
  readonly before: IndexedForm | null;
  readonly after: IndexedForm | null;
}

export type WriteSet = readonly DocumentWrite[];

export interface Commit {
  readonly ts: bigint;
  readonly writes: WriteSet;
}

export function inRange(range: KeyRange, key: Uint8Array): boolean {
  return (
    Buffer.compare(key, range.from) >= 0 &&
    (range.until === null || Buffer.compare(key, range.until) < 0)
  );
}

/** Whether a query with these reads could have a different result after these writes. */
export function touches(reads: ReadSet, writes: WriteSet): boolean {
  return writes.some((write) => touchedBy(reads, write));
}

function touchedBy(reads: ReadSet, write: DocumentWrite): boolean {
  return (
    reads.documents.has(write.id) ||
    touchedForm(reads, write.before) ||
    touchedForm(reads, write.after)
  );
}

function touchedForm(reads: ReadSet, form: IndexedForm | null): boolean {
  if (form === null) return false;
  for (const [indexId, key] of form.keys) {
    const ranges = reads.ranges.get(indexId);
    if (ranges?.some((range) => inRange(range, key))) return true;
  }
  for (const [indexId, entry] of form.searchEntries) {
    const searches = reads.searches.get(indexId);
    if (searches?.some((search) => matchesSearch(search, entry))) return true;
  }
  return false;
}

/** Collects the reads of one function call. */
export class ReadRecorder implements ReadSet {
  readonly documents = new Set<string>();
  readonly ranges = new Map<number, KeyRange[]>();
  readonly searches = new Map<number, SearchQuery[]>();

  document(id: string): void {
    this.documents.add(id);
  }

  range(indexId: number, range: KeyRange): void {
    push(this.ranges, indexId, range);
  }

  search(indexId: number, query: SearchQuery): void {
    push(this.searches, indexId, query);
  }
}

function push<T>(map: Map<number, T[]>, key: number, item: T): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, [item]);
  else items.push(item);
}
