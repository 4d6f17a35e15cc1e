import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { rebuildStep, startRebuild } from "./model/operations/rebuild";

/** Run after a deployment (docs/hosted-operations.md). Does nothing where all derived rows are current. */
export const start = internalMutation({
  args: { cursor: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { cursor = null }) => {
    await startRebuild(ctx, cursor);
    return null;
  },
});

export const step = internalMutation({
  args: { workspaceId: v.string() },
  returns: v.null(),
  handler: async (ctx, { workspaceId }) => {
    await rebuildStep(ctx, workspaceId);
    return null;
  },
});
