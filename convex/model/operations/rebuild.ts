/**
 * Writes the derived rows of jobs and customers that an earlier version stored:
 * search words, the words of names, summaries, totals and copied names.
 *
 * A workspace enters the queue with its first change after a deployment. The first in the queue is rebuilt in batches
 * of one transaction, each of which schedules the next, and then the one after it: at most one at a time. Its readers
 * use the version before until the last batch. One that fails is left out, with its error.
 */
import { internal } from "../../_generated/api.js";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server.js";
import { DERIVED_VERSION } from "../../../domain/names/search";
import { completeVersion, getDerivedVersion, versionOf } from "../derivedVersion";
import { pendingScheduled } from "../scheduled";
import { isBeingMoved } from "../workspaces/moves";
import { BATCHES, NEXT_STEP } from "./rebuildBatches";
import type { RebuildStatus } from "./validators";

const WORKSPACE_BATCH_SIZE = 100;

/** The limit of rows that the status reads of each table. */
const MOST_WORKSPACES = 8_000;

/**
 * Queues every workspace that needs a rebuild, and again those whose rebuild failed. A workspace with rows has a
 * counter: the counters are read from the cursor on.
 */
export async function startRebuild(ctx: MutationCtx, cursor: string | null): Promise<void> {
  const counters = await ctx.db
    .query("counters")
    .paginate({ cursor, numItems: WORKSPACE_BATCH_SIZE });
  for (const { workspaceId } of counters.page) {
    const queued = await rebuildOf(ctx, workspaceId);
    if (queued === null) await queueIfOld(ctx, workspaceId);
    else await ctx.db.patch("rebuilds", queued._id, { error: undefined });
  }
  await wakeQueue(ctx);
  if (!counters.isDone)
    await ctx.scheduler.runAfter(0, internal.rebuild.start, {
      cursor: counters.continueCursor,
    });
}

/**
 * Called by every change of a workspace. It reads nothing that the batches of the rebuild write, so neither makes the
 * other run again.
 */
export async function requestRebuild(ctx: MutationCtx, workspaceId: string): Promise<void> {
  const derived = await getDerivedVersion(ctx, workspaceId);
  const version = derived === null ? null : versionOf(derived);
  if ([version, derived?.requested].includes(DERIVED_VERSION)) return;
  if (await queueIfOld(ctx, workspaceId)) await wakeQueue(ctx);
}

/** Returns whether the workspace has entered the queue. */
async function queueIfOld(ctx: MutationCtx, workspaceId: string): Promise<boolean> {
  const derived = await getDerivedVersion(ctx, workspaceId);
  const version = await completeVersion(ctx, workspaceId);
  if (version === DERIVED_VERSION) return false;
  if (await isBeingMoved(ctx, workspaceId)) return false;
  const marker = {
    version,
    requested: DERIVED_VERSION,
    step: undefined,
    cursor: undefined,
  };
  if (derived === null) await ctx.db.insert("derivedVersions", { workspaceId, ...marker });
  else await ctx.db.patch("derivedVersions", derived._id, marker);
  const earlier = await rebuildOf(ctx, workspaceId);
  if (earlier !== null) await ctx.db.delete("rebuilds", earlier._id);
  await ctx.db.insert("rebuilds", {
    workspaceId,
    version: DERIVED_VERSION,
    step: "customers",
    cursor: null,
  });
  return true;
}

export async function rebuildOf(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Doc<"rebuilds"> | null> {
  return await ctx.db
    .query("rebuilds")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .unique();
}

async function firstInQueue(ctx: QueryCtx): Promise<Doc<"rebuilds"> | null> {
  for await (const rebuild of ctx.db.query("rebuilds"))
    if (rebuild.error === undefined) return rebuild;
  return null;
}

/** Schedules the next step of the first workspace in the queue, unless one is scheduled: an import loses it. */
async function wakeQueue(ctx: MutationCtx): Promise<void> {
  const first = await firstInQueue(ctx);
  if (first === null) return;
  if ((await pendingScheduled(ctx, first.scheduledId)) === null) await scheduleStep(ctx, first);
}

async function scheduleStep(ctx: MutationCtx, { _id }: Doc<"rebuilds">): Promise<void> {
  const scheduledId = await ctx.scheduler.runAfter(0, internal.rebuild.step, {});
  await ctx.db.patch("rebuilds", _id, { scheduledId });
}

/** Runs the next batch of the first in the queue and schedules the one after it. */
export async function rebuildStep(ctx: MutationCtx): Promise<void> {
  const first = await firstInQueue(ctx);
  if (first === null) return;
  const { _id, workspaceId } = first;
  try {
    // Runs in a separate transaction: if the batch fails, nothing of it is stored.
    await ctx.runMutation(internal.rebuild.batch, { workspaceId });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    // For the log of the deployment.
    // oxlint-disable-next-line no-console
    console.error(`The rebuild of ${workspaceId} failed: ${text}`);
    await ctx.db.patch("rebuilds", _id, { error: text });
  }
  const next = await firstInQueue(ctx);
  if (next !== null) await scheduleStep(ctx, next);
}

export async function rebuildBatch(ctx: MutationCtx, workspaceId: string): Promise<void> {
  const rebuild = await rebuildOf(ctx, workspaceId);
  const derived = await getDerivedVersion(ctx, workspaceId);
  if (rebuild === null || derived === null) return;
  const { _id, version, step, cursor } = rebuild;
  // Another version was deployed while it waited.
  if (version !== DERIVED_VERSION) {
    await queueIfOld(ctx, workspaceId);
    return;
  }
  // A step that only an earlier version had is over.
  const position = (await BATCHES[step]?.(ctx, workspaceId, cursor)) ?? null;
  const next = position === null ? NEXT_STEP[step] : step;
  if (next !== undefined) {
    await ctx.db.patch("rebuilds", _id, { step: next, cursor: position });
    return;
  }
  await ctx.db.delete("rebuilds", _id);
  await ctx.db.patch("derivedVersions", derived._id, { version });
}

export async function readRebuildStatus(ctx: QueryCtx): Promise<RebuildStatus> {
  const counters = await ctx.db.query("counters").take(MOST_WORKSPACES);
  const derived = await ctx.db.query("derivedVersions").take(MOST_WORKSPACES);
  const queue = await ctx.db.query("rebuilds").take(MOST_WORKSPACES);
  const waiting = queue.filter(({ error }) => error === undefined);
  const [first] = waiting;
  return {
    version: DERIVED_VERSION,
    workspaces: counters.length,
    rebuilt: derived.filter((one) => versionOf(one) === DERIVED_VERSION).length,
    running: first ? { workspaceId: first.workspaceId, step: first.step } : null,
    waiting: Math.max(waiting.length - 1, 0),
    failed: queue.flatMap(({ workspaceId, error }) =>
      error === undefined ? [] : [{ workspaceId, error }],
    ),
  };
}
