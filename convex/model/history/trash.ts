import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  CUSTOMER_IN_TRASH,
  JOB_IN_TRASH,
  NOT_UNDOABLE,
  takenSentence,
  UNDO_GONE,
} from "../../../domain/history/history";
import { LIST_LIMITS, MAX_LINES } from "../../../domain/calls/inputLimits";
import { JOB_FILE_FIELDS } from "../../../domain/job/jobs";
import { trashKeyOf } from "../../../domain/history/trashKeys";
import { getCustomer } from "../customers/customers";
import { conflict, must, notFound } from "../errors";
import { existingFiles } from "../files/files";
import { getFile } from "../files/rows";
import { getColor } from "../inventory/colors";
import { getColorStock } from "../inventory/colorStock";
import { getReorderLevel } from "../inventory/reorderLevels";
import { getJob } from "../jobs/jobs";
import { linesOf } from "../jobs/lines";
import { templateRow } from "../messages/templates";
import { settingsRow } from "../office/settings";
import { labelOf } from "../writes/labels";
import type { Recorder } from "../writes/recorder";
import { removeTrashed } from "./retention";
import { rowOf, type Row } from "../writes/rows";
import { getTrashed } from "../trashRows";

/** Brings back one row that a person deleted. */
export async function restoreTrashed(recorder: Recorder, trashId: Id<"trash">): Promise<void> {
  const trashed = await requireTrashed(recorder, trashId);
  // A photo comes back to its job when its removal is undone.
  if (trashed.table === "files") throw conflict(NOT_UNDOABLE);
  await bringBack(recorder, trashed);
}

/**
 * Brings back a deleted job, by its id or client key: for a device whose change was refused because of the deletion.
 * Does nothing if the job was not deleted.
 */
export async function restoreJob(recorder: Recorder, id: string): Promise<void> {
  const { workspaceId } = must(recorder.author, "an author").member;
  const ctx = { ...recorder.ctx, db: recorder.plain };
  if ((await getJob(ctx, workspaceId, id)) !== null) return;
  const job = await getJob(ctx, trashKeyOf(workspaceId), id);
  const trashed = job && (await getTrashed(ctx, workspaceId, job._id));
  if (trashed === null) throw notFound("job", "id");
  await bringBack(recorder, trashed);
}

/** Deletes a row in the trash for good, a job with its photos. */
export async function deleteForGood(recorder: Recorder, trashId: Id<"trash">): Promise<void> {
  const trashed = await requireTrashed(recorder, trashId);
  const ctx = { ...recorder.ctx, db: recorder.plain };
  const { table, workspaceId, rowId } = trashed;
  const id = table === "jobs" ? ctx.db.normalizeId(table, rowId) : null;
  const job = id === null ? null : await ctx.db.get("jobs", id);
  if (job !== null)
    for (const storageId of JOB_FILE_FIELDS.flatMap((field) => job[field])) {
      const file = await getFile(ctx, trashKeyOf(workspaceId), storageId);
      const own = file === null ? null : await getTrashed(ctx, workspaceId, file._id);
      if (own !== null) await removeTrashed(ctx, own);
    }
  await removeTrashed(ctx, trashed);
}

async function requireTrashed(
  { plain, author }: Recorder,
  trashId: Id<"trash">,
): Promise<Doc<"trash">> {
  const { workspaceId } = must(author, "an author").member;
  const trashed = await plain.get("trash", trashId);
  if (trashed?.workspaceId !== workspaceId) throw notFound("item", "id");
  return trashed;
}

