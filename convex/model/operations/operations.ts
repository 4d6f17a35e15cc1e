import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../../_generated/server";
import { OFFICE_CLOSED, OPERATION_RUNNING, type Operation } from "../../../domain/calls/operations";
import type { Member } from "../access";
import { conflict, must } from "../errors";
import { authorship } from "../history/writeHistory";
import { ensureRemoval } from "../history/retention";
import { isBeingMoved } from "../workspaces/moves";
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
 * started again (resume.ts).
 */
export type Counts = Readonly<Record<string, number>>;

/** An operation without progress for this long has lost its action. */
export const STALLED_AFTER_MS = 60_000;

/** Who starts which operation. */
export type Start = {
  readonly member: Member;
  readonly task: Operation;
  /** The customer whom a deletion of one customer deletes. */
  readonly customer?: Pick<Doc<"customers">, "customer_id" | "customer_name">;
  /** The file that an import imports. */
  readonly file?: Pick<Doc<"imports">, "_id" | "fileName">;
};

/** Runs the work as the only operation of the workspace. Returns its counts. */
export async function runOperation(
  ctx: ActionCtx,
  start: Start,
  work: (operationId: Id<"tasks">) => Promise<void>,
): Promise<Counts> {
  const operationId = await ctx.runMutation(internal.operations.begin, start);
  return await runSteps(ctx, operationId, work);
}

/** Runs the work of an operation that has begun, and ends it. */
export async function runSteps(
  ctx: ActionCtx,
  operationId: Id<"tasks">,
  work: (operationId: Id<"tasks">) => Promise<void>,
): Promise<Counts> {
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
  return Object.fromEntries(names.map((name) => [name, counts[name] ?? 0])) as Record<Name, number>;
}

/** The running operation, or else the last one. */
export async function getProgress(ctx: QueryCtx, workspaceId: string): Promise<Progress | null> {
  const row = await getOperation(ctx, workspaceId);
  if (row === null) return null;
  const { task, isRunning, counts } = row;
  return { task, isRunning, counts };
}

export async function beginOperation(ctx: MutationCtx, start: Start): Promise<Id<"tasks">> {
  const { task, member } = start;
  const { workspaceId } = member;
  if (await isBeingMoved(ctx, workspaceId)) throw conflict(OFFICE_CLOSED);
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
    runId: await beginRun(ctx, start),
    customer_id: start.customer?.customer_id,
    importId: start.file?._id,
  });
  await scheduleWatchdog(ctx, { operationId, movedAt });
  return operationId;
}

/** The entry of the history that stands for the whole operation. */
export async function beginRun(
  ctx: MutationCtx,
  { member, task, customer, file }: Start,
): Promise<Id<"changes">> {
  await ensureRemoval(ctx, member.workspaceId);
  return await ctx.db.insert("changes", {
    ...authorship({ member, kind: task }),
    subject: "",
    subjectLabel: customer?.customer_name ?? file?.fileName ?? "",
    writes: [],
    isRun: true,
  });
}

/** Adds the counts of a step. Call it in the transaction of that step. */
export async function recordProgress(
  ctx: MutationCtx,
  { _id, counts }: Doc<"tasks">,
  done: Counts,
): Promise<number> {
  const sums = { ...counts };
  for (const [name, count] of Object.entries(done)) sums[name] = (sums[name] ?? 0) + count;
  const movedAt = Date.now();
  await ctx.db.patch("tasks", _id, { counts: sums, movedAt });
  return movedAt;
}

export async function endOperation(ctx: MutationCtx, operationId: Id<"tasks">): Promise<Counts> {
  const { counts, runId } = await requireOperation(ctx, operationId);
  await ctx.db.patch("tasks", operationId, { isRunning: false });
  if (runId !== undefined) await endRun(ctx, runId, counts);
  return counts;
}

/** A run that did nothing leaves no entry. */
async function endRun(ctx: MutationCtx, runId: Id<"changes">, counts: Counts): Promise<void> {
  const run = await ctx.db.get("changes", runId);
  if (run === null) return;
  const { scanned: _scanned, ...done } = counts;
  if (Object.values(done).some((count) => count > 0))
    await ctx.db.patch("changes", runId, { counts });
  else await ctx.db.delete("changes", runId);
}

/** Schedules the check for when the operation has stalled, unless it moves on after `movedAt`. */
export async function scheduleWatchdog(
  ctx: MutationCtx,
  seen: { operationId: Id<"tasks">; movedAt: number },
): Promise<void> {
  await ctx.scheduler.runAt(seen.movedAt + STALLED_AFTER_MS, internal.operations.resume, seen);
}

/** Throws if the operation has been replaced: its progress could not be recorded. */
export async function requireOperation(
  ctx: QueryCtx,
  operationId: Id<"tasks">,
): Promise<Doc<"tasks">> {
  return must(await ctx.db.get("tasks", operationId), "the operation of this step");
}

async function getOperation(ctx: QueryCtx, workspaceId: string): Promise<Doc<"tasks"> | null> {
  return await ctx.db
    .query("tasks")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .unique();
}
