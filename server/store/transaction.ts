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
import { newDocumentId } from "./documentId";
import type { EncodedObject } from "./encodedValue";
import { DeveloperError } from "./errors";
import { UsageMeter } from "./limits";
import type { Overlay, Version } from "./overlay";
import { ReadRecorder } from "./readSet";
import type { RangeScan, View } from "./scan";
import type { SearchRows } from "./searchRows";
import type { DocumentRows } from "./documentRows";

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
  private readonly scans: RangeScan[] = [];
  private readonly start: number;
  private hasCommitTs = false;
  private isAbandoned = false;
  private readonly effects: Effect[] = [];

  readonly store: Store;
  /** The timestamp of the snapshot that it reads. */
  readonly snapshotTs: bigint;

  constructor(store: Store, overlay: Overlay | null, snapshotTs: bigint) {
    this.store = store;
    this.snapshotTs = snapshotTs;
    this.view = { rows: store.rows, overlay };
    this.reads = overlay === null ? new ReadRecorder() : null;
    this.start = overlay?.mark() ?? 0;
  }

  get(table: TableInfo, id: string): string | null {
    this.meter.query();
    this.reads?.document(id);
    const found = this.peek(table, id);
    if (found !== null) this.meter.read(found.size);
    return found?.json ?? null;
  }

  /** A document's body without counting it as a read of the function's own. */
  private peek(
    table: TableInfo,
    id: string,
  ): { size: number; json: string } | null {
    const entry = this.view.overlay?.get(id);
    if (entry !== undefined) return entry.current;
    return this.view.rows.get(table.number, id);
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
    if (this.reads !== null) this.scans.push(scan);
  }

  /** After the call: everything that its result depends on. */
  finishReads(): ReadRecorder {
    const reads = this.reads ?? new ReadRecorder();
    for (const scan of this.scans.splice(0)) {
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
    this.write(table, id, { ...fields, ...systemFields });
    return id;
  }

  /** Fields given as `{$undefined: null}` are removed. */
  patch(table: TableInfo, id: string, fields: EncodedObject): void {
    const old = this.require(table, id, "Update");
    const merged: EncodedObject = { ...old, ...fields };
    checkSystemFields(old, fields);
    for (const [name, value] of Object.entries(fields)) {
      if (isRemoval(value)) delete merged[name];
    }
    merged._id = old._id ?? null;
    merged._creationTime = old._creationTime ?? null;
    this.write(table, id, merged);
  }

  replace(table: TableInfo, id: string, fields: EncodedObject): void {
    const old = this.require(table, id, "Replace");
    checkSystemFields(old, fields);
    const { _id = null, _creationTime = null } = old;
    this.write(table, id, { ...fields, _id, _creationTime });
  }

  remove(table: TableInfo, id: string): void {
    this.require(table, id, "Delete");
    this.meter.write(0);
    this.stage(table, id, null);
  }

  /** Runs after the commit is durable, and not at all if this part is undone. */
  afterCommit(effect: Effect): void {
    this.effects.push(effect);
  }

  takeEffects(): Effect[] {
    return this.effects.splice(0);
  }

  /** A part that can be undone by itself: give the result to `undo`. */
  mark(): { writes: number; effects: number } {
    return {
      writes: this.writable.mark(),
      effects: this.effects.length,
    };
  }

  undo(mark: { writes: number; effects: number }): void {
    this.writable.rollback(mark.writes);
    this.effects.length = mark.effects;
  }

  /** Takes everything back, and lets a function that is still running do no more. */
  abandon(): void {
    this.isAbandoned = true;
    this.view.overlay?.rollback(this.start);
    this.effects.length = 0;
  }

  /** As the database was when this transaction began: for a query that asks for that. */
  withoutOwnWrites<T>(read: () => Promise<T>): Promise<T> {
    const restore = this.writable.suspend(this.start);
    return read().finally(restore);
  }

  /** Gives fields that wait for the commit's timestamp their value. */
  resolveCommitTs(ts: bigint): void {
    if (!this.hasCommitTs) return;
    for (const id of this.writable.writtenSince(this.start)) {
      const entry = this.writable.get(id);
      if (!entry?.current?.hasCommitTs) continue;
      const value = resolveCommitTs(entry.current.value, ts) as EncodedObject;
      this.stage(entry.table, id, version(entry.table, id, value));
    }
  }

  /** Before anything that a function asks for. */
  checkAlive(): void {
    if (this.isAbandoned) {
      throw new Error("This function ran for too long and was abandoned.");
    }
  }

  private require(
    table: TableInfo,
    id: string,
    what: "Update" | "Replace" | "Delete",
  ): EncodedObject {
    const { overlay } = this.view;
    const entry = overlay?.get(id);
    const found = this.peek(table, id);
    if (found === null) {
      throw new DeveloperError(
        "NonexistentDocument",
        `${what} on nonexistent document ID ${id}`,
      );
    }
    this.meter.query();
    this.meter.read(found.size);
    return entry?.current?.value ?? parseDocument(found.json);
  }

  private write(table: TableInfo, id: string, document: EncodedObject): void {
    const next = version(table, id, document);
    checkDocument(table, next);
    this.meter.write(next.size);
    this.hasCommitTs ||= next.hasCommitTs;
    this.stage(table, id, next);
  }

  private stage(table: TableInfo, id: string, current: Version | null): void {
    const overlay = this.writable;
    const base = overlay.get(id)?.base ?? this.baseOf(table, id);
    overlay.set({ id, table, base, current });
  }

  private baseOf(table: TableInfo, id: string) {
    const known = this.writable.get(id);
    if (known !== undefined) return known.base;
    const row = this.view.rows.get(table.number, id);
    if (row === null) return null;
    const value = parseDocument(row.json);
    const form = indexedForm(table, id, value);
    return { ...row, value, form, hasCommitTs: false };
  }

  private get writable(): Overlay {
    if (this.view.overlay === null) {
      throw new DeveloperError("ReadOnly", "A query cannot write.");
    }
    return this.view.overlay;
  }
}
