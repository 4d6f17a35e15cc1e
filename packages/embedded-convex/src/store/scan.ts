/**
 * Reads an index in order: committed rows merged with the overlay's uncommitted writes.
 *
 * A scan fetches in batches and tracks how far it was consumed: only that range becomes part of the
 * read set (for `take(10)`, the range up to the tenth document). Filters and limits are in query.ts.
 */
import type { IndexInfo, TableInfo } from "./catalog";
import type { DocumentRows } from "./documentRows";
import type { DocumentRow, KeyedRow, Order } from "./documents";
import { encodeKey, successor } from "./indexKey";
import type { Overlay } from "./overlay";
import type { KeyRange } from "./readSet";

export interface ScannedDocument {
  readonly id: string;
  readonly size: number;
  readonly json: string;
  /** Position in the scan's order, used as a cursor. */
  readonly key: Uint8Array;
}

export interface Scan {
  /** Null at the end. `wanted` hints how many more documents the caller will read. */
  next(wanted: number): ScannedDocument | null;
}

/** The data that scans read: committed rows, plus the overlay in a mutation. */
export interface View {
  readonly rows: DocumentRows;
  readonly overlay: Overlay | null;
}

/** Documents per batch. Each batch is four times the one before. */
const FIRST_BATCH = 32;
const MAX_BATCH = 512;

export class RangeScan implements Scan {
  #batch: readonly KeyedRow[] = [];
  #position = 0;
  #batchSize = FIRST_BATCH;
  /** The range not yet fetched from disk; null if everything was fetched. */
  #unfetched: KeyRange | null;
  /** The range not yet returned. */
  #remaining: KeyRange;
  #state: "untouched" | "reading" | "exhausted" = "untouched";
  readonly index: IndexInfo;
  readonly #range: KeyRange;
  readonly #order: Order;
  readonly #table: TableInfo;
  readonly #view: View;

  constructor(o: {
    view: View;
    table: TableInfo;
    index: IndexInfo;
    range: KeyRange;
    order: Order;
  }) {
    this.#view = o.view;
    this.#table = o.table;
    this.index = o.index;
    this.#range = o.range;
    this.#order = o.order;
    this.#remaining = o.range;
    this.#unfetched = o.range;
  }

  next(wanted: number): ScannedDocument | null {
    if (this.#state === "exhausted") return null;
    this.#state = "reading";
    const stored = this.#nextStored(wanted);
    const written = this.#nextWritten();
    const found = this.#firstOf(stored, written);
    if (found === null) {
      this.#state = "exhausted";
      return null;
    }
    if (found === stored) this.#position += 1;
    this.#remaining = this.#rangeBeyond(found.key);
    return found;
  }

  /** The part of the range that was read; null before the first read. */
  consumed(): KeyRange | null {
    if (this.#state === "untouched") return null;
    if (this.#state === "exhausted") return this.#range;
    return this.#order === "asc"
      ? { from: this.#range.from, until: this.#remaining.from }
      : {
          from: this.#remaining.until ?? this.#range.from,
          until: this.#range.until,
        };
  }

  #nextStored(wanted: number): KeyedRow | null {
    for (;;) {
      const row = this.#batch[this.#position];
      if (row === undefined) {
        if (!this.#fetch(wanted)) return null;
      } else if (this.#view.overlay?.get(row.id) !== undefined) {
        this.#position += 1;
      } else {
        return row;
      }
    }
  }

  #fetch(wanted: number): boolean {
    if (this.#unfetched === null) return false;
    const limit = Math.min(Math.max(wanted, 1), this.#batchSize);
    this.#batch = this.#readBatch(this.#unfetched, limit);
    for (const row of this.#batch) this.#view.overlay?.fetched?.set(row.id, row);
    this.#position = 0;
    this.#batchSize = Math.min(this.#batchSize * 4, MAX_BATCH);
    const last = this.#batch.at(-1);
    this.#unfetched =
      last === undefined || this.#batch.length < limit
        ? null
        : this.#rangeBeyond(last.key, this.#unfetched);
    return last !== undefined;
  }

  #readBatch(range: KeyRange, limit: number): readonly KeyedRow[] {
    const { rows } = this.#view;
    const options = { order: this.#order, limit };
    if (this.index.id >= 0) return rows.range(this.index.id, range, options);
    const ids = { from: idBound(range.from), until: idBound(range.until) };
    return rows.idRange(this.#table.number, ids, options).map(withIdKey);
  }

  #nextWritten(): ScannedDocument | null {
    const { overlay } = this.#view;
    const found = overlay?.next(this.index.id, this.#remaining, this.#order);
    const version = found ? overlay?.get(found.id)?.current : null;
    if (!found || !version) return null;
    return { ...found, size: version.size, json: version.json };
  }

  #firstOf(a: ScannedDocument | null, b: ScannedDocument | null): ScannedDocument | null {
    if (a === null || b === null) return a ?? b;
    const aIsFirst = Buffer.compare(a.key, b.key) < 0;
    return aIsFirst === (this.#order === "asc") ? a : b;
  }

  #rangeBeyond(key: Uint8Array, within: KeyRange = this.#remaining): KeyRange {
    return this.#order === "asc"
      ? { from: successor(key), until: within.until }
      : { from: within.from, until: key };
  }
}

function withIdKey(row: DocumentRow): KeyedRow {
  return { ...row, key: encodeKey([row.id]) };
}

const STRING_TAG = encodeKey([""])[0] ?? 0;

/**
 * Converts a key bound of `by_id` to a bound on the `id` text column. Ids are letters and digits, so the
 * key's bytes without tag and terminator sort like the text.
 */
function idBound(bound: Uint8Array | null): string {
  if (bound === null) return "\u{10ffff}";
  const tag = bound[0] ?? 0;
  if (tag < STRING_TAG) return "";
  if (tag > STRING_TAG) return "\u{10ffff}";
  const end = bound.at(-1) === 0 ? bound.length - 1 : bound.length;
  return Buffer.from(bound.subarray(1, end)).toString("latin1");
}
