/**
 * Storing a file and inserting its row are two steps of an action. If the
 * backend stops between them, the file is orphaned: no row leads to it. So a
 * sweep is scheduled when the upload begins, and canceled by the second step.
 */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

const MINUTE_MS = 60 * 1000;

/** The longest action of Convex (docs.convex.dev/production/state/limits). */
export const STORING_MS = 30 * MINUTE_MS;

/** More than the clock difference of two machines. */
const CLOCK_SKEW_MS = MINUTE_MS;

/** Schedules the sweep, to be canceled once the file has its row. */
export async function scheduleSweep(
  ctx: MutationCtx,
): Promise<Id<"_scheduled_functions">> {
  const from = Date.now() - CLOCK_SKEW_MS;
  const until = Date.now() + STORING_MS;
  return await ctx.scheduler.runAfter(
    2 * STORING_MS,
    internal.files.sweepOrphans,
    { from, until },
  );
}

/** Deletes the files stored in that time that never got a row. */
export async function deleteOrphanedFiles(
  ctx: MutationCtx,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<void> {
  const orphans = new Set<Id<"_storage">>();
  const stored = ctx.db.system
    .query("_storage")
    .withIndex("by_creation_time", (q) =>
      q.gte("_creationTime", from).lt("_creationTime", until),
    );
  for await (const { _id } of stored) orphans.add(_id);
  // Of all workspaces: a file is orphaned only if no row has it. The row is
  // inserted by the action that stored the file.
  const recorded = ctx.db
    .query("files")
    .withIndex("by_creation_time", (q) =>
      q.gte("_creationTime", from).lt("_creationTime", until + STORING_MS),
    );
  for await (const { storageId } of recorded) orphans.delete(storageId);
  for (const storageId of orphans) await ctx.storage.delete(storageId);
}
