import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  changedSinceSentence,
  CUSTOMER_HAS_JOBS,
  JOB_IN_TRASH,
  NOT_UNDOABLE,
  UNDO_GONE,
  UNDO_OF_DEMO_DATA,
  UNDONE_ALREADY,
} from "../../../domain/history/history";
import { PUT_BACK_FIRST } from "../../../domain/changes/jobLines";
import { isSame } from "../../../domain/changes/fields";
import { conflict, must } from "../errors";
import { settingsRow } from "../office/settings";
import type { Recorder } from "../writes/recorder";
import { rowOf, type Row } from "../writes/rows";
import { notUndone, undoTxn } from "../inventory/stock";
import { moveTaken } from "../jobs/lineStock";
import { getIntent } from "./intents";
import { subjectOfRow } from "./subjects";
import { bringBack } from "./trash";
import { getTrashed } from "../trashRows";
import type { RecordedValues, Write } from "../writes/validators";

/** Puts back what a change replaced, or throws a sentence that says why not. */
export async function undoChange(recorder: Recorder, id: Id<"changes">): Promise<void> {
  const head = await requireHead(recorder, id);
  if (head.kind === "generate") throw conflict(UNDO_OF_DEMO_DATA);
  if (head.isRun === true || head.message !== undefined) throw conflict(NOT_UNDOABLE);
  if (head.undoneBy !== undefined) throw conflict(UNDONE_ALREADY);
  const ctx = { ...recorder.ctx, db: recorder.plain };
  const parts = await partsOf(ctx, head).take(MAX_PARTS);
  const writes = [head, ...parts].flatMap((entry) => entry.writes);
  // Customers come back before their jobs, and go after them.
  for (const write of inOrder(writes)) await undoWrite(recorder, write);
  recorder.undoes = head._id;
  recorder.counts = head.counts;
}

/** A call changes at most a job and its customer, 21 items, or the visits of a day. */
const MAX_PARTS = 200;

function inOrder(writes: readonly Write[]): Write[] {
  const isRevived = ({ moved }: Write) => moved === "trashed";
  const customers = writes.filter((write) => write.table === "customers" && isRevived(write));
  return [...customers, ...writes.filter((one) => !customers.includes(one))];
}

/**
 * Undoes what the call with this intent changed. Returns false if there is
 * nothing to undo: it changed nothing, never arrived, or was undone before.
 */
export async function undoIntent(recorder: Recorder, intentId: string): Promise<boolean> {
  const member = must(recorder.author, "an author").member;
  const ctx = { ...recorder.ctx, db: recorder.plain };
  const intent = await getIntent(ctx, member.workspaceId, intentId);
  const { changeId, txnIds = [] } = intent ?? {};
  const change = changeId === undefined ? null : await ctx.db.get("changes", changeId);
  const isLeft = change !== null && change.undoneBy === undefined;
  if (isLeft) await undoChange(recorder, change._id);
  const txns = await notUndone(ctx, member.workspaceId, txnIds);
  for (const id of txns) await undoTxn(recorder.ctx, member, { id });
  return isLeft || txns.length > 0;
}

/** The entry that stands for the whole change. */
export async function requireHead(
  { plain, author }: Recorder,
  id: Id<"changes">,
): Promise<Doc<"changes">> {
  const { workspaceId } = must(author, "an author").member;
  const entry = await plain.get("changes", id);
  const head = entry?.partOf === undefined ? entry : await plain.get("changes", entry.partOf);
  if (head?.workspaceId !== workspaceId) throw conflict(UNDO_GONE);
  return head;
}

/** Undoes the write of a change to one row. */
export async function undoWrite(recorder: Recorder, write: Write): Promise<void> {
  const { workspaceId } = must(recorder.author, "an author").member;
  // Reads through the recorder, which then need not read the row again to write it.
  const { ctx } = recorder;
  const row = await writtenRow(ctx, write);
  const refusal = await undoRefusal(ctx, { workspaceId, sentence: changedSince }, { write, row });
  if (refusal !== null) throw conflict(refusal);
  await requireNameMissing(ctx, workspaceId, write);
  if (write.moved === "trashed") {
    const trashed = await getTrashed(ctx, workspaceId, write.id);
    await bringBack(recorder, must(trashed, "the trash's row"));
  }
  if (write.before === null || write.moved === "restored") {
    if (write.table === "customers") await requireNoJobs(ctx, rowOf<"customers">(row));
    if (write.table === "jobLines" && rowOf<"jobLines">(row).taken) throw conflict(PUT_BACK_FIRST);
    await deleteRow(recorder, write);
  } else await putBack(recorder, write, { row, before: write.before });
}

/** Throws if the undo brings a company name back into the texts beside a later one in the settings. */
async function requireNameMissing(
  ctx: QueryCtx,
  workspaceId: string,
  { before }: Write,
): Promise<void> {
  if (typeof before?.["message_company"] !== "string") return;
  const settings = await settingsRow(ctx, workspaceId);
  if (settings?.company_name !== undefined) throw conflict(changedSinceSentence("company_name"));
}

/** How many entries of a row's history are searched for the person who changed a field. */
const MAX_SEARCHED = 20;

