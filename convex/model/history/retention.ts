/**
 * Removes expired rows: the trash, the answers to calls and the history. Each workspace that has any of them has one
 * scheduled removal, which schedules the next. The server on one machine runs no cron jobs.
 */
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { HISTORY_KEPT_MS, TRASH_KEPT_MS } from "../../../domain/history";
import { INTENTS_KEPT_MS } from "../../../domain/intents";
import { deleteFile } from "../files/files";
import { forgetImported } from "../customers/details";
import { deleteSummary } from "../jobs/summaries";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Milliseconds. A timer holds at most 2^31 ms, about 24 days. */
const MAX_WAIT_MS = 20 * DAY_MS;

/** Milliseconds. A removal that is overdue for this long was lost, as by an import. */
const LOST_AFTER_MS = 2 * DAY_MS;

const TRASH_BATCH_SIZE = 100;
const ROW_BATCH_SIZE = 200;

/** Schedules the workspace's removal, if it has none. */
export async function ensureRemoval(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<void> {
  const row = await getRetention(ctx, workspaceId);
  const now = Date.now();
  if (row !== null && row.dueAt > now - LOST_AFTER_MS) return;
  await scheduleRemoval(ctx, workspaceId, now + MAX_WAIT_MS);
}

/** Removes a batch of expired rows, and schedules the next removal. */
export async function removeExpired(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<void> {
  const now = Date.now();
  const isFull = await removeBatch(ctx, workspaceId, now);
  const oldest = isFull ? null : await firstExpiry(ctx, workspaceId);
  if (isFull) await scheduleRemoval(ctx, workspaceId, now);
  else if (oldest !== null) {
    const dueAt = Math.max(oldest, now + DAY_MS);
    await scheduleRemoval(ctx, workspaceId, Math.min(dueAt, now + MAX_WAIT_MS));
  } else {
    const row = await getRetention(ctx, workspaceId);
    if (row !== null) await ctx.db.delete("retention", row._id);
  }
}

/** Returns whether more may have expired than fits in one transaction. */
async function removeBatch(
  ctx: MutationCtx,
  workspaceId: string,
  now: number,
): Promise<boolean> {
  const trash = await olderThan("trash", TRASH_KEPT_MS, TRASH_BATCH_SIZE);
  for (const row of trash) await removeTrashed(ctx, row);
  const intents = await olderThan("intents", INTENTS_KEPT_MS, ROW_BATCH_SIZE);
  for (const { _id } of intents) await ctx.db.delete("intents", _id);
  const changes = await olderThan("changes", HISTORY_KEPT_MS, ROW_BATCH_SIZE);
  for (const { _id } of changes) await ctx.db.delete("changes", _id);
  return (
    trash.length === TRASH_BATCH_SIZE ||
    intents.length === ROW_BATCH_SIZE ||
    changes.length === ROW_BATCH_SIZE
  );

  async function olderThan<Table extends KeptTable>(
    table: Table,
    keptMs: number,
    most: number,
  ): Promise<Doc<Table>[]> {
    const rows = await oldestRows(ctx, { table, workspaceId, most });
    return rows.filter(({ _creationTime }) => _creationTime <= now - keptMs);
  }
}

type KeptTable = "trash" | "intents" | "changes";

const KEPT_MS: Readonly<Record<KeptTable, number>> = {
  trash: TRASH_KEPT_MS,
  intents: INTENTS_KEPT_MS,
  changes: HISTORY_KEPT_MS,
};

async function oldestRows<Table extends KeptTable>(
  ctx: MutationCtx,
  of: { table: Table; workspaceId: string; most: number },
): Promise<Doc<Table>[]> {
  const { table, workspaceId, most } = of;
  const rows: Doc<KeptTable>[] = await ctx.db
    .query<KeptTable>(table)
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .take(most);
  return rows as unknown as Doc<Table>[];
}

async function firstExpiry(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<number | null> {
  const expiries: number[] = [];
  for (const table of ["trash", "intents", "changes"] as const) {
    const [row] = await oldestRows(ctx, { table, workspaceId, most: 1 });
    if (row !== undefined) expiries.push(row._creationTime + KEPT_MS[table]);
  }
  return expiries.length === 0 ? null : Math.min(...expiries);
}

/**
 * Deletes a row in the trash for good, with its stored file or its history. The
 * files of a job have their own rows in the trash.
 */
export async function removeTrashed(
  ctx: MutationCtx,
  trashed: Doc<"trash">,
): Promise<void> {
  const { table, rowId, workspaceId } = trashed;
  const id = ctx.db.normalizeId(table, rowId);
  const row = id === null ? null : await ctx.db.get(table, id);
  if (row !== null && "storageId" in row) await deleteFile(ctx, row);
  else if (row !== null) await ctx.db.delete(table, row._id);
  if (row !== null && "job_address" in row) await deleteSummary(ctx, row);
  await ctx.db.delete("trash", trashed._id);
  if (row !== null && (table === "jobs" || table === "customers"))
    await forgetImported(ctx, { workspaceId, _id: row._id });
  if (table === "jobs" || table === "customers")
    await forgetHistory(ctx, { workspaceId, subject: rowId });
}

/** Removes the history of a permanently deleted row, a batch at a time. */
export async function forgetHistory(
  ctx: MutationCtx,
  of: { workspaceId: string; subject: string },
): Promise<void> {
  const changes = await ctx.db
    .query("changes")
    .withIndex("by_workspace_and_subject", (q) =>
      q.eq("workspaceId", of.workspaceId).eq("subject", of.subject),
    )
    .take(ROW_BATCH_SIZE);
  for (const { _id } of changes) await ctx.db.delete("changes", _id);
  if (changes.length === ROW_BATCH_SIZE)
    await ctx.scheduler.runAfter(0, internal.changes.forget, of);
}

async function scheduleRemoval(
  ctx: MutationCtx,
  workspaceId: string,
  dueAt: number,
): Promise<void> {
  const row = await getRetention(ctx, workspaceId);
  if (row === null) await ctx.db.insert("retention", { workspaceId, dueAt });
  else await ctx.db.patch("retention", row._id, { dueAt });
  await ctx.scheduler.runAt(dueAt, internal.changes.removeExpired, {
    workspaceId,
  });
}

async function getRetention(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<Doc<"retention"> | null> {
  return await ctx.db
    .query("retention")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .unique();
}
