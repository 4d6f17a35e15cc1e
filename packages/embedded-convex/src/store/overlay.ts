/**
 * Writes that are not on disk yet, laid over what is.
 *
 * One overlay holds the writes of a whole group commit. Each mutation of the group sees what those
 * before it wrote; one that fails takes its own writes back through an undo log and hurts nobody.
 * It knows nothing of SQL. Always true: `sorted` has exactly the keys of the current versions, of those indexes that were read.
 */
import type { TableInfo } from "./catalog";
import type { EncodedObject } from "./encodedValue";
import type { DocumentRow, Order } from "./documentRows";
import type { IndexedForm, KeyRange } from "./readSet";

/** A document as it is, or would be. */
export interface Version {
  readonly size: number;
  readonly json: string;
  readonly value: EncodedObject;
  readonly form: IndexedForm;
  /** It has a field that gets its value from the commit. */
  readonly hasCommitTs: boolean;
}

export interface OverlayEntry {
  readonly id: string;
  readonly table: TableInfo;
  /** As it is on disk, or null if it is not there. */
  readonly base: (Version & { readonly row: number }) | null;
  /** As this group leaves it, or null if it is deleted. */
  readonly current: Version | null;
}

export interface KeyedId {
  readonly key: Uint8Array;
  readonly id: string;
}

interface Undo {
  readonly id: string;
  readonly before: OverlayEntry | undefined;
}

export class Overlay {
  /** What was read from disk on the way, by id: also that a document is not there. */
  readonly fetched = new Map<string, DocumentRow | null>();
  readonly #entries = new Map<string, OverlayEntry>();
  readonly #sorted = new Map<number, KeyedId[]>();
  readonly #undoLog: Undo[] = [];

  get size(): number {
    return this.#entries.size;
  }

  get(id: string): OverlayEntry | undefined {
    return this.#entries.get(id);
  }

  all(): IterableIterator<OverlayEntry> {
    return this.#entries.values();
  }

  set(entry: OverlayEntry): void {
    const before = this.#entries.get(entry.id);
    this.#undoLog.push({ id: entry.id, before });
    this.#put(entry.id, before, entry);
  }

  /** A point to which `rollback` can return. */
  mark(): number {
    return this.#undoLog.length;
  }

  rollback(mark: number): void {
    while (this.#undoLog.length > mark) {
      const undo = this.#undoLog.pop();
      if (undo === undefined) return;
      this.#put(undo.id, this.#entries.get(undo.id), undo.before);
    }
  }

  /** Takes the writes since a mark away for a while; gives what puts them back. */
  suspend(mark: number): () => void {
    const writes = [...this.writtenSince(mark)].map((id) => this.get(id));
    const log = this.#undoLog.slice(mark);
    this.rollback(mark);
    return () => {
      for (const entry of writes) {
        if (entry) this.#put(entry.id, this.#entries.get(entry.id), entry);
      }
      this.#undoLog.push(...log);
    };
  }

  /** Ids written since a mark, each once. */
  writtenSince(mark: number): Set<string> {
    return new Set(this.#undoLog.slice(mark).map((undo) => undo.id));
  }

  /** The next entry of an index in the range, in the given order. */
  next(indexId: number, range: KeyRange, order: Order): KeyedId | null {
    const keys = this.#sortedKeys(indexId);
    if (order === "asc") {
      const found = keys[lowerBound(keys, range.from)];
      if (found === undefined) return null;
      const inside =
        range.until === null || Buffer.compare(found.key, range.until) < 0;
      return inside ? found : null;
    }
    const end =
      range.until === null ? keys.length : lowerBound(keys, range.until);
    const found = keys[end - 1];
    if (found === undefined) return null;
    return Buffer.compare(found.key, range.from) >= 0 ? found : null;
  }

  #put(
    id: string,
    before: OverlayEntry | undefined,
    after: OverlayEntry | undefined,
  ): void {
    if (before?.current) this.#unsort(id, before.current.form);
    if (after === undefined) this.#entries.delete(id);
    else this.#entries.set(id, after);
    if (after?.current) this.#sort(id, after.current.form);
  }

  /** Most writes go to indexes that nobody reads before the commit: an index is put in order when it is first read. */
  #sortedKeys(indexId: number): KeyedId[] {
    const known = this.#sorted.get(indexId);
    if (known !== undefined) return known;
    const keys: KeyedId[] = [];
    for (const { id, current } of this.#entries.values()) {
      const key = current?.form.keys.get(indexId);
      if (key !== undefined) keys.push({ key, id });
    }
    keys.sort((a, b) => Buffer.compare(a.key, b.key));
    this.#sorted.set(indexId, keys);
    return keys;
  }

  #sort(id: string, form: IndexedForm): void {
    for (const [indexId, keys] of this.#sorted) {
      const key = form.keys.get(indexId);
      if (key !== undefined) keys.splice(lowerBound(keys, key), 0, { key, id });
    }
  }

  #unsort(id: string, form: IndexedForm): void {
    for (const [indexId, keys] of this.#sorted) {
      const key = form.keys.get(indexId);
      if (key === undefined) continue;
      const at = lowerBound(keys, key);
      if (keys[at]?.id === id) keys.splice(at, 1);
    }
  }
}

function lowerBound(keys: readonly KeyedId[], key: Uint8Array): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const candidate = keys[middle];
    if (candidate && Buffer.compare(candidate.key, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
