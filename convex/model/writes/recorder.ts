import type { Doc, Id, TableNames } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server.js";
import {
  RECORDED_TABLES,
  TRASHED_TABLES,
  type ChangeKind,
  type RecordedTable,
  type TrashedTable,
} from "../../../domain/history/history";
import { trashKeyOf } from "../../../domain/history/trashKeys";
import { isSame } from "../../../domain/changes/fields";
import { must } from "../errors";
import type { Deriving } from "../written";
import { updateDerived } from "./derived";
import { labelOf } from "./labels";
import type { Author, Row } from "./rows";
import type { RecordedValues, Write } from "./validators";

type Fields = Readonly<Record<string, unknown>>;

/** The database as the recorder calls it: the tables are known at run time only. */
type Tables = {
  get(table: TableNames, id: string): Promise<Row | null>;
  insert(table: TableNames, value: Fields): Promise<string>;
  patch(table: TableNames, id: string, value: Fields): Promise<void>;
  delete(table: TableNames, id: string): Promise<void>;
};

/** Fields that are derived from others, or that put a row into the trash. */
export const DERIVED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  jobs: ["workspaceId", "customer_name", "job_customer_phone"],
  customers: ["workspaceId"],
  // A mark that a person's change has taken off stays off when the change is undone.
  inventoryItems: ["workspaceId", "demo"],
  // An intake adds the received size: the stock transaction records it.
  inventoryColors: ["workspaceId", "sizeOptions", "demo"],
  jobLines: ["workspaceId", "isWithJob"],
};

/** What the history keeps of a message to a customer that was opened. */
export type OpenedMessage = Pick<Doc<"changes">, "subject" | "subjectLabel"> & {
  readonly message: NonNullable<Doc<"changes">["message"]>;
};

const BRINGING_BACK: readonly ChangeKind[] = ["changes.undo", "changes.restore", "undoRun"];

/**
 * The database of every mutation that changes people's data. It keeps derived
 * data right at each write (derived.ts), so that no function has to remember
 * to, moves deleted rows into the trash, and collects what changed for the
 * history.
 *
 * Writes are awaited one after another, as everywhere in `model/`: the row that
 * is read before a write is the row that the write changes. Not `Triggers` of
 * convex-helpers: its locks are global to the module, so a mutation that is
 * stopped in the middle would block all later ones on one machine.
 */
export class Recorder implements Deriving {
  readonly ctx: MutationCtx;
  readonly author: Author | null;
  /** The collected writes, in the order of the first write to each row. */
  readonly writes = new Map<string, Write>();
  /** The written rows, as they are now. */
  readonly rows = new Map<string, Row>();
  readonly toSearch = new Set<Id<"customers">>();
  readonly toSum = new Set<Id<"jobs">>();
  /** The database without recording and without the trash. */
  readonly plain: MutationCtx["db"];
  readonly #tables: Tables;
  /** Recorded rows that the call has read and not written, so that a write need not read them again. */
  readonly #read = new Map<string, Row>();
  /** The change that this one undoes. */
  undoes: Id<"changes"> | undefined;
  statusTime: number | undefined;
  /** Whether the entry joins no earlier one: its undo takes back this call alone. */
  isSeparate = false;
  /** A UUID of several calls that are one entry, and one step of undo. */
  batch: string | undefined;
  /** What a change of several subjects counts. The history shows such a change as one line. */
  counts: Readonly<Record<string, number>> | undefined;
  /** A message to a customer that was opened, which writes no row. */
  opened: OpenedMessage | undefined;
  /** The inserted stock transactions that an undo of the change reverses; a line's are reversed with the line. */
  readonly txns: Id<"inventoryTxns">[] = [];

  get person(): string {
    return this.author?.member.by ?? "";
  }

  get isStep(): boolean {
    return this.author?.runId !== undefined;
  }

  get bringsBack(): boolean {
    return BRINGING_BACK.some((kind) => kind === this.author?.kind);
  }

  constructor(ctx: MutationCtx, author: Author | null) {
    this.author = author;
    this.plain = ctx.db;
    this.#tables = ctx.db;
    const overrides = {
      get: this.#get,
      insert: this.#insert,
      patch: this.#patch,
      delete: this.#delete,
      replace: () => {
        throw new Error("Rows are patched, not replaced.");
      },
    };
    const db = { ...ctx.db, ...overrides } as unknown as MutationCtx["db"];
    this.ctx = { ...ctx, db };
  }

  /** Brings a row back from the trash, with the fields that it had when it was deleted. */
  async restore(table: TrashedTable, trashed: Row): Promise<void> {
    const { workspaceId } = must(this.author, "an author").member;
    this.#read.delete(trashed._id);
    await this.#tables.patch(table, trashed._id, { workspaceId });
    const after = { ...trashed, workspaceId };
    if (this.author?.runId === undefined)
      this.#record(table, after, { moved: "restored", before: {}, after: {} });
    await updateDerived(this, table, { before: null, after, isRestored: true });
  }

