/**
 * The undo of an import. It removes the rows that nobody has changed and keeps the others, so it checks each row by
 * itself, where the undo of any other run is refused as a whole. undoRun.ts runs the steps.
 */
import { ConvexError, getConvexSize } from "convex/values";
import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../../_generated/server.js";
import { IMPORT_UNDO_OVER, KEPT_REASONS } from "../../../domain/imports/findings";
import { IMPORT_UNDO_MS } from "../../../domain/imports/rows";
import { stockRefusal } from "../../../domain/stock/inventoryInput";
import { ITEM_CATEGORIES } from "../../../domain/stock/inventory";
import { JOB_FILE_FIELDS } from "../../../domain/job/jobs";
import { NOT_UNDOABLE, UNDO_GONE } from "../../../domain/history/history";
import type { Member } from "../access";
import { eachOfPage } from "../batches";
import { conflict, must } from "../errors";
import { changedField } from "../history/undo";
import { getColorStock, newestTxns } from "../inventory/colorStock";
import { undoTxn } from "../inventory/stock";
import { hasLines } from "../jobs/lines";
import { labelOf } from "../writes/labels";
import { DERIVED_FIELDS, type Recorder } from "../writes/recorder";
import type { Write } from "../writes/validators";
import { rowOf, type Row } from "../writes/rows";
import type { UndoPreview } from "../imports/validators";

const PAGE_SIZE = 50;
const MAX_LISTED = 100;
/** The limit of a customer's jobs that are compared. A customer with more is kept. */
const MAX_JOBS = 200;
const MAX_JOB_BYTES = 2 * 1024 * 1024;

type Kept = UndoPreview["kept"][number];

export type UndoPage = {
  removed: Record<string, number>;
  kept: Kept[];
  next: string | null;
};

/** What an undo of the import would remove and keep; after the undo, what it has kept. */
export async function previewUndo(
  ctx: ActionCtx,
  workspaceId: string,
  id: string,
): Promise<UndoPreview> {
  const removed: Record<string, number> = {};
  const kept: Kept[] = [];
  let keptCount = 0;
  let cursor: string | null = null;
  do {
    const page: UndoPage = await ctx.runQuery(internal.imports.undoPage, {
      workspaceId,
      id,
      cursor,
    });
    for (const [name, count] of Object.entries(page.removed))
      removed[name] = (removed[name] ?? 0) + count;
    keptCount += page.kept.length;
    kept.push(...page.kept.slice(0, MAX_LISTED - kept.length));
    cursor = page.next;
  } while (cursor !== null);
  return { removed, keptCount, kept };
}

/** Looks at a page of what the import wrote. */
export async function undoPage(
  ctx: QueryCtx,
  of: { workspaceId: string; id: string; cursor: string | null },
): Promise<UndoPage> {
  const { workspaceId, cursor } = of;
  const id = ctx.db.normalizeId("changes", of.id);
  const run = id && (await ctx.db.get("changes", id));
  if (run?.workspaceId !== workspaceId) throw conflict(UNDO_GONE);
  if (run.kind !== "import" || run.isRun !== true) throw conflict(NOT_UNDOABLE);
  const parts = ctx.db
    .query("changes")
    .withIndex("by_workspace_and_part", (q) =>
      q.eq("workspaceId", workspaceId).eq("partOf", run._id),
    );
  const removed: Record<string, number> = {};
  const kept: Kept[] = [];
  const from = { position: cursor, most: PAGE_SIZE };
  const next = await eachOfPage(ctx, { rows: parts, ...from }, async (part) => {
    const [write] = part.writes;
    if (write === undefined) return;
    const reason = await keptReason(ctx, part);
    if (reason === "gone") return;
    if (reason !== null) kept.push({ label: part.subjectLabel, reason: KEPT_REASONS[reason] });
    else if (write.before === null) removed[write.table] = (removed[write.table] ?? 0) + 1;
  });
  if (cursor === null && run.undoneBy === undefined) {
    const stock = await stockOf(ctx, run);
    if (stock.removed > 0) removed["inventoryTxns"] = stock.removed;
    kept.push(...stock.kept);
  }
  return { removed, kept, next };
}

/** The limit of imported stock counts that are checked for a refusal. Only an earlier version imported stock. */
const MAX_COUNTS = 1_000;

/** Checks the imported stock counts: few, because an office has a few hundred colors. */
async function stockOf(
  ctx: QueryCtx,
  { workspaceId, _id }: Doc<"changes">,
): Promise<{ removed: number; kept: Kept[] }> {
  const kept: Kept[] = [];
  const rows = await importedTxns(ctx, workspaceId, _id).take(2_000);
  let gone = 0;
  for (const { rowId } of rows.slice(0, MAX_COUNTS)) {
    const id = ctx.db.normalizeId("inventoryTxns", rowId);
    const txn = id && (await ctx.db.get("inventoryTxns", id));
    if (txn?.workspaceId !== workspaceId) gone += 1;
    else if (await isStockTaken(ctx, txn))
      kept.push({
        label: labelOf("inventoryTxns", txn),
        reason: KEPT_REASONS.stock,
      });
  }
  return { removed: rows.length - kept.length - gone, kept };
}

async function isStockTaken(
  ctx: QueryCtx,
  { workspaceId, category, colorNumber = "", quantity }: Doc<"inventoryTxns">,
): Promise<boolean> {
  const of = { category, colorNumber };
  const stock = await getColorStock(ctx, workspaceId, of);
  return stockRefusal(stock?.quantity ?? 0, -quantity) !== null;
}

