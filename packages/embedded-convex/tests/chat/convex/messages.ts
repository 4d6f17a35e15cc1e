import { paginationOptsValidator } from "convex/server";
import { ConvexError, v } from "convex/values";
import {
  internalMutation,
  internalQuery,
  mutation,
  query,
} from "./_generated/server";

/** Newest first, each with the URL of its file. */
export const list = query({
  args: { channel: v.string(), paginationOpts: paginationOptsValidator },
  handler: async (ctx, { channel, paginationOpts }) => {
    const result = await ctx.db
      .query("messages")
      .withIndex("by_channel", (q) => q.eq("channel", channel))
      .order("desc")
      .paginate(paginationOpts);
    const page = result.page.map(async (message) => ({
      ...message,
      url: message.file ? await ctx.storage.getUrl(message.file) : null,
    }));
    return { ...result, page: await Promise.all(page) };
  },
});

export const search = query({
  args: { channel: v.string(), text: v.string() },
  handler: (ctx, { channel, text }) =>
    ctx.db
      .query("messages")
      .withSearchIndex("search_body", (q) =>
        q.search("body", text).eq("channel", channel),
      )
      .take(20),
});

export const send = mutation({
  args: {
    channel: v.string(),
    body: v.string(),
    file: v.optional(v.id("_storage")),
  },
  returns: v.id("messages"),
  handler: async (ctx, message) => {
    const identity = await ctx.auth.getUserIdentity();
    return ctx.db.insert("messages", {
      ...message,
      author: identity?.name ?? "Guest",
    });
  },
});

/** Deletes a message of the caller, and its file. */
export const remove = mutation({
  args: { id: v.id("messages") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    const identity = await ctx.auth.getUserIdentity();
    const message = await ctx.db.get(id);
    if (message === null) return null;
    if (message.author !== identity?.name) {
      throw new ConvexError("You can only delete your own messages.");
    }
    if (message.file) await ctx.storage.delete(message.file);
    await ctx.db.delete(id);
    return null;
  },
});

export const post = internalMutation({
  args: { channel: v.string(), author: v.string(), body: v.string() },
  returns: v.null(),
  handler: async (ctx, message) => {
    await ctx.db.insert("messages", message);
    return null;
  },
});

export const count = internalQuery({
  args: { channel: v.string() },
  returns: v.number(),
  handler: async (ctx, { channel }) => {
    const messages = await ctx.db
      .query("messages")
      .withIndex("by_channel", (q) => q.eq("channel", channel))
      .collect();
    return messages.length;
  },
});
