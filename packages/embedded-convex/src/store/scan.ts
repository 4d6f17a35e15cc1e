/**
 * Reading an index in order: rows on disk merged with the writes laid over them.
 *
 * A scan fetches in pages and remembers how far it was consumed, which is what the query depends on,
 * no more: of `take(10)` the range up to the tenth document. It applies no filter and no limit.
 */
import type { IndexInfo, TableInfo } from "./catalog";
import type {
  DocumentRow,
  DocumentRows,
  KeyedRow,
  Order,
} from "./documentRows";
import { encodeKey, successor } from "./indexKey";
import type { Overlay } from "./overlay";
import type { KeyRange } from "./readSet";

export interface ScannedDocument {
  readonly id: string;
  readonly size: number;
  readonly json: string;
  /** Where it stands in the order, for cursors. */
  readonly key: Uint8Array;
}

/** Gives documents in an order that cursors can name a place in. */
export interface Scan {
  /** `wanted` is a hint of how many more will be asked for. */
  next(wanted: number): ScannedDocument | null;
}

/** What scans read from. Without an overlay: committed data alone. */
export interface View {
  readonly rows: DocumentRows;
  readonly overlay: Overlay | null;
}

const FIRST_PAGE = 32;
const LARGEST_PAGE = 512;

export class RangeScan implements Scan {
  #page: readonly KeyedRow[] = [];
  #at = 0;
  #pageSize = FIRST_PAGE;
  /** What has not been fetched from disk yet; null when all of it has. */
  #unfetched: KeyRange | null;
  /** What has not been given yet. */
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
    if (found === stored) this.#at += 1;
    this.#remaining = this.#rangeBeyond(found.key);
    return found;
  }

  /** The part of the range that was looked at, or null if none was. */
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
      const row = this.#page[this.#at];
      if (row === undefined) {
        if (!this.#fetch(wanted)) return null;
      } else if (this.#view.overlay?.get(row.id) !== undefined) {
        this.#at += 1;
      } else {
        return row;
      }
    }
  }

  #fetch(wanted: number): boolean {
    if (this.#unfetched === null) return false;
    const limit = Math.min(Math.max(wanted, 1), this.#pageSize);
    this.#page = this.#readPage(this.#unfetched, limit);
    for (const row of this.#page) this.#view.overlay?.fetched.set(row.id, row);
    this.#at = 0;
    this.#pageSize = Math.min(this.#pageSize * 4, LARGEST_PAGE);
    const last = this.#page.at(-1);
    this.#unfetched =
      last === undefined || this.#page.length < limit
        ? null
        : this.#rangeBeyond(last.key, this.#unfetched);
    return last !== undefined;
  }

  #readPage(range: KeyRange, limit: number): readonly KeyedRow[] {
    if (this.index.id >= 0) {
      return this.#view.rows.range(this.index.id, range, this.#order, limit);
    }
    const ids = { from: idBound(range.from), until: idBound(range.until) };
    return this.#view.rows
      .idRange(this.#table.number, ids, this.#order, limit)
      .map(withIdKey);
  }

  #nextWritten(): ScannedDocument | null {
    const { overlay } = this.#view;
    const found = overlay?.next(this.index.id, this.#remaining, this.#order);
    const version = found ? overlay?.get(found.id)?.current : null;
    if (!found || !version) return null;
    return { ...found, size: version.size, json: version.json };
  }

  #firstOf(
    a: ScannedDocument | null,
    b: ScannedDocument | null,
  ): ScannedDocument | null {
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
 * A bound of `by_id` as a bound of the text column. Ids are letters and digits, so the bytes of a key
 * after its tag compare as the text does; the one byte that ends a string is left off.
 */
function idBound(bound: Uint8Array | null): string {
  if (bound === null) return "\u{10ffff}";
  const tag = bound[0] ?? 0;
  if (tag < STRING_TAG) return "";
  if (tag > STRING_TAG) return "\u{10ffff}";
  const end = bound.at(-1) === 0 ? bound.length - 1 : bound.length;
  return Buffer.from(bound.subarray(1, end)).toString("latin1");
}
