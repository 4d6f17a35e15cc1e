/**
 * Gives the rows of one workspace to another: an office whose organization was deleted continues under a new one. Ids,
 * times and files stay.
 *
 * Each batch takes the next rows that still have the former workspace, so a move that was interrupted resumes by any
 * later call, and two calls at once do each row once. Until the last batch both workspaces are marked, and nobody
 * changes anything in them: a half-moved office has jobs without their summaries.
 */
import { internal } from "../../_generated/api.js";
import type { Doc, TableNames } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server.js";
import { isTrashKey, trashKeyOf } from "../../../domain/history/trashKeys";
import schema from "../../schema";
import { eachOfBatch } from "../batches";
import { conflict } from "../errors";

const BATCH_SIZE = 100;

/** The limit of moves of one office, ever. */
const MOST_MOVES = 20;

export interface WorkspaceMove {
  readonly from: string;
  readonly to: string;
}

/** The table that records what the operator does with a workspace. */
const OPERATOR_TABLE = "workspaceMoves" satisfies TableNames;

type Table = Exclude<TableNames, typeof OPERATOR_TABLE>;

/** Files that were read and not imported. They are discarded rather than moved: a person reads the file again. */
const STAGED_TABLES = ["imports", "importChunks", "importFindings"];

/** Every table with an index that begins with the workspace. Staged files come first. */
const TABLES = Object.entries(schema.tables)
  .filter(([table]) => table !== OPERATOR_TABLE)
  .map(([table, definition]) => ({
    table: table as Table,
    index: definition[" indexes"]()[0]?.indexDescriptor ?? "",
    isStaged: STAGED_TABLES.includes(table),
  }))
  .sort((a, b) => Number(b.isStaged) - Number(a.isStaged));

export type WorkspaceRow = Doc<Table>;

type TableRow = (typeof TABLES)[number] & { readonly row: WorkspaceRow };

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
    throw conflict("Another move of one of the two is not done yet, or one of them is closed.");
  if (!isBegun) {
    if (!(await hasRows(ctx, from))) return `${from} has no rows.`;
    await requireMovable(ctx, { from, to });
    for (const workspaceId of [from, to])
      await ctx.db.insert("workspaceMoves", {
        workspaceId,
        from,
        to,
        isDone: false,
      });
  }
  const isDone = await eachRow(ctx, from, async (of) => {
    const { table, row, isStaged } = of;
    if (isStaged) await ctx.db.delete(table, row._id);
    else
      await ctx.db.patch(table, row._id, {
        workspaceId: isTrashKey(row.workspaceId) ? trashKeyOf(to) : to,
      });
  });
  if (isDone) return await endMove(ctx, { from, to });
  await ctx.scheduler.runAfter(0, internal.workspace.move, { from, to });
  return `The rows of ${from} are being moved to ${to}.`;
}

/** Throws a plain error, not a ConvexError: a device then sends its changes again later, with the same ids. */
export async function requireNoMove(ctx: QueryCtx, workspaceId: string): Promise<void> {
  if (await isBeingMoved(ctx, workspaceId))
    throw new Error(`The rows of ${workspaceId} are being moved, or it is closed.`);
}

export async function isBeingMoved(ctx: QueryCtx, workspaceId: string): Promise<boolean> {
  return (await moveOf(ctx, workspaceId)) !== null;
}

/** The move or the closing that has not ended yet. */
export async function moveOf(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Doc<"workspaceMoves"> | null> {
  return await ctx.db
    .query("workspaceMoves")
    .withIndex("by_workspace_and_done", (q) => q.eq("workspaceId", workspaceId).eq("isDone", false))
    .unique();
}

/** The ids that the workspace had before. A device keeps unsent changes under them. */
export async function formerIds(ctx: QueryCtx, workspaceId: string): Promise<string[]> {
  const moves = await doneMoves(ctx, workspaceId);
  return moves.filter(({ epoch }) => epoch === undefined).map(({ from }) => from);
}

export async function doneMoves(ctx: QueryCtx, workspaceId: string) {
  return await ctx.db
    .query("workspaceMoves")
    .withIndex("by_workspace_and_done", (q) => q.eq("workspaceId", workspaceId).eq("isDone", true))
    .take(MOST_MOVES);
}

async function requireMovable(ctx: MutationCtx, { from, to }: WorkspaceMove): Promise<void> {
  if (to === "" || isTrashKey(from) || isTrashKey(to))
    throw conflict("Give the ids of two organizations.");
  if (await hasRows(ctx, to)) throw conflict(`${to} has rows already. Nothing was moved.`);
  await requireNoOperation(ctx, from);
}

export async function requireNoOperation(ctx: QueryCtx, workspaceId: string): Promise<void> {
  const operation = await ctx.db
    .query("tasks")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .first();
  // The position of a rebuild is valid for the rows of its workspace only.
  const rebuild = await ctx.db
    .query("rebuilds")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .first();
  if (operation?.isRunning || rebuild !== null)
    throw conflict(`An operation of ${workspaceId} is running. Try again later.`);
}

/** Whether the workspace has a row, be it a deleted one. */
export async function hasRows(ctx: QueryCtx, workspaceId: string): Promise<boolean> {
  for (const range of rangesOf(ctx, workspaceId))
    if ((await range.rows.first()) !== null) return true;
  return false;
}

/**
 * Works on rows of the workspace, deleted ones included, from as many tables as the batch has room for. Returns whether
 * none is left.
 */
export async function eachRow(
  ctx: QueryCtx,
  workspaceId: string,
  work: (row: TableRow) => Promise<void>,
): Promise<boolean> {
  let left = BATCH_SIZE;
  for (const { rows, ...of } of rangesOf(ctx, workspaceId)) {
    const { count, isDone } = await eachOfBatch(ctx, { rows, most: left }, (row) =>
      work({ ...of, row }),
    );
    if (!isDone) return false;
    left -= count;
  }
  return true;
}

/** For each table, the rows of the workspaces after the given one. */
export function rowsAfter(ctx: QueryCtx, workspaceId: string) {
  return TABLES.map(({ table, index }) =>
    ctx.db
      .query(table as "counters")
      .withIndex(index as "by_workspace", (q) => q.gt("workspaceId", workspaceId)),
  );
}

export function rangesOf(ctx: QueryCtx, workspaceId: string) {
  return TABLES.flatMap((of) =>
    [workspaceId, trashKeyOf(workspaceId)].map((key) => ({
      ...of,
      rows: ctx.db
        .query(of.table as "counters")
        .withIndex(of.index as "by_workspace", (q) => q.eq("workspaceId", key)),
    })),
  );
}

async function endMove(ctx: MutationCtx, { from, to }: WorkspaceMove): Promise<string> {
  const [left, begun] = [await moveOf(ctx, from), await moveOf(ctx, to)];
  if (left !== null) await ctx.db.delete("workspaceMoves", left._id);
  if (begun !== null) await ctx.db.patch("workspaceMoves", begun._id, { isDone: true });
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
