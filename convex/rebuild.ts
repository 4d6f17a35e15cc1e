import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import {
  readRebuildStatus,
  rebuildBatch,
  rebuildStep,
  startRebuild,
} from "./model/operations/rebuild";
import { rebuildStatus } from "./model/operations/validators";

/** For our own server, which copies the data before another version is written (server/backup/dataVersions.ts). */
export { DERIVED_VERSION } from "../domain/names/search";

/**
 * Starts the rebuild of all workspaces at once, instead of with the first change of each (docs/hosted-operations.md).
 * Does nothing where all derived rows are current.
 */
export const start = internalMutation({
  args: { cursor: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { cursor = null }) => {
    await startRebuild(ctx, cursor);
    return null;
  },
});

export const step = internalMutation({
  // Calls that an earlier version scheduled name a workspace.
  args: { workspaceId: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx) => {
    await rebuildStep(ctx);
    return null;
  },
});

export const batch = internalMutation({
  args: { workspaceId: v.string() },
  returns: v.null(),
  handler: async (ctx, { workspaceId }) => {
    await rebuildBatch(ctx, workspaceId);
    return null;
  },
});

/** For the operator: how far the rebuild of all workspaces is. */
export const status = internalQuery({
  args: {},
  returns: rebuildStatus,
  handler: async (ctx) => await readRebuildStatus(ctx),
});
