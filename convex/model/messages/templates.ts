import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { changedFields, isEmpty } from "../../../domain/changes/fields";
import type { Templates } from "./validators";

/** The texts of the workspace, without the fields that nobody has written. */
export async function templatesOf(ctx: QueryCtx, workspaceId: string): Promise<Templates> {
  const row = await templateRow(ctx, workspaceId);
  if (row === null) return {};
  const { _id, _creationTime, workspaceId: _workspaceId, ...texts } = row;
  return texts;
}

export async function writeTemplates(
  ctx: MutationCtx,
  workspaceId: string,
  given: Templates,
): Promise<void> {
  const row = await templateRow(ctx, workspaceId);
  const change = changedFields<Templates, Templates>(row ?? {}, given);
  if (isEmpty(change)) return;
  if (row === null) await ctx.db.insert("messageTemplates", { workspaceId, ...change });
  else await ctx.db.patch("messageTemplates", row._id, change);
}

/** A workspace has one row at most. */
export async function templateRow(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Doc<"messageTemplates"> | null> {
  return await ctx.db
    .query("messageTemplates")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .unique();
}