function importedTxns(ctx: QueryCtx, workspaceId: string, runId: Id<"changes">) {
  return ctx.db
    .query("importedRows")
    .withIndex("by_workspace_and_run_and_table", (q) =>
      q.eq("workspaceId", workspaceId).eq("runId", runId).eq("table", "inventoryTxns"),
    );
}

type Reason = keyof typeof KEPT_REASONS | "gone";

/** Why an undo keeps what a part of the import wrote; null if it does not; "gone" if nothing is left to undo. */
export async function keptReason(ctx: QueryCtx, part: Doc<"changes">): Promise<Reason | null> {
  for (const write of part.writes) {
    const id = ctx.db.normalizeId(write.table, write.id);
    const row: Row | null = id && (await ctx.db.get(write.table, id));
    if (row?.workspaceId !== part.workspaceId) return "gone";
    const field = changedField(row, write) ?? addedField(row, write);
    if (JOB_FILE_FIELDS.some((files) => files === field)) return "files";
    if (field !== null) {
      const isThere = part.undoneBy === undefined || write.before === null;
      return isThere ? "edited" : "gone";
    }
    if (write.table === "jobs" && write.before === null) {
      if (await hasLines(ctx, rowOf<"jobs">(row))) return "edited";
    }
    if (write.table === "customers" && write.before === null) {
      const customer = rowOf<"customers">(row);
      if (await hasLaterJob(ctx, customer, part)) return "jobs";
    }
    if (write.table === "inventoryColors" && write.before === null) {
      const color = rowOf<"inventoryColors">(row);
      if (await isColorUsed(ctx, color, part.partOf)) return "colors";
    }
  }
  return null;
}

/** Whether the color has a stock transaction that the run did not make, or a reorder level. */
async function isColorUsed(
  ctx: QueryCtx,
  { workspaceId, colorNumber }: Doc<"inventoryColors">,
  runId: Id<"changes"> | undefined,
): Promise<boolean> {
  for (const category of ITEM_CATEGORIES) {
    const level = await ctx.db
      .query("inventoryReorderLevels")
      .withIndex("by_workspace_and_category_and_color_and_size", (q) =>
        q.eq("workspaceId", workspaceId).eq("category", category).eq("colorNumber", colorNumber),
      )
      .first();
    const of = { workspaceId, category, colorNumber };
    const last = await newestTxns(ctx, of).first();
    if (level !== null) return true;
    if (last !== null && last.partOf !== runId) return true;
  }
  return false;
}

/** Whether the customer has a job that the import did not make, or that the undo keeps. */
async function hasLaterJob(
  ctx: QueryCtx,
  { workspaceId, customer_id }: Doc<"customers">,
  { partOf }: Doc<"changes">,
): Promise<boolean> {
  const jobs = ctx.db
    .query("jobs")
    .withIndex("by_workspace_and_customer", (q) =>
      q.eq("workspaceId", workspaceId).eq("job_customer_id", customer_id),
    );
  let count = 0;
  let bytes = 0;
  for await (const job of jobs) {
    count += 1;
    bytes += getConvexSize(job);
    if (count > MAX_JOBS || bytes > MAX_JOB_BYTES) return true;
    const part = await ctx.db
      .query("changes")
      .withIndex("by_workspace_and_part_and_subject", (q) =>
        q.eq("workspaceId", workspaceId).eq("partOf", partOf).eq("subject", job._id),
      )
      .unique();
    const write = part?.writes[0];
    if (write === undefined) return true;
    if ((changedField(job, write) ?? addedField(job, write)) !== null) return true;
  }
  return false;
}

const SYSTEM_FIELDS: readonly string[] = ["_id", "_creationTime"];

/** A field that an inserted row has got since: the history of an insertion has the fields with values only. */
function addedField(
  row: Readonly<Record<string, unknown>>,
  { table, before, after }: Write,
): string | null {
  if (before !== null) return null;
  const derived = DERIVED_FIELDS[table] ?? ["workspaceId"];
  const added = Object.keys(row).find(
    (field) =>
      !(field in after) &&
      !SYSTEM_FIELDS.includes(field) &&
      !derived.includes(field) &&
      row[field] !== undefined,
  );
  return added ?? null;
}

/** Throws if the import is too old to be undone. */
export function requireRecentImport(run: Doc<"changes">): void {
  if (Date.now() - run._creationTime > IMPORT_UNDO_MS) throw conflict(IMPORT_UNDO_OVER);
}

/** Undoes a batch of the stock counts of an import, which an earlier version has made. Null if none are left. */
export async function undoStock(
  recorder: Recorder,
  of: { workspaceId: string; id: Id<"changes">; most: number },
): Promise<{ undone: number; kept: number } | null> {
  const { plain, ctx, author } = recorder;
  const member: Member = must(author, "an author").member;
  const rows = await importedTxns(
    { ...ctx, db: plain } satisfies MutationCtx,
    of.workspaceId,
    of.id,
  ).take(of.most);
  if (rows.length === 0) return null;
  let undone = 0;
  for (const { _id, rowId } of rows) {
    const id = must(plain.normalizeId("inventoryTxns", rowId), "a txn's id");
    try {
      await undoTxn(ctx, member, { id, partOf: author?.runId });
      undone += 1;
    } catch (error) {
      // Undone by a person already, or taken from stock since: it stays.
      if (!(error instanceof ConvexError)) throw error;
    }
    await plain.delete("importedRows", _id);
  }
  return { undone, kept: rows.length - undone };
}
