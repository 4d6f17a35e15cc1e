import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../../_generated/server";
import { OPERATION_RUNNING, type Operation } from "../../../domain/operations";
import { conflict, must } from "../errors";
import type { Progress } from "./validators";

/**
 * A long-running operation on a workspace: an action that runs one small
 * transaction (a step) after another, so that each stays within Convex's
 * limits. Each step records its counts in its own transaction. This keeps the
 * counts exact and lets every screen watch the progress.
 *
 * An action can die with the backend. A scheduled watchdog checks each
 * operation; if it has stalled, the watchdog resumes a deletion, which the
 * person requested as a whole, and ends any other operation, which can be
 * started again (`resume` in deletions.ts).
 */
export type Counts = Readonly<Record<string, number>>;

/** An operation without progress for this long has lost its action. */
export const STALLED_AFTER_MS = 60_000;

/** Runs the work as the only operation of the workspace. Returns its counts. */
export async function runOperation(
  ctx: ActionCtx,
  start: { workspaceId: string; task: Operation },
  work: (operationId: Id<"tasks">) => Promise<void>,
): Promise<Counts> {
  const operationId = await ctx.runMutation(internal.operations.begin, start);
  try {
    await work(operationId);
  } catch (error) {
    await ctx.runMutation(internal.operations.end, { operationId });
    throw error;
  }
  return await ctx.runMutation(internal.operations.end, { operationId });
}

/** The counts under the names of the operation's result; 0 where nothing was counted. */
export function resultOf<Name extends string>(
  counts: Counts,
  names: readonly Name[],
): Record<Name, number> {
  return Object.fromEntries(
    names.map((name) => [name, counts[name] ?? 0]),
  ) as Record<Name, number>;
}

/** The running operation, or else the last one. */
export async function getProgress(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Progress | null> {
  const row = await getOperation(ctx, workspaceId);
  if (row === null) return null;
  const { task, isRunning, counts } = row;
  return { task, isRunning, counts };
}

export async function beginOperation(
  ctx: MutationCtx,
  { workspaceId, task }: { workspaceId: string; task: Operation },
): Promise<Id<"tasks">> {
  const last = await getOperation(ctx, workspaceId);
  const movedAt = Date.now();
  if (last?.isRunning && movedAt - last.movedAt < STALLED_AFTER_MS)
    throw conflict(OPERATION_RUNNING);
  if (last !== null) await ctx.db.delete("tasks", last._id);
  const operationId = await ctx.db.insert("tasks", {
    workspaceId,
    task,
    isRunning: true,
    counts: {},
    movedAt,
  });
  await scheduleWatchdog(ctx, { operationId, movedAt });
  return operationId;
}

/** Adds the counts of a step. Call it in the transaction of that step. */
export async function recordProgress(
  ctx: MutationCtx,
  { _id, counts }: Doc<"tasks">,
  done: Counts,
): Promise<number> {
  const sums = { ...counts };
  for (const [name, count] of Object.entries(done))
    sums[name] = (sums[name] ?? 0) + count;
  const movedAt = Date.now();
  await ctx.db.patch("tasks", _id, { counts: sums, movedAt });
  return movedAt;
}

export async function endOperation(
  ctx: MutationCtx,
  operationId: Id<"tasks">,
): Promise<Counts> {
  const { counts } = await requireOperation(ctx, operationId);
  await ctx.db.patch("tasks", operationId, { isRunning: false });
  return counts;
}

/** Schedules a check of whether the operation has stalled since `movedAt`. */
export async function scheduleWatchdog(
  ctx: MutationCtx,
  seen: { operationId: Id<"tasks">; movedAt: number },
): Promise<void> {
  await ctx.scheduler.runAfter(
    STALLED_AFTER_MS,
    internal.operations.resume,
    seen,
  );
}

/** Throws if the operation has been replaced: its progress could not be recorded. */
export async function requireOperation(
  ctx: QueryCtx,
  operationId: Id<"tasks">,
): Promise<Doc<"tasks">> {
  return must(
    await ctx.db.get("tasks", operationId),
    "the operation of this step",
  );
}

async function getOperation(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Doc<"tasks"> | null> {
  return await ctx.db
    .query("tasks")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .unique();
}
