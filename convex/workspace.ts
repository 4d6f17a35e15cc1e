import { v } from "convex/values";
import { internalAction, internalMutation, internalQuery } from "./_generated/server";
import { workspaceQuery } from "./functions";
import { isRebuilt } from "./model/derivedVersion";
import { formerIds, moveWorkspace } from "./model/workspaces/moves";
import {
  listWorkspaces,
  readSize,
  sizeArgs,
  sizePart,
  workspaceList,
  type WorkspaceList,
} from "./model/workspaces/sizes";
import {
  closeWorkspace,
  dataEpoch,
  eraseWorkspace,
  openWorkspace,
} from "./model/workspaces/closings";

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

/** False until search finds the rows that an earlier version stored. */
export const isSearchReady = workspaceQuery({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await isRebuilt(ctx, ctx.workspaceId),
});

/**
 * The ids that the workspace had before its rows were moved. Its present id tells which sign-in the result is for: a
 * client keeps a result for a moment after another sign-in.
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

/**
 * Refuses every change of an office and, if it is suspended, every read, for the operator. Called again, it suspends a
 * closed office or ends its suspension.
 */
export const close = internalMutation({
  args: { workspaceId: v.string(), isSuspended: v.optional(v.boolean()) },
  returns: v.string(),
  handler: async (ctx, { workspaceId, isSuspended = false }): Promise<string> =>
    await closeWorkspace(ctx, workspaceId, isSuspended),
});

/** Opens a closed office, for the operator. `isRestored` if its rows were restored from another time. */
export const open = internalMutation({
  args: { workspaceId: v.string(), isRestored: v.optional(v.boolean()) },
  returns: v.string(),
  handler: async (ctx, { workspaceId, isRestored = false }): Promise<string> =>
    await openWorkspace(ctx, workspaceId, isRestored),
});

/** Deletes all rows and stored files of a closed office for good, for the operator. */
export const erase = internalMutation({
  args: { workspaceId: v.string() },
  returns: v.string(),
  handler: async (ctx, { workspaceId }): Promise<string> => await eraseWorkspace(ctx, workspaceId),
});

/** What each office stores and when it was last changed, a page at a time, for the operator. */
export const list = internalAction({
  args: { after: v.optional(v.string()) },
  returns: workspaceList,
  handler: async (ctx, { after = "" }): Promise<WorkspaceList> => await listWorkspaces(ctx, after),
});

/** The next rows of `list`. */
export const size = internalQuery({
  args: sizeArgs,
  returns: v.nullable(sizePart),
  handler: async (ctx, of) => await readSize(ctx, of),
});
