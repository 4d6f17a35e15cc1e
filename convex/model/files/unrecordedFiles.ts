/**
 * Stored files whose rows the restoration of a workspace has deleted: photos that were added after the export. They are
 * kept for a week, so that an operator who took the wrong export still has them.
 */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { trashKeyOf } from "../../../domain/trashKeys";
import { deleteStored, getFile } from "./rows";

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

export interface UnrecordedFile {
  readonly workspaceId: string;
  readonly storageId: Id<"_storage">;
}

export async function scheduleDeletion(
  ctx: MutationCtx,
  file: UnrecordedFile,
): Promise<void> {
  await ctx.scheduler.runAfter(KEPT_MS, internal.files.deleteUnrecorded, file);
}

/** Deletes the stored file, unless a row of the workspace has it again. */
export async function deleteUnrecordedFile(
  ctx: MutationCtx,
  { workspaceId, storageId }: UnrecordedFile,
): Promise<void> {
  const counter = await ctx.db
    .query("counters")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .first();
  // The rows were moved to another workspace, where one of them may have the file.
  if (counter === null) return;
  for (const key of [workspaceId, trashKeyOf(workspaceId)])
    if ((await getFile(ctx, key, storageId)) !== null) return;
  await deleteStored(ctx, storageId);
}
