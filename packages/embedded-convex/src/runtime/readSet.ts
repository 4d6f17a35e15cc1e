/**
 * Finds the read sets that a commit touches without testing every one.
 *
 * Documents are indexed by id. Ranges are indexed by database index, and by the first value of the key if the whole
 * range shares it (a tenant id, typically). So a commit tests only ranges of the indexes that it wrote, with the same
 * first value or none.
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
export type { ReadSet, WriteSet } from "../store/readSet";

interface RangeEntry<T> {
  readonly range: KeyRange;
  readonly owner: T;
}

interface IndexReads<T> {
  /** Ranges whose keys all share one first value, by the bytes of that value. */
  readonly confined: Map<string, Set<RangeEntry<T>>>;
  readonly wide: Set<RangeEntry<T>>;
}

export class ReadIndex<T> {
  readonly #filed = new Map<T, () => void>();
  readonly #documents = new Map<string, Set<T>>();
  readonly #ranges = new Map<number, IndexReads<T>>();
  readonly #searches = new Map<number, Set<{ query: SearchQuery; owner: T }>>();

  get size(): number {
    return this.#filed.size;
  }

  /** Replaces an owner's reads. */
  set(owner: T, reads: ReadSet): void {
    this.delete(owner);
    const undo: (() => void)[] = [];
    for (const id of reads.documents) {
      undo.push(addTo(this.#documents, id, owner));
    }
    for (const [indexId, ranges] of reads.ranges) {
      for (const range of ranges) {
        undo.push(this.#addRange(indexId, { range, owner }));
      }
    }
    for (const [indexId, queries] of reads.searches) {
      for (const query of queries) {
        undo.push(addTo(this.#searches, indexId, { query, owner }));
      }
    }
    this.#filed.set(owner, () => undo.forEach((step) => step()));
  }

  delete(owner: T): void {
    this.#filed.get(owner)?.();
    this.#filed.delete(owner);
  }

  /** The owners whose reads the writes touch. */
  affectedBy(writes: WriteSet): Set<T> {
    const affected = new Set<T>();
    for (const write of writes) this.#collect(write, affected);
    return affected;
  }

  #collect(write: DocumentWrite, affected: Set<T>): void {
    for (const owner of this.#documents.get(write.id) ?? []) affected.add(owner);
    if (write.before) this.#collectForm(write.before, affected);
    if (write.after) this.#collectForm(write.after, affected);
  }

  #collectForm(form: IndexedForm, affected: Set<T>): void {
    for (const [indexId, key] of form.keys) {
      const reads = this.#ranges.get(indexId);
      if (reads === undefined) continue;
      const near = reads.confined.get(firstValue(key)) ?? [];
      for (const entries of [near, reads.wide]) {
        for (const { range, owner } of entries) {
          if (!affected.has(owner) && inRange(range, key)) affected.add(owner);
        }
      }
    }
    for (const [indexId, entry] of form.searchEntries) {
      for (const { query, owner } of this.#searches.get(indexId) ?? []) {
        if (matchesSearch(query, entry)) affected.add(owner);
      }
    }
  }

  #addRange(indexId: number, entry: RangeEntry<T>): () => void {
    let reads = this.#ranges.get(indexId);
    if (reads === undefined) {
      reads = { confined: new Map(), wide: new Set() };
      this.#ranges.set(indexId, reads);
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

/** The first value that all keys of a range share, or null if they may differ. */
function confinedTo(range: KeyRange): string | null {
  const { from, until } = range;
  const length = firstValueLength(from);
  if (length === 0 || until === null) return null;
  const value = from.subarray(0, length);
  const isShared = Buffer.compare(value, until.subarray(0, length)) === 0;
  if (isShared) return firstValue(from);
  // The range ends after all keys that begin with the value: `eq(first, value)`.
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
