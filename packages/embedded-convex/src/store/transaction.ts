/**
 * One call's view of the database: what it reads, counts and (a mutation) writes.
 *
 * Everything here is synchronous and in memory but for reads of committed rows: a transaction becomes
 * durable only when the committer applies its overlay. It does not validate arguments or know of
 * functions. Always true: a write is refused whole or staged whole, with its keys in every index.
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
import type { Overlay, OverlayEntry, Version } from "./overlay";
import { ReadRecorder } from "./readSet";
import type { RangeScan, View } from "./scan";
import type { SearchRows } from "./searchRows";
import type { DocumentRow, DocumentRows } from "./documentRows";

export interface Store {
  readonly catalog: Catalog;
  readonly rows: DocumentRows;
  readonly search: SearchRows;
  /** Strictly increasing milliseconds for `_creationTime`. */
  nextCreationTime(): number;
}

type Effect = () => void;

export class Transaction {
  readonly meter = new UsageMeter();
  /** Null for a mutation: mutations run one after another and depend on nothing. */
  readonly reads: ReadRecorder | null;
  readonly view: View;
  readonly #scans: RangeScan[] = [];
  readonly #start: number;
  #hasCommitTs = false;
  #isAbandoned = false;
  readonly #effects: Effect[] = [];

  readonly store: Store;
  /** The timestamp of the snapshot that it reads. */
  readonly snapshotTs: bigint;

  constructor(store: Store, overlay: Overlay | null, snapshotTs: bigint) {
    this.store = store;
    this.snapshotTs = snapshotTs;
    this.view = { rows: store.rows, overlay };
    this.reads = overlay === null ? new ReadRecorder() : null;
    this.#start = overlay?.mark() ?? 0;
  }

  get(table: TableInfo, id: string): string | null {
    this.meter.query();
    this.reads?.document(id);
    const found = this.#peek(table, id);
    if (found !== null) this.meter.read(found.size);
    return found?.json ?? null;
  }

  /** A document's body without counting it as a read of the function's own. */
  #peek(table: TableInfo, id: string): { size: number; json: string } | null {
    const entry = this.view.overlay?.get(id);
    if (entry !== undefined) return entry.current;
    return this.#committedRow(table, id);
  }

  /** Committed rows do not change while a group of mutations runs: each is fetched once. */
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

  /** A scan whose consumed range becomes part of the read set. */
  track(scan: RangeScan): void {
    if (this.reads !== null) this.#scans.push(scan);
  }

  /** After the call: everything that its result depends on. */
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
      _creationTime: this.store.nextCreationTime(),
      _id: id,
    };
    const before = { id, table, base: null, current: null };
    this.#write(before, { ...fields, ...systemFields });
    return id;
  }

  /** A document that has its id and time already: from an export. */
  restore(table: TableInfo, document: EncodedObject): void {
    const id = asText(document._id);
    if (decodeDocumentId(id)?.tableNumber !== table.number) {
      throw new DeveloperError(
        "InvalidId",
        `"${id}" is no id of the table "${table.name}".`,
      );
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
        `The document ${id} of the table "${table.name}" is there twice.`,
      );
    }
    this.#write({ id, table, base: null, current: null }, document);
  }

  /** Fields given as `{$undefined: null}` are removed. */
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

  /** Runs after the commit is durable, and not at all if this part is undone. */
  afterCommit(effect: Effect): void {
    this.#effects.push(effect);
  }

  takeEffects(): Effect[] {
    return this.#effects.splice(0);
  }

  /** A part that can be undone by itself: give the result to `undo`. */
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

  /** Takes everything back, and lets a function that is still running do no more. */
  abandon(): void {
    this.#isAbandoned = true;
    this.view.overlay?.rollback(this.#start);
    this.#effects.length = 0;
  }

  /** As the database was when this transaction began: for a query that asks for that. */
  withoutOwnWrites<T>(read: () => Promise<T>): Promise<T> {
    const restore = this.#writable.suspend(this.#start);
    return read().finally(restore);
  }

  /** Gives fields that wait for the commit's timestamp their value. */
  resolveCommitTs(ts: bigint): void {
    if (!this.#hasCommitTs) return;
    for (const id of this.#writable.writtenSince(this.#start)) {
      const entry = this.#writable.get(id);
      if (!entry?.current?.hasCommitTs) continue;
      const value = resolveCommitTs(entry.current.value, ts) as EncodedObject;
      const current = version(entry.table, id, value, entry.current);
      this.#writable.set({ ...entry, current });
    }
  }

  /** Before anything that a function asks for. */
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
      throw new DeveloperError(
        "NonexistentDocument",
        `${what} on nonexistent document ID ${id}`,
      );
    }
    this.meter.query();
    this.meter.read(current.size);
    return { ...entry, current };
  }

  /** A document that this group has not written yet, as it is on disk. */
  #unwritten(table: TableInfo, id: string): OverlayEntry {
    const row = this.#committedRow(table, id);
    if (row === null) return { id, table, base: null, current: null };
    const value = parseDocument(row.json);
    const form = indexedForm(table, id, value);
    const base = { ...row, value, form, hasCommitTs: false };
    return { id, table, base, current: base };
  }

  #write(
    { id, table, base, current: before }: OverlayEntry,
    document: EncodedObject,
  ): void {
    const current = version(table, id, document, before);
    checkDocument(table, current);
    this.meter.write(current.size);
    this.#hasCommitTs ||= current.hasCommitTs;
    this.#writable.set({ id, table, base, current });
  }

  get #writable(): Overlay {
    if (this.view.overlay === null) {
      throw new DeveloperError("ReadOnly", "A query cannot write.");
    }
    return this.view.overlay;
  }
}
