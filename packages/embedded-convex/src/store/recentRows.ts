/**
 * The committed rows and the index lookups that are likely to be read again: people edit the same documents field after
 * field, and each call looks up the same few rows of its workspace. Saves the SQL and the parsing.
 *
 * Invariant: holds what SQLite holds. Its owner must keep each row that it writes, forget each that it deletes, forget
 * the lookups of each index whose entries it changes, and clear it after a rollback.
 */
import type { DocumentRow, KeyedRow, Order } from "./documents";
import type { KeyRange } from "./readSet";

type Found = Pick<KeyedRow, "row" | "id" | "key">;

/** The limit of all rows together, in characters of JSON. */
const MOST_TEXT = 4 * 1024 * 1024;
/** In characters: a longer row is not cached. */
const LONGEST_ROW = MOST_TEXT / 64;
const MOST_LOOKUPS = 5_000;

export class RecentRows {
  /** The rows by id, in the order of writing. */
  readonly #rows = new Map<string, DocumentRow>();
  #text = 0;
  /** The lookups by index id, then by name. */
  readonly #lookups = new Map<number, Map<string, readonly Found[]>>();
  #lookupCount = 0;

  row(id: string): DocumentRow | undefined {
    return this.#rows.get(id);
  }

  keep(row: DocumentRow): void {
    this.forget(row.id);
    if (row.json.length > LONGEST_ROW) return;
    this.#rows.set(row.id, row);
    this.#text += row.json.length;
    for (const id of this.#rows.keys()) {
      if (this.#text <= MOST_TEXT) return;
      this.forget(id);
    }
  }

  forget(id: string): void {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    this.#rows.delete(id);
    this.#text -= row.json.length;
  }

  /** The cached documents of a lookup, by its `lookupName`. */
  found(indexId: number, name: string): readonly Found[] | undefined {
    return this.#lookups.get(indexId)?.get(name);
  }

  keepFound(indexId: number, name: string, rows: readonly KeyedRow[]): void {
    if (this.#lookupCount >= MOST_LOOKUPS) this.#forgetLookups();
    const ofIndex = this.#lookups.get(indexId) ?? new Map<string, readonly Found[]>();
    this.#lookups.set(indexId, ofIndex);
    const found = rows.map(({ row, id, key }) => ({ row, id, key }));
    ofIndex.set(name, found);
    this.#lookupCount += 1;
    for (const { key: _key, ...row } of rows) this.keep(row);
  }

  forgetFound(indexId: number): void {
    this.#lookupCount -= this.#lookups.get(indexId)?.size ?? 0;
    this.#lookups.delete(indexId);
  }

  clear(): void {
    this.#rows.clear();
    this.#text = 0;
    this.#forgetLookups();
  }

  #forgetLookups(): void {
    this.#lookups.clear();
    this.#lookupCount = 0;
  }
}

/** The name of a lookup: equal only for equal lookups of one index. */
export function lookupName({ from, until }: KeyRange, order: Order, limit: number): string {
  const end = until === null ? "" : `/${textOf(until)}`;
  return `${order}${limit}/${from.length}/${textOf(from)}${end}`;
}

function textOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString("latin1");
}
