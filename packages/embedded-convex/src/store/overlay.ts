/**
 * Uncommitted writes of one commit group, layered over the committed rows; or, in a snapshot, the versions from before
 * later commits.
 *
 * Each mutation of the group sees the writes of the mutations before it. A failed mutation rolls back
 * only its own writes, through an undo log. Contains no SQL.
 * Invariant: for every index that was read, `#sorted` holds exactly the keys of the current versions.
 */
import type { TableInfo } from "./catalog";
import type { DocumentRow, Order, Version } from "./documents";
import type { IndexedForm, KeyRange } from "./readSet";

export interface OverlayEntry {
  readonly id: string;
  readonly table: TableInfo;
  /** The committed version, or null if the document is new. */
  readonly base: (Version & { readonly row: number }) | null;
  /** The staged version, or null if the document is deleted. */
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
  /** Cache of committed rows by id, with null for a document that does not exist. Null in a snapshot: rows change. */
  readonly fetched: Map<string, DocumentRow | null> | null;
  readonly isSnapshot: boolean;
  readonly #entries = new Map<string, OverlayEntry>();
  readonly #sorted = new Map<number, KeyedId[]>();
  readonly #undoLog: Undo[] = [];

  constructor({ isSnapshot } = { isSnapshot: false }) {
    this.isSnapshot = isSnapshot;
    this.fetched = isSnapshot ? null : new Map();
  }

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

  /** In a snapshot: `base` follows the committed row, and `current` stays the version at the snapshot. */
  keepBefore({ id, table, base, current }: OverlayEntry): void {
    const known = this.#entries.get(id);
    this.#put(id, known, {
      id,
      table,
      base: current === null ? null : { ...current, row: base?.row ?? 0 },
      current: known === undefined ? base : known.current,
    });
  }

  /** A position in the undo log, for `rollback`. */
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

  /** Removes the writes since a mark; returns a function that restores them. */
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

  /** Ids of documents written since a mark. */
  writtenSince(mark: number): Set<string> {
    return new Set(this.#undoLog.slice(mark).map((undo) => undo.id));
  }

  /** The first entry of an index within the range, in the given order. */
  next(indexId: number, range: KeyRange, order: Order): KeyedId | null {
    const keys = this.#sortedKeys(indexId);
    if (order === "asc") {
      const found = keys[lowerBound(keys, range.from)];
      if (found === undefined) return null;
      const inside = range.until === null || Buffer.compare(found.key, range.until) < 0;
      return inside ? found : null;
    }
    const end = range.until === null ? keys.length : lowerBound(keys, range.until);
    const found = keys[end - 1];
    if (found === undefined) return null;
    return Buffer.compare(found.key, range.from) >= 0 ? found : null;
  }

  #put(id: string, before: OverlayEntry | undefined, after: OverlayEntry | undefined): void {
    if (before?.current) this.#unsort(id, before.current.form);
    if (after === undefined) this.#entries.delete(id);
    else this.#entries.set(id, after);
    if (after?.current) this.#sort(id, after.current.form);
  }

  /** Sorted on first read, because most indexes are not read between a write and its commit. */
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
