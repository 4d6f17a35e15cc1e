import { v } from "convex/values";
import { internal } from "./_generated/api";
import { action } from "./_generated/server";

/** Posts the number of messages of a channel to it. */
export const postCount = action({
  args: { channel: v.string() },
  returns: v.number(),
  handler: async (ctx, { channel }): Promise<number> => {
    const count = await ctx.runQuery(internal.messages.count, { channel });
    await ctx.runMutation(internal.messages.post, {
      channel,
      author: "Bot",
      body: `Messages so far: ${count}`,
    });
    return count;
  },
});
