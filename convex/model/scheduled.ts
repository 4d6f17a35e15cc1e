import type { MutationCtx } from "../_generated/server";

/**
 * Cancels a scheduled function that a row names, so that it does not count as a
 * call. Rows hold its id as text: an import keeps the row, not the schedule.
 */
export async function cancelScheduled(
  ctx: MutationCtx,
  id: string | undefined,
): Promise<void> {
  const scheduledId =
    id === undefined
      ? null
      : ctx.db.system.normalizeId("_scheduled_functions", id);
  if (scheduledId === null) return;
  const scheduled = await ctx.db.system.get(
    "_scheduled_functions",
    scheduledId,
  );
  if (scheduled?.state.kind === "pending")
    await ctx.scheduler.cancel(scheduledId);
}
