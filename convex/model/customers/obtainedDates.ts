import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../../_generated/server";
import {
  moveTask,
  requireTask,
  resultOf,
  runTask,
} from "../operations/operations";
import type { ObtainedDateRemoved } from "../operations/validators";

/** Old customers may still have `obtained_date`, which nothing reads. */
const SCANNED_AT_ONCE = 250;

export async function removeObtainedDates(
  ctx: ActionCtx,
  workspaceId: string,
): Promise<ObtainedDateRemoved> {
  const start = { workspaceId, task: "removeObtainedDate" } as const;
  const counts = await runTask(ctx, start, async (taskId) => {
    let cursor: string | null = null;
    do
      cursor = await ctx.runMutation(internal.tasks.cleanSome, {
        taskId,
        cursor,
      });
    while (cursor !== null);
  });
  return resultOf(counts, ["cleaned", "scanned"]);
}

/** One step. Answers where the next begins, or null at the end. */
export async function cleanSome(
  ctx: MutationCtx,
  { taskId, cursor }: { taskId: Id<"tasks">; cursor: string | null },
): Promise<string | null> {
  const task = await requireTask(ctx, taskId);
  const { page, isDone, continueCursor } = await ctx.db
    .query("customers")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", task.workspaceId))
    .paginate({ cursor, numItems: SCANNED_AT_ONCE });
  const old = page.filter((customer) => customer.obtained_date !== undefined);
  for (const { _id } of old)
    await ctx.db.patch("customers", _id, { obtained_date: undefined });
  await moveTask(ctx, task, { cleaned: old.length, scanned: page.length });
  return isDone ? null : continueCursor;
}
