import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

/**
 * Storing a file and giving it its row are two steps of an action. Should the
 * backend stop between them, nothing would lead to the file any more, so a
 * sweep is made ready before the first step and called off by the second.
 */
const MINUTE_MS = 60 * 1000;

/** Longer than a whole action takes, and what clocks of two machines differ. */
const STORING_MS = 15 * MINUTE_MS;
const CLOCKS_DIFFER_MS = MINUTE_MS;

/** The sweep to call off once the file has its row. */
export async function prepareSweep(
  ctx: MutationCtx,
): Promise<Id<"_scheduled_functions">> {
  const from = Date.now() - CLOCKS_DIFFER_MS;
  const until = Date.now() + STORING_MS;
  return await ctx.scheduler.runAfter(
    2 * STORING_MS,
    internal.files.sweepStrays,
    { from, until },
  );
}

/** Deletes what was stored in that time and never got a row. */
export async function sweepStrayFiles(
  ctx: MutationCtx,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<void> {
  const strays = new Set<Id<"_storage">>();
  const stored = ctx.db.system
    .query("_storage")
    .withIndex("by_creation_time", (q) =>
      q.gte("_creationTime", from).lt("_creationTime", until),
    );
  for await (const { _id } of stored) strays.add(_id);
  // Of every workspace: a file is a stray only if nobody owns it. A row comes
  // within the action that stored its file.
  const recorded = ctx.db
    .query("files")
    .withIndex("by_creation_time", (q) =>
      q.gte("_creationTime", from).lt("_creationTime", until + STORING_MS),
    );
  for await (const { storageId } of recorded) strays.delete(storageId);
  for (const storageId of strays) await ctx.storage.delete(storageId);
}
