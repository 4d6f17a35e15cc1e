import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { resume } from "./model/operations/resume";

/**
 * The former path of `operations.resume`. Convex stores scheduled calls by path
 * and arguments, so a deletion that an upgrade interrupts is resumed from here.
 * Remove once no database from before the rename has to be upgraded.
 */
export const carryOn = internalMutation({
  args: { taskId: v.id("tasks"), movedAt: v.number() },
  returns: v.null(),
  handler: async (ctx, { taskId, movedAt }) => {
    await resume(ctx, { operationId: taskId, movedAt });
    return null;
  },
});