/** Names the person of the last entry that wrote the field. */
async function changedSince(
  ctx: QueryCtx,
  { workspaceId, write: { table, id }, row }: WrittenRow,
  field: string,
): Promise<string> {
  const subject = await subjectOfRow(ctx, table, row);
  const entries = await ctx.db
    .query("changes")
    .withIndex("by_workspace_and_subject", (q) =>
      q.eq("workspaceId", workspaceId).eq("subject", subject),
    )
    .order("desc")
    .take(MAX_SEARCHED);
  const last = entries.find(({ writes }) =>
    writes.some((write) => write.id === id && field in write.after),
  );
  return changedSinceSentence(field, last?.byName);
}

interface WrittenRow {
  readonly workspaceId: string;
  readonly write: Write;
  readonly row: Row;
}

interface RefusalOptions {
  readonly workspaceId: string;
  /** Reads the history for the person. Without it, the sentence names nobody. */
  readonly sentence?: typeof changedSince;
}

/** The reason why a write cannot be undone, or null: the row was changed or moved since. */
async function undoRefusal(
  ctx: QueryCtx,
  { workspaceId, sentence }: RefusalOptions,
  { write, row }: { write: Write; row: Row },
): Promise<string | null> {
  const differing = changedField(row, write);
  if (differing !== null)
    return (
      (await sentence?.(ctx, { workspaceId, write, row }, differing)) ??
      changedSinceSentence(differing)
    );
  if (write.moved !== "trashed") {
    if (row.workspaceId === workspaceId) return null;
    const isWithJob = write.table === "jobLines" && rowOf<"jobLines">(row).isWithJob;
    return isWithJob ? JOB_IN_TRASH : UNDO_GONE;
  }
  const trashed = await getTrashed(ctx, workspaceId, write.id);
  return trashed === null ? UNDONE_ALREADY : null;
}

/**
 * The undo of a larger change is offered without a check of all of it, and may be refused: a list of 200 changes must
 * stay within the reads of one function.
 */
const MAX_SEEN = 8;

/** Whether nothing has overwritten what the change wrote, as far as `MAX_SEEN` of its writes tell. */
export async function isIntact(
  ctx: QueryCtx,
  { _id, workspaceId, ...head }: Doc<"changes">,
): Promise<boolean> {
  const parts = await partsOf(ctx, { _id, workspaceId }).take(MAX_SEEN);
  const writes = [head, ...parts].flatMap((entry) => entry.writes);
  for (const write of writes.slice(0, MAX_SEEN)) {
    const row = await findWritten(ctx, write);
    if (row === null) return false;
    if ((await undoRefusal(ctx, { workspaceId }, { write, row })) !== null) return false;
  }
  return true;
}

function partsOf(ctx: QueryCtx, { workspaceId, _id }: Pick<Doc<"changes">, "_id" | "workspaceId">) {
  return ctx.db
    .query("changes")
    .withIndex("by_workspace_and_part", (q) => q.eq("workspaceId", workspaceId).eq("partOf", _id));
}

async function findWritten(ctx: QueryCtx, { table, id: written }: Write): Promise<Row | null> {
  const id = ctx.db.normalizeId(table, written);
  return id === null ? null : await ctx.db.get(table, id);
}

export async function writtenRow(ctx: QueryCtx, write: Write): Promise<Row> {
  const row = await findWritten(ctx, write);
  if (row === null) throw conflict(UNDO_GONE);
  return row;
}

/** The first field whose value is no longer the one that the change wrote. */
export function changedField(row: Row, { after }: Write): string | null {
  const field = Object.keys(after).find((name) => !isSame(row[name] ?? null, after[name]));
  return field ?? null;
}

/** Throws if a customer whose creation is undone has jobs: they would be left without a customer. */
async function requireNoJobs(
  ctx: QueryCtx,
  { workspaceId, customer_id }: Doc<"customers">,
): Promise<void> {
  const job = await ctx.db
    .query("jobs")
    .withIndex("by_workspace_and_customer", (q) =>
      q.eq("workspaceId", workspaceId).eq("job_customer_id", customer_id),
    )
    .first();
  if (job !== null) throw conflict(CUSTOMER_HAS_JOBS);
}

async function deleteRow({ ctx }: Recorder, write: Write): Promise<void> {
  const id = must(ctx.db.normalizeId(write.table, write.id), "a row's id");
  await ctx.db.delete(write.table, id);
}

/** Writes the earlier values through the recorder. */
async function putBack(
  { ctx, author }: Recorder,
  { table, id }: Write,
  { row, before }: { readonly row: Row; readonly before: RecordedValues },
): Promise<void> {
  const fields = Object.entries(before);
  if (fields.length === 0) return;
  const rowId = must(ctx.db.normalizeId(table, id), "a row's id");
  const values: object = Object.fromEntries(
    fields.map(([name, value]) => [name, value ?? undefined]),
  );
  await ctx.db.patch(table, rowId, values);
  if (table !== "jobLines") return;
  const line = rowOf<"jobLines">(row);
  const change = { before: line, after: { ...line, ...values } };
  await moveTaken(ctx, must(author, "an author").member, change);
}
