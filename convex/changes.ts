import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import { workspaceAction, workspaceMutation, workspaceQuery } from "./functions";
import {
  changeOfIntent,
  historyOf,
  lastRestorableRun,
  listTrash,
  pageOfHistory,
} from "./model/history/entries";
import { forgetRow, removeExpired as removeExpiredRows } from "./model/history/retention";
import {
  deleteForGood as deleteTrashed,
  restoreJob as restoreDeletedJob,
  restoreTrashed,
} from "./model/history/trash";
import { undoChange, undoIntent as undoChangeOfIntent } from "./model/history/undo";
import { checkRun as checkPageOfRun } from "./model/operations/undoRunCheck";
import {
  beginUndo as beginUndoOfRun,
  undoRun as undoWholeRun,
  type RunUndone,
} from "./model/operations/undoRun";
import { changeKind, historyEntry, trashEntry, visitHistory } from "./model/history/validators";
import { historyOfVisits } from "./model/history/visitHistory";
import { undoTxn } from "./model/inventory/stock";
import { member } from "./model/operations/validators";

const subject = v.string();
const cursor = v.union(v.string(), v.null());

/** The history of one job, customer or item, the newest first. */
export const ofSubject = workspaceQuery({
  args: { subject, paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(historyEntry),
  handler: async (ctx, of) => await historyOf(ctx, ctx.workspaceId, of),
});

/** Who moved, canceled or deleted the visits of these jobs, and where the jobs are now. */
export const ofVisits = workspaceQuery({
  args: { jobIds: v.array(v.string()) },
  returns: v.array(visitHistory),
  handler: async (ctx, { jobIds }) => await historyOfVisits(ctx, ctx.member, jobIds),
});

/** The workspace's changes, stock transactions among them, the newest first. */
export const page = workspaceQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(historyEntry),
  handler: async (ctx, { paginationOpts }) =>
    await pageOfHistory(ctx, ctx.workspaceId, paginationOpts),
});

/** The first entries of `page`, for clients of earlier versions. */
export const recent = workspaceQuery({
  args: { count: v.optional(v.number()) },
  returns: v.array(historyEntry),
  handler: async (ctx, { count: numItems = 200 }) => {
    const first = { numItems, cursor: null };
    return (await pageOfHistory(ctx, ctx.workspaceId, first)).page;
  },
});

/** The rows in the trash, the last deleted first. Rows that a run deleted are restored with the run and not listed. */
export const deleted = workspaceQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(trashEntry),
  handler: async (ctx, { paginationOpts }) => await listTrash(ctx, ctx.workspaceId, paginationOpts),
});

/** The id by which the change of an intent is undone; null if it changed nothing. */
export const ofIntent = workspaceQuery({
  args: { intentId: v.string() },
  returns: v.union(v.id("changes"), v.null()),
  handler: async (ctx, { intentId }) => await changeOfIntent(ctx, ctx.workspaceId, intentId),
});

/** The last operation of Settings, as long as it can be restored. */
export const lastRun = workspaceQuery({
  args: {},
  returns: v.union(v.object({ id: v.id("changes"), kind: changeKind }), v.null()),
  handler: async (ctx) => {
    const run = await lastRestorableRun(ctx, ctx.workspaceId);
    return run === null ? null : { id: run._id, kind: run.kind };
  },
});

/** Undoes one change or one stock transaction, by its id. */
export const undo = workspaceMutation({
  kind: "changes.undo",
  args: { id: v.union(v.id("changes"), v.id("inventoryTxns")) },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    const change = ctx.db.normalizeId("changes", id);
    const txn = ctx.db.normalizeId("inventoryTxns", id);
    if (change !== null) await undoChange(ctx.recorder, change);
    else if (txn !== null) await undoTxn(ctx, ctx.member, { id: txn });
    return null;
  },
});

/** Undoes what one call changed, by its intent. False if there is nothing to undo. */
export const undoIntent = workspaceMutation({
  kind: "changes.undo",
  args: { undoneIntent: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { undoneIntent }) => await undoChangeOfIntent(ctx.recorder, undoneIntent),
});

/** Undoes a whole run of Settings, or nothing of it. */
export const undoRun = workspaceAction({
  args: { id: v.id("changes") },
  returns: v.object({ rowsRestored: v.number(), changesUndone: v.number() }),
  handler: async (ctx, { id }): Promise<RunUndone> => await undoWholeRun(ctx, ctx.member, id),
});

/** Brings back one deleted row. */
export const restore = workspaceMutation({
  kind: "changes.restore",
  args: { id: v.id("trash") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    await restoreTrashed(ctx.recorder, id);
    return null;
  },
});

/** Brings back a deleted job by its id or client key, if it is not there. */
export const restoreJob = workspaceMutation({
  kind: "changes.restore",
  args: { id: v.string() },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    await restoreDeletedJob(ctx.recorder, id);
    return null;
  },
});

/** Deletes a row in the trash at once, a job with its photos and its history. */
export const deleteForGood = workspaceMutation({
  kind: "changes.deleteForGood",
  args: { id: v.id("trash") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    await deleteTrashed(ctx.recorder, id);
    return null;
  },
});

export const checkRun = internalQuery({
  args: {
    workspaceId: v.string(),
    // A text rather than an id, since a client chooses it: the action that passes it on cannot check ids.
    id: v.string(),
    part: v.union(v.literal("changes"), v.literal("trash")),
    cursor,
  },
  returns: v.object({ taken: v.array(v.string()), next: cursor }),
  handler: async (ctx, page) => await checkPageOfRun(ctx, page),
});

export const beginUndo = internalMutation({
  args: { member, id: v.id("changes") },
  returns: v.id("tasks"),
  handler: async (ctx, of) => await beginUndoOfRun(ctx, of),
});

export const removeExpired = internalMutation({
  args: { workspaceId: v.string() },
  returns: v.null(),
  handler: async (ctx, { workspaceId }) => {
    await removeExpiredRows(ctx, workspaceId);
    return null;
  },
});

/** Removes the rest of what is kept of a permanently deleted row. */
export const forget = internalMutation({
  args: { workspaceId: v.string(), subject },
  returns: v.null(),
  handler: async (ctx, of) => {
    await forgetRow(ctx, of);
    return null;
  },
});
