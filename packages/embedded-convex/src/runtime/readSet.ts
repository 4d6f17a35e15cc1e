/**
 * Which of many read sets a commit touches, without testing them all.
 *
 * Reads are filed by what they read: documents by id, ranges by index and then by the first value of
 * the key where the range is confined to one (a tenant, as a rule). So a commit looks only at reads of
 * the same tables, and among those only at the ones that could hold its keys.
 */
import { afterPrefix, firstValueLength } from "../store/indexKey";
import {
  type DocumentWrite,
  type IndexedForm,
  type KeyRange,
  type ReadSet,
  type WriteSet,
  inRange,
} from "../store/readSet";
import { type SearchQuery, matchesSearch } from "../store/searchTerms";

export { touches } from "../store/readSet";
export type { Commit, ReadSet, WriteSet } from "../store/readSet";

interface RangeEntry<T> {
  readonly range: KeyRange;
  readonly owner: T;
}

/** Ranges confined to one first value by that value's bytes, and those that are not. */
interface IndexReads<T> {
  readonly confined: Map<string, Set<RangeEntry<T>>>;
  readonly wide: Set<RangeEntry<T>>;
}

export class ReadIndex<T> {
  private readonly filed = new Map<T, () => void>();
  private readonly documents = new Map<string, Set<T>>();
  private readonly ranges = new Map<number, IndexReads<T>>();
  private readonly searches = new Map<
    number,
    Set<{ query: SearchQuery; owner: T }>
  >();

  get size(): number {
    return this.filed.size;
  }

  /** Files an owner's reads, in place of those it had. */
  set(owner: T, reads: ReadSet): void {
    this.delete(owner);
    const undo: (() => void)[] = [];
    for (const id of reads.documents) {
      undo.push(addTo(this.documents, id, owner));
    }
    for (const [indexId, ranges] of reads.ranges) {
      for (const range of ranges) {
        undo.push(this.addRange(indexId, { range, owner }));
      }
    }
    for (const [indexId, queries] of reads.searches) {
      for (const query of queries) {
        undo.push(addTo(this.searches, indexId, { query, owner }));
      }
    }
    this.filed.set(owner, () => undo.forEach((step) => step()));
  }

  delete(owner: T): void {
    this.filed.get(owner)?.();
    this.filed.delete(owner);
  }

  /** Everyone whose reads the writes touch, each once. */
  affectedBy(writes: WriteSet): Set<T> {
    const affected = new Set<T>();
    for (const write of writes) this.collect(write, affected);
    return affected;
  }

  private collect(write: DocumentWrite, affected: Set<T>): void {
    for (const owner of this.documents.get(write.id) ?? []) affected.add(owner);
    if (write.before) this.collectForm(write.before, affected);
    if (write.after) this.collectForm(write.after, affected);
  }

  private collectForm(form: IndexedForm, affected: Set<T>): void {
    for (const [indexId, key] of form.keys) {
      const reads = this.ranges.get(indexId);
      if (reads === undefined) continue;
      const near = reads.confined.get(firstValue(key)) ?? [];
      for (const entries of [near, reads.wide]) {
        for (const { range, owner } of entries) {
          if (!affected.has(owner) && inRange(range, key)) affected.add(owner);
        }
      }
    }
    for (const [indexId, entry] of form.searchEntries) {
      for (const { query, owner } of this.searches.get(indexId) ?? []) {
        if (matchesSearch(query, entry)) affected.add(owner);
      }
    }
  }

  private addRange(indexId: number, entry: RangeEntry<T>): () => void {
    let reads = this.ranges.get(indexId);
    if (reads === undefined) {
      reads = { confined: new Map(), wide: new Set() };
      this.ranges.set(indexId, reads);
    }
    const value = confinedTo(entry.range);
    if (value !== null) return addTo(reads.confined, value, entry);
    const { wide } = reads;
    wide.add(entry);
    return () => void wide.delete(entry);
  }
}

function firstValue(key: Uint8Array): string {
  return Buffer.from(key.subarray(0, firstValueLength(key))).toString("latin1");
}

/** The one first value that all keys of a range have, or null if they may have several. */
function confinedTo(range: KeyRange): string | null {
  const { from, until } = range;
  const length = firstValueLength(from);
  if (length === 0 || until === null) return null;
  const value = from.subarray(0, length);
  const isShared = Buffer.compare(value, until.subarray(0, length)) === 0;
  if (isShared) return firstValue(from);
  // Up to the end of all keys that begin with the value: `eq(first, value)`.
  const end = afterPrefix(value);
  const isEnd = end !== null && Buffer.compare(until, end) === 0;
  return isEnd ? firstValue(from) : null;
}

function addTo<K, V>(map: Map<K, Set<V>>, key: K, value: V): () => void {
  let set = map.get(key);
  if (set === undefined) map.set(key, (set = new Set()));
  const filed = set.add(value);
  return () => {
    filed.delete(value);
    if (filed.size === 0) map.delete(key);
  };
}
