/**
 * Writes an overlay to the tables, inside the SQLite transaction of the commit.
 *
 * Invariant: only differences are written. An index entry with an unchanged key is left alone, and an
 * unchanged document is not a write, neither on disk nor for subscriptions.
 */
import type { Version } from "./documents";
import type { Overlay, OverlayEntry } from "./overlay";
import type { DocumentWrite, WriteSet } from "./readSet";
import type { Store } from "./transaction";

export function applyWrites(store: Store, overlay: Overlay): WriteSet {
  const writes: DocumentWrite[] = [];
  for (const entry of overlay.all()) {
    if (!isChange(entry)) continue;
    applyEntry(store, entry);
    writes.push({
      id: entry.id,
      tableNumber: entry.table.number,
      before: entry.base?.form ?? null,
      after: entry.current?.form ?? null,
    });
  }
  return writes;
}

export function isChange({ base, current }: OverlayEntry): boolean {
  return base?.json !== current?.json;
}

function applyEntry(store: Store, entry: OverlayEntry): void {
  const { id, table, base, current } = entry;
  if (base === null) {
    if (current === null) return;
    const row = store.rows.insert(table.number, id, current);
    updateEntries(store, row, { before: null, after: current });
    return;
  }
  // Index entries first: they reference the row.
  updateEntries(store, base.row, { before: base, after: current });
  if (current === null) store.rows.delete(base.row, id);
  else store.rows.update(base.row, id, current);
}

function updateEntries(
  store: Store,
  row: number,
  { before, after }: { readonly before: Version | null; readonly after: Version | null },
): void {
  // `indexedForm` reuses the form when no indexed field changed.
  if (before?.form === after?.form) return;
  const oldKeys = before?.form.keys;
  const newKeys = after?.form.keys;
  for (const [indexId, key] of oldKeys ?? []) {
    if (indexId >= 0 && !sameKey(key, newKeys?.get(indexId))) {
      store.rows.removeEntry(indexId, key);
    }
  }
  for (const [indexId, key] of newKeys ?? []) {
    if (indexId >= 0 && !sameKey(key, oldKeys?.get(indexId))) {
      store.rows.addEntry(indexId, key, row);
    }
  }
  const oldEntries = before?.form.searchEntries;
  const newEntries = after?.form.searchEntries;
  // Identity suffices: `indexedForm` reuses the entry object when no indexed field changed.
  for (const [indexId, entry] of oldEntries ?? []) {
    if (newEntries?.get(indexId) !== entry) store.search.remove(indexId, row);
  }
  for (const [indexId, entry] of newEntries ?? []) {
    if (oldEntries?.get(indexId) !== entry) {
      store.search.add(indexId, row, entry);
    }
  }
}

function sameKey(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return b !== undefined && Buffer.compare(a, b) === 0;
}
