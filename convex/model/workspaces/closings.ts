/**
 * What an operator does with one workspace while the others stay in use: closes it, so that nobody changes anything in
 * it or, suspended, reads anything; opens it again; or erases it.
 */
import { internal } from "../../_generated/api.js";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server.js";
import { OFFICE_SUSPENDED } from "../../../domain/calls/operations";
import { environment } from "../environment";
import { conflict } from "../errors";
import { deleteStored } from "../files/rows";
import { doneMoves, eachRow, hasRows, moveOf, requireNoOperation } from "./moves";

/**
 * The epoch of the deployment, followed by the workspace's own once it has one. Never empty: a device that knew no
 * epoch could not notice the first restoration.
 */
export async function dataEpoch(ctx: QueryCtx, workspaceId: string): Promise<string> {
  const mark = await closingOf(ctx, workspaceId);
  const own = mark?.epoch ? `.${mark.epoch}` : "";
  return `${environment().DATA_EPOCH ?? ""}${own}` || "0";
}

/** Closes a workspace; called again, suspends it or ends its suspension. Returns a sentence for the operator. */
export async function closeWorkspace(
  ctx: MutationCtx,
  workspaceId: string,
  isSuspended: boolean,
): Promise<string> {
  const current = await moveOf(ctx, workspaceId);
  if (current !== null && current.epoch === undefined)
    throw conflict(`The rows of ${workspaceId} are being moved.`);
  if (current === null) {
    if (!(await hasRows(ctx, workspaceId))) throw conflict(`${workspaceId} has no rows.`);
    await requireNoOperation(ctx, workspaceId);
  }
  const mark = current ?? (await closingOf(ctx, workspaceId));
  const state = { isDone: false, isSuspended: isSuspended || undefined };
  if (mark === null)
    await ctx.db.insert("workspaceMoves", {
      workspaceId,
      from: workspaceId,
      to: workspaceId,
      epoch: 0,
      ...state,
    });
  else await ctx.db.patch("workspaceMoves", mark._id, state);
  return isSuspended
    ? `${workspaceId} is closed and suspended: nobody can read or change anything in it.`
    : `${workspaceId} is closed: nobody can change anything in it.`;
}

/** Opens a workspace. If its rows were restored, devices ask before they send changes that waited since before. */
export async function openWorkspace(
  ctx: MutationCtx,
  workspaceId: string,
  isRestored: boolean,
): Promise<string> {
  const mark = await requireClosed(ctx, workspaceId);
  const { _id, epoch = 0 } = mark;
  if (mark.isErasing)
    throw conflict(`${workspaceId} is half erased. Call workspace:erase until all of it is.`);
  await ctx.db.patch("workspaceMoves", _id, {
    isDone: true,
    isSuspended: undefined,
    epoch: isRestored ? epoch + 1 : epoch,
  });
  return `${workspaceId} is open.`;
}

/** Deletes the next rows and stored files for good, and schedules those after them. The workspace stays closed. */
export async function eraseWorkspace(ctx: MutationCtx, workspaceId: string): Promise<string> {
  const { _id, isErasing, epoch = 0 } = await requireClosed(ctx, workspaceId);
  if (!isErasing) {
    if (!(await hasRows(ctx, workspaceId))) return `${workspaceId} has no rows.`;
    await ctx.db.patch("workspaceMoves", _id, { isErasing: true });
  }
  const isDone = await eachRow(ctx, workspaceId, async ({ table, row }) => {
    await ctx.db.delete(table, row._id);
    if ("storageId" in row) await deleteStored(ctx, row.storageId);
  });
  if (!isDone) {
    await ctx.scheduler.runAfter(0, internal.workspace.erase, { workspaceId });
    return `The rows of ${workspaceId} are being erased.`;
  }
  for (const move of await doneMoves(ctx, workspaceId))
    await ctx.db.delete("workspaceMoves", move._id);
  await ctx.db.patch("workspaceMoves", _id, {
    isErasing: undefined,
    epoch: epoch + 1,
  });
  return `All of ${workspaceId} is erased. It stays closed.`;
}

/** Called by every query and action. A mutation of a closed workspace is refused anyway. */
export async function requireReadable(ctx: QueryCtx, workspaceId: string): Promise<void> {
  const mark = await moveOf(ctx, workspaceId);
  if (mark?.isSuspended) throw conflict(OFFICE_SUSPENDED);
}

async function requireClosed(ctx: QueryCtx, workspaceId: string): Promise<Doc<"workspaceMoves">> {
  const mark = await moveOf(ctx, workspaceId);
  if (mark?.epoch !== undefined) return mark;
  throw conflict(`${workspaceId} is not closed. Call workspace:close first.`);
}

/** The last closing, whether or not it has ended. */
async function closingOf(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Doc<"workspaceMoves"> | null> {
  const marks = ctx.db
    .query("workspaceMoves")
    .withIndex("by_workspace_and_done", (q) => q.eq("workspaceId", workspaceId));
  for await (const mark of marks) if (mark.epoch !== undefined) return mark;
  return null;
}
