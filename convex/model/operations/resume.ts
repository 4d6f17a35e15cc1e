/** Operations whose action has stopped: those that can continue without it are resumed, and the others are ended. */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { isDeletion, type Deletion, type Operation } from "../../../domain/calls/operations";
import { deleteBatch } from "./deletions";
import { importBatch } from "./importRun";
import { endOperation, requireOperation, scheduleWatchdog } from "./operations";
import { inStep } from "./steps";
import { undoBatch } from "./undoRun";

/**
 * The watchdog's check of an operation last seen at `movedAt`. A deletion
 * without progress since then has lost its action and is resumed here, one
 * scheduled step at a time.
 */
export async function resume(
  ctx: MutationCtx,
  { operationId, movedAt }: { operationId: Id<"tasks">; movedAt: number },
): Promise<void> {
  const operation = await ctx.db.get("tasks", operationId);
  if (operation === null || !operation.isRunning) return;
  if (operation.movedAt !== movedAt) {
    await scheduleWatchdog(ctx, { operationId, movedAt: operation.movedAt });
    return;
  }
  if (await runNextStep(ctx, operation)) {
    await endOperation(ctx, operationId);
    return;
  }
  const moved = await requireOperation(ctx, operationId);
  await ctx.scheduler.runAfter(0, internal.operations.resume, {
    operationId,
    movedAt: moved.movedAt,
  });
}

/** The limit of operations that a start reads. On one machine, each office has one. */
const MOST_OPERATIONS = 8_000;

/**
 * Runs when our own server starts, before it serves anybody: the actions of all running operations ended with the last
 * process. Operations that can continue without their action are resumed at once, and the others are ended, without
 * waiting for the watchdog.
 */
export async function endInterrupted(ctx: MutationCtx): Promise<void> {
  const operations = await ctx.db.query("tasks").take(MOST_OPERATIONS);
  for (const { _id: operationId, task, isRunning, movedAt } of operations) {
    if (!isRunning) continue;
    if (!canGoOn(task)) await endOperation(ctx, operationId);
    else
      await ctx.scheduler.runAfter(0, internal.operations.resume, {
        operationId,
        movedAt,
      });
  }
}

/** Whether the person requested it as a whole, with all that its steps need in the database. */
function canGoOn(task: Operation): task is Deletion | "undoRun" | "import" {
  return task === "undoRun" || task === "import" || isDeletion(task);
}

/**
 * Runs the next step of an operation that can go on without its action. Returns
 * whether the operation is over, as any other is once its action has stopped.
 */
async function runNextStep(ctx: MutationCtx, { _id, task }: Doc<"tasks">): Promise<boolean> {
  if (!canGoOn(task)) return true;
  const step = await inStep(ctx, _id);
  const { recorder, operation } = step.ctx;
  let isDone: boolean;
  if (task === "undoRun") isDone = await undoBatch(recorder, operation);
  else if (task === "import") isDone = await importBatch(recorder, operation);
  else isDone = await deleteBatch(step.ctx, operation);
  await step.onSuccess();
  return isDone;
}
