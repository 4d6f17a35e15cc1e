/**
 * Removes expired rows: the trash, the results of calls and the history. Each workspace that has any of them has one
 * scheduled removal, which schedules the next. The server on one machine runs no cron jobs.
 */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { HISTORY_KEPT_MS, TRASH_KEPT_MS } from "../../../domain/history/history";
import { INTENTS_KEPT_MS } from "../../../domain/calls/intents";
import { eachOfBatch } from "../batches";
import { deleteFile } from "../files/files";
import { forgetImported } from "../customers/details";
import { deleteLines } from "../jobs/lines";
import { deleteLineSums } from "../jobs/lineSums";
import { deleteSummary } from "../jobs/summaries";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Milliseconds. A timer holds at most 2^31 ms, about 24 days. */
const MAX_WAIT_MS = 20 * DAY_MS;

/** Milliseconds. A removal that is overdue for this long was lost, as by an import. */
const LOST_AFTER_MS = 2 * DAY_MS;

const TRASH_BATCH_SIZE = 100;
const ROW_BATCH_SIZE = 200;

/** Schedules the workspace's removal, if it has none. */
export async function ensureRemoval(ctx: MutationCtx, workspaceId: string): Promise<void> {
  const row = await getRetention(ctx, workspaceId);
  const now = Date.now();
  if (row !== null && row.dueAt > now - LOST_AFTER_MS) return;
  await scheduleRemoval(ctx, workspaceId, now + MAX_WAIT_MS);
}

/** Removes a batch of expired rows, and schedules the next removal. */
export async function removeExpired(ctx: MutationCtx, workspaceId: string): Promise<void> {
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

type KeptTable = "trash" | "intents" | "changes";

/** How long the rows of a table are kept, and how many of them one transaction removes. */
const KEPT: Readonly<Record<KeptTable, { forMs: number; most: number }>> = {
  trash: { forMs: TRASH_KEPT_MS, most: TRASH_BATCH_SIZE },
  intents: { forMs: INTENTS_KEPT_MS, most: ROW_BATCH_SIZE },
  changes: { forMs: HISTORY_KEPT_MS, most: ROW_BATCH_SIZE },
};

const KEPT_TABLES = Object.keys(KEPT) as KeptTable[];

/** Returns whether more may have expired than fits in one transaction. */
async function removeBatch(ctx: MutationCtx, workspaceId: string, now: number): Promise<boolean> {
  for (const table of KEPT_TABLES) {
    const { forMs, most } = KEPT[table];
    const rows = oldestRows(ctx, { table, workspaceId, until: now - forMs });
    const { isDone } = await eachOfBatch(ctx, { rows, most }, (row) =>
      table === "trash"
        ? removeTrashed(ctx, row as Doc<"trash">)
        : ctx.db.delete(table, row._id as Id<"intents">),
    );
    if (!isDone) return true;
  }
  return false;
}

function oldestRows(
  ctx: MutationCtx,
  of: { table: KeptTable; workspaceId: string; until: number },
) {
  return ctx.db
    .query<KeptTable>(of.table)
    .withIndex("by_workspace", (q) =>
      q.eq("workspaceId", of.workspaceId).lte("_creationTime", of.until),
    );
}

async function firstExpiry(ctx: MutationCtx, workspaceId: string): Promise<number | null> {
  const expiries: number[] = [];
  for (const table of KEPT_TABLES) {
    const rows = oldestRows(ctx, { table, workspaceId, until: Infinity });
    const row = await rows.first();
    if (row !== null) expiries.push(row._creationTime + KEPT[table].forMs);
  }
  return expiries.length === 0 ? null : Math.min(...expiries);
}

/**
 * Deletes a row in the trash for good, with its stored file or its history. The
 * files of a job have their own rows in the trash.
 */
export async function removeTrashed(ctx: MutationCtx, trashed: Doc<"trash">): Promise<void> {
  const { table, rowId, workspaceId } = trashed;
  const id = ctx.db.normalizeId(table, rowId);
  const row = id === null ? null : await ctx.db.get(table, id);
  if (row !== null && "storageId" in row) await deleteFile(ctx, row);
  else if (row !== null) await ctx.db.delete(table, row._id);
  if (row !== null && "job_address" in row) {
    await deleteSummary(ctx, row);
    await deleteLines(ctx, row);
    await deleteLineSums(ctx, row);
  }
  await ctx.db.delete("trash", trashed._id);
  if (table === "jobs" || table === "customers")
    await forgetRow(ctx, { workspaceId, subject: rowId });
}

/** Removes what was imported with a permanently deleted row, and its history, a batch at a time. */
export async function forgetRow(
  ctx: MutationCtx,
  of: { workspaceId: string; subject: string },
): Promise<void> {
  const { workspaceId, subject } = of;
  const isDone =
    (await forgetImported(ctx, { workspaceId, _id: subject })) && (await forgetHistory(ctx, of));
  if (!isDone) await ctx.scheduler.runAfter(0, internal.changes.forget, of);
}

async function forgetHistory(
  ctx: MutationCtx,
  of: { workspaceId: string; subject: string },
): Promise<boolean> {
  const changes = ctx.db
    .query("changes")
    .withIndex("by_workspace_and_subject", (q) =>
      q.eq("workspaceId", of.workspaceId).eq("subject", of.subject),
    );
  const { isDone } = await eachOfBatch(ctx, { rows: changes, most: ROW_BATCH_SIZE }, (change) =>
    ctx.db.delete("changes", change._id),
  );
  return isDone;
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
