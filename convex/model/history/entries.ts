import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isInstant } from "../../../domain/days";
import { isUndoable, RECENT_CHANGES } from "../../../domain/history";
import { isClientKey } from "../clientKeys";
import { getCustomer } from "../customers/customers";
import { getJob } from "../jobs/jobs";
import { clampPage } from "../pages";
import { getIntent } from "./intents";
import { isIntact } from "./undo";
import type { HistoryEntry, TrashEntry } from "./validators";

/** The history of one job, customer or item, the newest first. */
export async function historyOf(
  ctx: QueryCtx,
  workspaceId: string,
  of: { subject: string; paginationOpts: PaginationOptions },
): Promise<PaginationResult<HistoryEntry>> {
  const subject = await idOfSubject(ctx, workspaceId, of.subject);
  const changes = await ctx.db
    .query("changes")
    .withIndex("by_workspace_and_subject", (q) =>
      q.eq("workspaceId", workspaceId).eq("subject", subject),
    )
    .order("desc")
    .paginate(clampPage(of.paginationOpts));
  return { ...changes, page: await toEntries(ctx, changes.page) };
}

/** A device may name a job by its client key, and a customer by the readable id. */
async function idOfSubject(
  ctx: QueryCtx,
  workspaceId: string,
  name: string,
): Promise<string> {
  const job = isClientKey(name) ? await getJob(ctx, workspaceId, name) : null;
  const row = job ?? (await getCustomer(ctx, workspaceId, name));
  return row?._id ?? name;
}

/** The last changes and stock transactions, the newest first. */
export async function recentHistory(
  ctx: QueryCtx,
  workspaceId: string,
  wanted: number,
): Promise<HistoryEntry[]> {
  const count = Math.min(Math.max(Math.floor(wanted) || 1, 1), RECENT_CHANGES);
  const changes = await ctx.db
    .query("changes")
    .withIndex("by_workspace_and_part", (q) =>
      q.eq("workspaceId", workspaceId).eq("partOf", undefined),
    )
    .order("desc")
    .take(count);
  // Older transactions are not among the last entries.
  const since = changes[count - 1]?._creationTime ?? 0;
  const txns = await ctx.db
    .query("inventoryTxns")
    .withIndex("by_workspace_and_part", (q) =>
      q
        .eq("workspaceId", workspaceId)
        .eq("partOf", undefined)
        .gte("_creationTime", since),
    )
    .order("desc")
    .take(count);
  // An undo is newer than what it undid.
  const undone = new Set(txns.map(({ undoes }) => undoes));
  const stock = txns.map((txn) => entryOfTxn(txn, undone));
  return [...(await toEntries(ctx, changes)), ...stock]
    .sort((a, b) => b.at - a.at)
    .slice(0, count);
}

/** The rows in the trash that no run deleted, the last deleted first. */
export async function listTrash(
  ctx: QueryCtx,
  workspaceId: string,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<TrashEntry>> {
  const rows = await ctx.db
    .query("trash")
    .withIndex("by_workspace_and_run", (q) =>
      q.eq("workspaceId", workspaceId).eq("runId", undefined),
    )
    .order("desc")
    .paginate(clampPage(paginationOpts));
  return {
    ...rows,
    page: rows.page.map(({ workspaceId: _, _creationTime, ...row }) => ({
      ...row,
      trashedAt: _creationTime,
    })),
  };
}

/** The change that an intent made, or null. */
export async function changeOfIntent(
  ctx: QueryCtx,
  workspaceId: string,
  intentId: string,
): Promise<Id<"changes"> | null> {
  const intent = await getIntent(ctx, workspaceId, intentId);
  return intent?.changeId ?? null;
}

/** The last run, if all that it deleted can still be restored. */
export async function lastRestorableRun(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Doc<"changes"> | null> {
  const operation = await ctx.db
    .query("tasks")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .unique();
  const runId = operation?.isRunning === false ? operation.runId : undefined;
  const run = runId === undefined ? null : await ctx.db.get("changes", runId);
  return run !== null && isUndoable(run) ? run : null;
}

async function toEntries(
  ctx: QueryCtx,
  rows: readonly Doc<"changes">[],
): Promise<HistoryEntry[]> {
  return await Promise.all(rows.map(async (row) => await toEntry(ctx, row)));
}

async function toEntry(
  ctx: QueryCtx,
  row: Doc<"changes">,
): Promise<HistoryEntry> {
  const head =
    row.partOf === undefined ? row : await ctx.db.get("changes", row.partOf);
  const { _id, kind, subject, subjectLabel, by, byName } = row;
  const { deviceAt, writes, counts, message } = row;
  return {
    _id,
    at: row.lastAt ?? row._creationTime,
    kind,
    subject,
    subjectLabel,
    by,
    byName,
    // Earlier versions accepted any number.
    ...(deviceAt !== undefined && isInstant(deviceAt) ? { deviceAt } : {}),
    ...(counts === undefined ? {} : { counts }),
    ...(message === undefined ? {} : { message }),
    writes,
    isRun: row.isRun ?? false,
    isUndo: row.undoes !== undefined,
    // The undo of a change of several subjects is noted at the first.
    isUndone: (row.undoneBy ?? head?.undoneBy) !== undefined,
    isUndoable: head !== null && (await isOffered(ctx, row, head)),
  };
}

/** Whether an undo would be carried out. A part of a run is restored with the run. */
async function isOffered(
  ctx: QueryCtx,
  row: Doc<"changes">,
  head: Doc<"changes">,
): Promise<boolean> {
  if (!isUndoable(head)) return false;
  return head.isRun === true ? row === head : await isIntact(ctx, head);
}

function entryOfTxn(
  txn: Doc<"inventoryTxns">,
  undone: ReadonlySet<string | undefined>,
): HistoryEntry {
  const { _id, type, itemName, colorNumber, by, byName, quantity } = txn;
  return {
    _id,
    at: txn._creationTime,
    kind: type,
    subject: txn.itemId ?? "",
    subjectLabel: [itemName, colorNumber].filter(Boolean).join(", "),
    by,
    byName,
    writes: [],
    counts: { quantity, before: txn.before, after: txn.after },
    isRun: false,
    isUndo: txn.undoes !== undefined,
    isUndone: undone.has(_id),
    isUndoable: !undone.has(_id),
  };
}
