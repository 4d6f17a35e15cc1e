import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

/** A file that has been stored, as its row will name it. */
export type StoredFile = Omit<Doc<"files">, "_id" | "_creationTime" | "uses" | "sweepId">;

/** The file with this storage id; null also for a text that is not an id. */
export async function findFile(
  ctx: QueryCtx,
  workspaceId: string,
  id: string,
): Promise<Doc<"files"> | null> {
  const storageId = ctx.db.system.normalizeId("_storage", id);
  return storageId === null ? null : await getFile(ctx, workspaceId, storageId);
}

export async function getFile(
  ctx: QueryCtx,
  workspaceId: string,
  storageId: Id<"_storage">,
): Promise<Doc<"files"> | null> {
  return await ctx.db
    .query("files")
    .withIndex("by_workspace_and_storage", (q) =>
      q.eq("workspaceId", workspaceId).eq("storageId", storageId),
    )
    .unique();
}

/** Another call may have deleted the stored file already. */
export async function deleteStored(ctx: MutationCtx, storageId: Id<"_storage">): Promise<void> {
  const stored = await ctx.db.system.get("_storage", storageId);
  if (stored !== null) await ctx.storage.delete(storageId);
}
