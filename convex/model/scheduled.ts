import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** Cancels a scheduled function that a row names, so that it does not count as a call. */
export async function cancelScheduled(ctx: MutationCtx, id: string | undefined): Promise<void> {
  const pendingId = await pendingScheduled(ctx, id);
  if (pendingId !== null) await ctx.scheduler.cancel(pendingId);
}

/**
 * The scheduled function that a row names, if it has yet to run; else null. Rows
 * hold its id as text: an import keeps the row, not the schedule.
 */
export async function pendingScheduled(
  ctx: QueryCtx,
  id: string | undefined,
): Promise<Id<"_scheduled_functions"> | null> {
  const scheduledId =
    id === undefined ? null : ctx.db.system.normalizeId("_scheduled_functions", id);
  if (scheduledId === null) return null;
  const scheduled = await ctx.db.system.get("_scheduled_functions", scheduledId);
  return scheduled?.state.kind === "pending" ? scheduledId : null;
}
