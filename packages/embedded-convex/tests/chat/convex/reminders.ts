import { v, type GenericId } from "convex/values";
import { internal } from "./_generated/api";
import { mutation } from "./_generated/server";

/** Posts a message later. */
export const schedule = mutation({
  args: { channel: v.string(), body: v.string(), afterMs: v.number() },
  returns: v.id("_scheduled_functions"),
  handler: (ctx, { channel, body, afterMs }): Promise<GenericId<"_scheduled_functions">> =>
    ctx.scheduler.runAfter(afterMs, internal.messages.post, {
      channel,
      body,
      author: "Reminder",
    }),
});

export const cancel = mutation({
  args: { id: v.id("_scheduled_functions") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    await ctx.scheduler.cancel(id);
    return null;
  },
});
