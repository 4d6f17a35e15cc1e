/**
 * One function call's view of the database: reads, usage and, in a mutation, staged writes.
 *
 * Synchronous. Writes stay in memory until the committer applies the overlay. Does not validate
 * arguments and does not know functions.
 * Invariant: a write is rejected entirely or staged entirely, with its keys in every index.
 */
import { type Catalog, type TableInfo, indexedForm } from "./catalog";
import { resolveCommitTs } from "./commitTs";
import {
  checkDocument,
  checkSystemFields,
  isRemoval,
  parseDocument,
  version,
} from "./documentVersion";
import { decodeDocumentId, newDocumentId } from "./documentId";
import { asText, type EncodedObject } from "./encodedValue";
import { DeveloperError } from "./errors";
import { UsageMeter } from "./limits";
import type { DocumentRow, Version } from "./documents";
import type { Overlay, OverlayEntry } from "./overlay";
import { ReadRecorder } from "./readSet";
import type { RangeScan, View } from "./scan";
import type { SearchRows } from "./searchRows";
import type { Turn } from "../turns";
import type { DocumentRows } from "./documentRows";

export interface Store {
  readonly catalog: Catalog;
  readonly rows: DocumentRows;
  readonly search: SearchRows;
  now(): number;
  /** Strictly increasing milliseconds for `_creationTime`, from the time at which the transaction began. */
  nextCreationTime(begunAt: number): number;
}

type Effect = () => void;

export class Transaction {
  readonly meter = new UsageMeter();
  /** Null in a mutation: mutations run serially, so their reads cannot become stale. */
  readonly reads: ReadRecorder | null;
  readonly view: View;
  readonly #scans: RangeScan[] = [];
  readonly #start: number;
  readonly #begunAt: number;
  #hasCommitTs = false;
  #isAbandoned = false;
  readonly #effects: Effect[] = [];
  /** The turn of the function. Null for work of the store itself. */
  turn: Turn | null = null;

  readonly store: Store;
  /** Commit timestamp of the snapshot that this transaction reads. */
  readonly snapshotTs: bigint;

  constructor(store: Store, overlay: Overlay | null, snapshotTs: bigint) {
    this.store = store;
    this.snapshotTs = snapshotTs;
    this.view = { rows: store.rows, overlay };
    const isReadOnly = overlay === null || overlay.isSnapshot;
    this.reads = isReadOnly ? new ReadRecorder() : null;
    this.#start = overlay?.mark() ?? 0;
    this.#begunAt = store.now();
  }

  get(table: TableInfo, id: string): string | null {
    this.meter.query();
    this.reads?.document(id);
    const found = this.#peek(table, id);
    if (found !== null) this.meter.read(found.size);
    return found?.json ?? null;
  }

