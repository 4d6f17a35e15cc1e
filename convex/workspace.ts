import { v } from "convex/values";
import { workspaceQuery } from "./functions";
import { isRebuilt } from "./model/derivedVersion";

/** The part of Node's `process` that Convex provides. */
declare const process: {
  readonly env: Readonly<Record<string, string | undefined>>;
};

/**
 * Names the state of the data that a device has seen. It changes when a backup
 * is restored or data is imported, so that a device can ask before it sends
 * changes from before. Empty where DATA_EPOCH is not set (docs/hosted-operations.md).
 */
export const epoch = workspaceQuery({
  args: {},
  returns: v.string(),
  handler: () => process.env.DATA_EPOCH ?? "",
});

/** False until the rows that an earlier version stored can be found. */
export const isSearchReady = workspaceQuery({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await isRebuilt(ctx, ctx.workspaceId),
});