  readonly #get = async (table: TableNames, id: string) => {
    const row = await this.#tables.get(table, id);
    if (row !== null && isRecorded(table)) this.#read.set(id, row);
    return row;
  };

  readonly #insert = async (table: TableNames, value: Fields) => {
    const id = await this.#tables.insert(table, value);
    if (table === "inventoryTxns" && value["isOfLine"] === undefined)
      this.txns.push(id as Id<"inventoryTxns">);
    if (!isRecorded(table)) return id;
    const row = must(await this.#tables.get(table, id), "a new row");
    const { _id, _creationTime, ...fields } = row;
    const after = recordedValues(table, fields);
    this.#record(table, row, { before: null, after });
    await updateDerived(this, table, { before: null, after: row });
    return id;
  };

  readonly #patch = async (table: TableNames, id: string, value: Fields) => {
    if (!isRecorded(table)) return await this.#tables.patch(table, id, value);
    const before = must(await this.#rowBefore(table, id), "a patched row");
    await this.#tables.patch(table, id, value);
    const after = { ...before, ...value };
    const changed = Object.fromEntries(
      Object.entries(value).filter(([field, given]) => !isSame(before[field], given)),
    );
    this.#record(table, after, {
      before: recordedValues(table, pickKeys(before, changed)),
      after: recordedValues(table, changed),
    });
    await updateDerived(this, table, { before, after });
  };

  readonly #delete = async (table: TableNames, id: string) => {
    if (this.author === null || !isTrashed(table)) return await this.#tables.delete(table, id);
    const row = must(await this.#rowBefore(table, id), "a deleted row");
    const { member, runId } = this.author;
    const { by, byName, workspaceId } = member;
    await this.#tables.patch(table, id, {
      workspaceId: trashKeyOf(workspaceId),
    });
    await this.#tables.insert("trash", {
      workspaceId,
      table,
      rowId: id,
      label: labelOf(table, row),
      by,
      byName,
      runId,
    });
    // The rows of a run are found through the trash.
    if (runId === undefined) this.#record(table, row, { moved: "trashed", before: {}, after: {} });
    await updateDerived(this, table, { before: row, after: null });
  };

  /** The row before a write. Forgets the copy that was read, which the write makes obsolete. */
  async #rowBefore(table: TableNames, id: string): Promise<Row | null> {
    const known = this.#read.get(id);
    this.#read.delete(id);
    return known ?? (await this.#tables.get(table, id));
  }

  #record(table: TableNames, row: Row, change: Pick<Write, "moved" | "before" | "after">): void {
    if (this.author === null || !isRecorded(table)) return;
    this.rows.set(row._id, row);
    const write: Write = { table, id: row._id, ...change };
    const first = this.writes.get(row._id);
    const joined = first === undefined ? write : joinWrites(first, write);
    if (isNothing(joined)) this.writes.delete(row._id);
    else this.writes.set(row._id, joined);
  }
}

/** Two writes to one row as one: before the first, after the second. */
export function joinWrites(first: Write, second: Write): Write {
  const before = first.before === null ? null : { ...second.before, ...first.before };
  const after = { ...first.after, ...second.after };
  const kept = Object.keys(after).filter(
    (field) => before === null || !isSame(before[field], after[field]),
  );
  const moved = joinMoves(first.moved, second.moved);
  return {
    table: first.table,
    id: first.id,
    ...(moved === undefined ? {} : { moved }),
    ...(first.size === undefined ? {} : { size: first.size }),
    ...(first.name === undefined ? {} : { name: first.name }),
    before: before === null ? null : pickFields(before, kept),
    after: pickFields(after, kept),
  };
}

/** A move into the trash and one back cancel out. */
function joinMoves(first: Write["moved"], second: Write["moved"]): Write["moved"] {
  if (first === undefined) return second;
  return second === undefined ? first : undefined;
}

export function isNothing({ moved, before, after }: Write): boolean {
  return before !== null && moved === undefined && Object.keys(after).length === 0;
}

export function isRecorded(table: string): table is RecordedTable {
  return RECORDED_TABLES.some((recorded) => recorded === table);
}

export function isTrashed(table: string): table is TrashedTable {
  return TRASHED_TABLES.some((trashed) => trashed === table);
}

/** The fields as a history holds them: null where a field is absent. */
function recordedValues(table: RecordedTable, fields: Fields): RecordedValues {
  const derived = DERIVED_FIELDS[table] ?? ["workspaceId"];
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([field]) => !derived.includes(field))
      .map(([field, value]) => [field, (value ?? null) as RecordedValues[string]]),
  );
}

function pickKeys(row: Fields, keys: Fields): Fields {
  return Object.fromEntries(Object.keys(keys).map((field) => [field, row[field]]));
}

function pickFields(values: RecordedValues, fields: readonly string[]): RecordedValues {
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
}