  /** Reads a document without counting it towards the function's limits. */
  #peek(table: TableInfo, id: string): { size: number; json: string } | null {
    const entry = this.view.overlay?.get(id);
    if (entry !== undefined) return entry.current;
    return this.#committedRow(table, id);
  }

  /** Cached per commit group: committed rows do not change while the group runs. */
  #committedRow(table: TableInfo, id: string): DocumentRow | null {
    const fetched = this.view.overlay?.fetched;
    const known = fetched?.get(id);
    if (known !== undefined) return known;
    const row = this.view.rows.get(table.number, id);
    fetched?.set(id, row);
    return row;
  }

  count(table: TableInfo): number {
    this.meter.query();
    this.reads?.range(table.byId.id, { from: Buffer.alloc(0), until: null });
    let count = this.view.rows.count(table.number);
    for (const entry of this.view.overlay?.all() ?? []) {
      if (entry.table !== table) continue;
      count += Number(entry.current !== null) - Number(entry.base !== null);
    }
    return count;
  }

  /** Adds the scan's consumed range to the read set when the call ends. */
  track(scan: RangeScan): void {
    if (this.reads !== null) this.#scans.push(scan);
  }

  /** The complete read set. Call once, after the function has ended. */
  finishReads(): ReadRecorder {
    const reads = this.reads ?? new ReadRecorder();
    for (const scan of this.#scans.splice(0)) {
      const range = scan.consumed();
      if (range !== null) reads.range(scan.index.id, range);
    }
    return reads;
  }

  insert(table: TableInfo, fields: EncodedObject): string {
    const id = newDocumentId(table.number);
    const systemFields = {
      _creationTime: this.store.nextCreationTime(this.#begunAt),
      _id: id,
    };
    checkSystemFields(systemFields, fields);
    const before = { id, table, base: null, current: null };
    this.#write(before, { ...fields, ...systemFields });
    return id;
  }

  /** Inserts a document from an export, keeping its `_id` and `_creationTime`. */
  restore(table: TableInfo, document: EncodedObject): void {
    const id = asText(document._id);
    if (decodeDocumentId(id)?.tableNumber !== table.number) {
      throw new DeveloperError("InvalidId", `"${id}" is not an id of the table "${table.name}".`);
    }
    if (typeof document._creationTime !== "number") {
      throw new DeveloperError(
        "InvalidCreationTime",
        `The document ${id} of the table "${table.name}" has no creation time.`,
      );
    }
    if (this.#peek(table, id) !== null) {
      throw new DeveloperError(
        "DuplicateId",
        `The table "${table.name}" has two documents with the id ${id}.`,
      );
    }
    this.#write({ id, table, base: null, current: null }, document);
  }

  /** Removes fields whose value is `{$undefined: null}`. */
  patch(table: TableInfo, id: string, fields: EncodedObject): void {
    const entry = this.#require(table, id, "Update");
    const old = entry.current.value;
    const merged: EncodedObject = { ...old, ...fields };
    checkSystemFields(old, fields);
    for (const [name, value] of Object.entries(fields)) {
      if (isRemoval(value)) delete merged[name];
    }
    merged._id = old._id ?? null;
    merged._creationTime = old._creationTime ?? null;
    this.#write(entry, merged);
  }

  replace(table: TableInfo, id: string, fields: EncodedObject): void {
    const entry = this.#require(table, id, "Replace");
    const old = entry.current.value;
    checkSystemFields(old, fields);
    const { _id = null, _creationTime = null } = old;
    this.#write(entry, { ...fields, _id, _creationTime });
  }

  remove(table: TableInfo, id: string): void {
    const entry = this.#require(table, id, "Delete");
    this.meter.write(0);
    this.#writable.set({ ...entry, current: null });
  }

  /** Runs after the commit is durable; dropped if this part of the transaction is rolled back. */
  afterCommit(effect: Effect): void {
    this.#effects.push(effect);
  }

  takeEffects(): Effect[] {
    return this.#effects.splice(0);
  }

  /** A savepoint: `undo` rolls back to it. */
  mark(): { writes: number; effects: number } {
    return {
      writes: this.#writable.mark(),
      effects: this.#effects.length,
    };
  }

  undo(mark: { writes: number; effects: number }): void {
    this.#writable.rollback(mark.writes);
    this.#effects.length = mark.effects;
  }

  /** Rolls everything back, and stops a function that is still running at its next syscall. */
  abandon(): void {
    this.#isAbandoned = true;
    this.view.overlay?.rollback(this.#start);
    this.#effects.length = 0;
  }

  /** Runs a read against the snapshot at the start of this transaction, without its writes. */
  withoutOwnWrites<T>(read: () => Promise<T>): Promise<T> {
    const restore = this.#writable.suspend(this.#start);
    return read().finally(restore);
  }

  /** Replaces commit timestamp placeholders in this transaction's writes. */
  resolveCommitTs(ts: bigint): void {
    if (!this.#hasCommitTs) return;
    for (const id of this.#writable.writtenSince(this.#start)) {
      const entry = this.#writable.get(id);
      if (!entry?.current?.hasCommitTs) continue;
      const value = resolveCommitTs(entry.current.value, ts) as EncodedObject;
      const current = version(entry.table, value, entry.current);
      this.#writable.set({ ...entry, current });
    }
  }

  /** Checked before every syscall. */
  checkAlive(): void {
    if (this.#isAbandoned) {
      throw new Error("This function ran for too long and was abandoned.");
    }
  }

  #require(
    table: TableInfo,
    id: string,
    what: "Update" | "Replace" | "Delete",
  ): OverlayEntry & { current: Version } {
    const entry = this.#writable.get(id) ?? this.#unwritten(table, id);
    const { current } = entry;
    if (current === null) {
      throw new DeveloperError("NonexistentDocument", `${what} on nonexistent document ID ${id}`);
    }
    this.meter.query();
    this.meter.read(current.size);
    return { ...entry, current };
  }

  /** The overlay entry of a document that this commit group has not written. */
  #unwritten(table: TableInfo, id: string): OverlayEntry {
    const row = this.#committedRow(table, id);
    if (row === null) return { id, table, base: null, current: null };
    row.parsed ??= parsed(table, row);
    const base = { ...row, ...row.parsed, hasCommitTs: false };
    return { id, table, base, current: base };
  }

  #write({ id, table, base, current: before }: OverlayEntry, document: EncodedObject): void {
    const current = version(table, document, before);
    checkDocument(table, current);
    this.meter.write(current.size);
    this.#hasCommitTs ||= current.hasCommitTs;
    this.#writable.set({ id, table, base, current });
  }

  get #writable(): Overlay {
    if (this.view.overlay === null || this.reads !== null) {
      throw new DeveloperError("ReadOnly", "A query cannot write.");
    }
    return this.view.overlay;
  }
}

function parsed(table: TableInfo, { json }: DocumentRow) {
  const value = parseDocument(json);
  return { value, form: indexedForm(table, value) };
}
