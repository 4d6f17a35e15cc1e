import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../../_generated/server";
import { TASK_RUNNING, type Task } from "../../../domain/tasks";
import { conflict, must } from "../errors";
import type { Progress } from "./validators";

/**
 * Long work on a workspace: an action that runs one small transaction after
 * another, so that each stays within Convex's limits. Every step writes down
 * what it did in its own transaction, which makes the counts exact and lets
 * every screen watch them grow.
 *
 * An action can be cut off: the scheduler looks after each task, and where one
 * has stopped moving it carries on with a deletion, which was asked for as a
 * whole, and ends any other task, which can be begun again (`carryOn`).
 */
export type Counts = Readonly<Record<string, number>>;

/** A task that has not moved for so long was cut off. */
export const CUT_OFF_AFTER_MS = 60_000;

/** Runs the work as the workspace's only task. Answers what it counted. */
export async function runTask(
  ctx: ActionCtx,
  start: { workspaceId: string; task: Task },
  work: (taskId: Id<"tasks">) => Promise<void>,
): Promise<Counts> {
  const taskId = await ctx.runMutation(internal.tasks.begin, start);
  try {
    await work(taskId);
  } catch (error) {
    await ctx.runMutation(internal.tasks.end, { taskId });
    throw error;
  }
  return await ctx.runMutation(internal.tasks.end, { taskId });
}

/** The counts under the names of the task's result, zero where none came. */
export function resultOf<Name extends string>(
  counts: Counts,
  names: readonly Name[],
): Record<Name, number> {
  return Object.fromEntries(
    names.map((name) => [name, counts[name] ?? 0]),
  ) as Record<Name, number>;
}

/** The task that runs, or the last one that did. */
export async function getProgress(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Progress | null> {
  const row = await getTask(ctx, workspaceId);
  if (row === null) return null;
  const { task, isRunning, counts } = row;
  return { task, isRunning, counts };
}

export async function beginTask(
  ctx: MutationCtx,
  { workspaceId, task }: { workspaceId: string; task: Task },
): Promise<Id<"tasks">> {
  const last = await getTask(ctx, workspaceId);
  const movedAt = Date.now();
  if (last?.isRunning && movedAt - last.movedAt < CUT_OFF_AFTER_MS)
    throw conflict(TASK_RUNNING);
  if (last !== null) await ctx.db.delete("tasks", last._id);
  const taskId = await ctx.db.insert("tasks", {
    workspaceId,
    task,
    isRunning: true,
    counts: {},
    movedAt,
  });
  await lookAgain(ctx, { taskId, movedAt });
  return taskId;
}

/** Writes down what one step did, in that step's own transaction. */
export async function moveTask(
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

export async function endTask(
  ctx: MutationCtx,
  taskId: Id<"tasks">,
): Promise<Counts> {
  const { counts } = await requireTask(ctx, taskId);
  await ctx.db.patch("tasks", taskId, { isRunning: false });
  return counts;
}

/** Looks at the task after a while, to find out whether it was cut off. */
export async function lookAgain(
  ctx: MutationCtx,
  seen: { taskId: Id<"tasks">; movedAt: number },
): Promise<void> {
  await ctx.scheduler.runAfter(CUT_OFF_AFTER_MS, internal.tasks.carryOn, seen);
}

/** A step of a task that is over would be a step that nobody counts. */
export async function requireTask(
  ctx: QueryCtx,
  taskId: Id<"tasks">,
): Promise<Doc<"tasks">> {
  return must(await ctx.db.get("tasks", taskId), "the task of this step");
}

async function getTask(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Doc<"tasks"> | null> {
  return await ctx.db
    .query("tasks")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .unique();
}