/** Throws if the row cannot come back, or if another row has taken its unique name. */
export async function bringBack(recorder: Recorder, trashed: Doc<"trash">): Promise<void> {
  const { workspaceId, table } = trashed;
  const ctx = { ...recorder.ctx, db: recorder.plain };
  const row = await trashedRow(ctx, trashed);
  const taken = await placeTaken(ctx, trashed, row);
  if (taken !== null) throw conflict(takenSentence([taken]));
  if (table === "jobLines") await requireJobOf(ctx, rowOf<"jobLines">(row));
  if (table !== "jobs") {
    await ctx.db.delete("trash", trashed._id);
    await recorder.restore(table, row);
    return;
  }
  const job = rowOf<"jobs">(row);
  if ((await getCustomer(ctx, workspaceId, job.job_customer_id)) === null)
    throw conflict(CUSTOMER_IN_TRASH);
  await ctx.db.delete("trash", trashed._id);
  const files = await existingFiles(ctx, workspaceId, job);
  await ctx.db.patch("jobs", job._id, files);
  await recorder.restore(table, { ...row, ...files });
}

/** Throws if the job of a removed line was deleted, or has no room for it by now. */
async function requireJobOf(ctx: QueryCtx, { workspaceId, jobId }: Doc<"jobLines">): Promise<void> {
  const job = await ctx.db.get("jobs", jobId);
  if (job === null || trashKeyOf(job.workspaceId) !== workspaceId) throw conflict(JOB_IN_TRASH);
  const lines = await linesOf(ctx, job.workspaceId, jobId);
  if (lines.length >= MAX_LINES) throw conflict(LIST_LIMITS.lines.sentence);
}

export async function trashedRow(ctx: QueryCtx, { table, rowId }: Doc<"trash">): Promise<Row> {
  const id = ctx.db.normalizeId(table, rowId);
  const row = id === null ? null : await ctx.db.get(table, id);
  if (row === null) throw conflict(UNDO_GONE);
  return row;
}

/** Names the row that conflicts with a deleted row, such as "SKU 5K-80"; or null. */
export async function placeTaken(
  ctx: QueryCtx,
  { table, workspaceId }: Pick<Doc<"trash">, "table" | "workspaceId">,
  row: Row,
): Promise<string | null> {
  if (table === "inventoryItems") {
    const { sku } = rowOf<"inventoryItems">(row);
    const item = await ctx.db
      .query("inventoryItems")
      .withIndex("by_workspace_and_sku", (q) => q.eq("workspaceId", workspaceId).eq("sku", sku))
      .first();
    return item === null ? null : `SKU ${sku}`;
  }
  if (table === "inventoryColors") {
    const { colorNumber } = rowOf<"inventoryColors">(row);
    const color = await getColor(ctx, workspaceId, colorNumber);
    return color === null ? null : `color ${labelOf(table, color)}`;
  }
  if (table === "inventoryPrices") {
    const { itemId, size } = rowOf<"inventoryPrices">(row);
    const price = await ctx.db
      .query("inventoryPrices")
      .withIndex("by_workspace_and_item_and_size", (q) =>
        q.eq("workspaceId", workspaceId).eq("itemId", itemId).eq("size", size),
      )
      .first();
    return price === null ? null : "the price";
  }
  if (table === "inventoryReorderLevels") {
    const own = rowOf<"inventoryReorderLevels">(row);
    const level = await getReorderLevel(ctx, workspaceId, own);
    return level === null ? null : `reorder level of color ${own.colorNumber}`;
  }
  if (table === "messageTemplates") {
    const written = await templateRow(ctx, workspaceId);
    return written === null ? null : "the messages to customers";
  }
  if (table === "officeSettings") {
    const set = await settingsRow(ctx, workspaceId);
    return set === null ? null : "the office settings";
  }
  return await stockPlaceTaken(ctx, { table, workspaceId }, row);
}

/** A stock row that was created since the deletion: its stock would be counted twice. */
async function stockPlaceTaken(
  ctx: QueryCtx,
  { table, workspaceId }: Pick<Doc<"trash">, "table" | "workspaceId">,
  row: Row,
): Promise<string | null> {
  if (table === "inventoryColorStock") {
    const own = rowOf<"inventoryColorStock">(row);
    const stock = await getColorStock(ctx, workspaceId, own);
    return stock === null ? null : `stock of color ${own.colorNumber}`;
  }
  return null;
}
