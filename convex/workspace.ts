import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { workspaceQuery } from "./functions";
import { isRebuilt } from "./model/derivedVersion";
import { formerIds, moveWorkspace } from "./model/workspaceMoves";
import {
  closeWorkspace,
  dataEpoch,
  openWorkspace,
  restoreWorkspace,
} from "./model/workspaceRestores";

/**
 * Names the state of the data that a device has seen. It changes when a backup
 * is restored or data is imported, so that a device can ask before it sends
 * changes from before (docs/hosted-operations.md).
 */
export const epoch = workspaceQuery({
  args: {},
  returns: v.string(),
  handler: async (ctx) => await dataEpoch(ctx, ctx.workspaceId),
});

/** False until the rows that an earlier version stored can be found. */
export const isSearchReady = workspaceQuery({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await isRebuilt(ctx, ctx.workspaceId),
});

/**
 * The ids that the workspace had before its rows were moved. Its own says which sign-in the answer is for: a client
 * keeps an answer for a moment after another sign-in.
 */
export const former = workspaceQuery({
  args: {},
  returns: v.object({ workspaceId: v.string(), ids: v.array(v.string()) }),
  handler: async (ctx) => ({
    workspaceId: ctx.workspaceId,
    ids: await formerIds(ctx, ctx.workspaceId),
  }),
});

/** Gives an office's rows to its new organization, for the operator (docs/hosted-operations.md). */
export const move = internalMutation({
  args: { from: v.string(), to: v.string() },
  returns: v.string(),
  handler: async (ctx, of): Promise<string> => await moveWorkspace(ctx, of),
});

/** Refuses every change of an office that is to be restored, for the operator (docs/hosted-operations.md). */
export const close = internalMutation({
  args: { workspaceId: v.string() },
  returns: v.string(),
  handler: async (ctx, { workspaceId }): Promise<string> =>
    await closeWorkspace(ctx, workspaceId),
});

/** Applies the imported steps of a closed office, for the operator. */
export const restore = internalMutation({
  args: { workspaceId: v.string(), steps: v.number() },
  returns: v.string(),
  handler: async (ctx, of): Promise<string> => await restoreWorkspace(ctx, of),
});

/** Ends the restoration of an office, or gives it up before its first step, for the operator. */
export const open = internalMutation({
  args: { workspaceId: v.string() },
  returns: v.string(),
  handler: async (ctx, { workspaceId }): Promise<string> =>
    await openWorkspace(ctx, workspaceId),
});
