import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server.js";

/** The trash's row about a deleted row, or null. */
export async function getTrashed(
  ctx: QueryCtx,
  workspaceId: string,
  rowId: string,
): Promise<Doc<"trash"> | null> {
  return await ctx.db
    .query("trash")
    .withIndex("by_workspace_and_row", (q) => q.eq("workspaceId", workspaceId).eq("rowId", rowId))
    .unique();
}

/** Removes the trash's row about a row that has come back or was deleted for good. */
export async function forgetTrashed(
  ctx: MutationCtx,
  workspaceId: string,
  rowId: string,
): Promise<void> {
  const trashed = await getTrashed(ctx, workspaceId, rowId);
  if (trashed !== null) await ctx.db.delete("trash", trashed._id);
}
