/**
 * Gives the rows of one workspace to another: an office whose organization was deleted goes on under a new one. Ids,
 * times and files stay.
 *
 * Each batch takes the next rows that still have the former workspace, so a move that was interrupted resumes by any
 * later call, and two calls at once do each row once. Until the last batch both workspaces are marked, and nobody
 * changes anything in them: a half-moved office has jobs without their summaries.
 */
import { internal } from "../_generated/api.js";
import type { Doc, TableNames } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server.js";
import { isTrashKey, trashKeyOf } from "../../domain/trashKeys";
import schema from "../schema";
import { conflict } from "./errors";

/** Of the largest rows, the chunks of an imported file, one batch is 6 MB. */
const BATCH_SIZE = 100;

/** Of one office, ever. */
const MOST_MOVES = 20;

export interface WorkspaceMove {
  readonly from: string;
  readonly to: string;
}

/** What an operator's work on a workspace is recorded in. */
const OPERATOR_TABLES = ["workspaceMoves", "restoreSteps"] as const;

type Table = Exclude<TableNames, (typeof OPERATOR_TABLES)[number]>;

/** Every table with one of its indexes, each of which begins with the workspace. */
const TABLES = Object.entries(schema.tables)
  .filter(([table]) => !OPERATOR_TABLES.some((one) => one === table))
  .map(([table, definition]) => ({
    table: table as Table,
    index: definition[" indexes"]()[0]?.indexDescriptor ?? "",
  }));

/** Moves the next batch and schedules the one after it. Returns a sentence for the operator. */
export async function moveWorkspace(
  ctx: MutationCtx,
  { from, to }: WorkspaceMove,
): Promise<string> {
  const marks = [await moveOf(ctx, from), await moveOf(ctx, to)];
  const isBegun = marks.every(
    (mark) => mark?.from === from && mark.to === to && mark.epoch === undefined,
  );
  if (!isBegun && marks.some((mark) => mark !== null))
    throw conflict(
      "Another move or a restoration of one of the two is not done yet.",
    );
  if (!isBegun) {
    if ((await nextRows(ctx, from, 1)).length === 0)
      return `${from} has no rows.`;
    await requireMovable(ctx, { from, to });
    for (const workspaceId of [from, to])
      await ctx.db.insert("workspaceMoves", {
        workspaceId,
        from,
        to,
        isDone: false,
      });
  }
  const rows = await nextRows(ctx, from, BATCH_SIZE);
  for (const { table, _id, workspaceId } of rows)
    await ctx.db.patch(table, _id, {
      workspaceId: isTrashKey(workspaceId) ? trashKeyOf(to) : to,
    });
  if (rows.length < BATCH_SIZE) return await endMove(ctx, { from, to });
  await ctx.scheduler.runAfter(0, internal.workspace.move, { from, to });
  return `The rows of ${from} are being moved to ${to}.`;
}

/** Not a ConvexError: a device sends its changes again later, with the same ids. */
export async function requireNoMove(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<void> {
  if (await isBeingMoved(ctx, workspaceId))
    throw new Error(`The rows of ${workspaceId} are being moved or restored.`);
}

export async function isBeingMoved(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<boolean> {
  return (await moveOf(ctx, workspaceId)) !== null;
}

/** The move or restoration that is not done yet. */
export async function moveOf(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Doc<"workspaceMoves"> | null> {
  return await ctx.db
    .query("workspaceMoves")
    .withIndex("by_workspace_and_done", (q) =>
      q.eq("workspaceId", workspaceId).eq("isDone", false),
    )
    .unique();
}

/** The ids that the workspace had before. A device keeps unsent changes under them. */
export async function formerIds(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<string[]> {
  const moves = await doneMoves(ctx, workspaceId);
  return moves
    .filter(({ epoch }) => epoch === undefined)
    .map(({ from }) => from);
}

async function doneMoves(ctx: QueryCtx, workspaceId: string) {
  return await ctx.db
    .query("workspaceMoves")
    .withIndex("by_workspace_and_done", (q) =>
      q.eq("workspaceId", workspaceId).eq("isDone", true),
    )
    .take(MOST_MOVES);
}

async function requireMovable(
  ctx: MutationCtx,
  { from, to }: WorkspaceMove,
): Promise<void> {
  if (to === "" || isTrashKey(from) || isTrashKey(to))
    throw conflict("Give the ids of two organizations.");
  if ((await nextRows(ctx, to, 1)).length > 0)
    throw conflict(`${to} has rows already. Nothing was moved.`);
  await requireNoOperation(ctx, from);
}

export async function requireNoOperation(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<void> {
  const operation = await ctx.db
    .query("tasks")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .first();
  // The position of a rebuild holds for the rows of its workspace only.
  const rebuild = await ctx.db
    .query("rebuilds")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .first();
  if (operation?.isRunning || rebuild !== null)
    throw conflict(
      `An operation of ${workspaceId} is running. Try again later.`,
    );
}

/** Rows of the workspace, deleted ones included, from as many tables as the batch has room for. */
export async function nextRows(
  ctx: QueryCtx,
  workspaceId: string,
  most: number,
) {
  const found: { table: Table; _id: Doc<Table>["_id"]; workspaceId: string }[] =
    [];
  for (const { table, index } of TABLES)
    for (const key of [workspaceId, trashKeyOf(workspaceId)]) {
      if (found.length === most) return found;
      const rows = await ctx.db
        .query(table as "counters")
        .withIndex(index as "by_workspace", (q) => q.eq("workspaceId", key))
        .take(most - found.length);
      found.push(...rows.map((row) => ({ ...row, table })));
    }
  return found;
}

async function endMove(
  ctx: MutationCtx,
  { from, to }: WorkspaceMove,
): Promise<string> {
  const [left, begun] = [await moveOf(ctx, from), await moveOf(ctx, to)];
  if (left !== null) await ctx.db.delete("workspaceMoves", left._id);
  if (begun !== null)
    await ctx.db.patch("workspaceMoves", begun._id, { isDone: true });
  for (const { _id } of await doneMoves(ctx, from))
    await ctx.db.patch("workspaceMoves", _id, { workspaceId: to });
  const retention = await ctx.db
    .query("retention")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", to))
    .unique();
  // The removal that is scheduled looks for the rows of the former workspace.
  if (retention !== null)
    await ctx.scheduler.runAt(retention.dueAt, internal.changes.removeExpired, {
      workspaceId: to,
    });
  return `All rows of ${from} are ${to}'s.`;
}
