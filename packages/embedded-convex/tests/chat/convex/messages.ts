import {
  paginationOptsValidator,
  type GenericMutationCtx,
  type GenericQueryCtx,
} from "convex/server";
import { ConvexError, v, type GenericId } from "convex/values";
import {
  internalMutation,
  internalQuery,
  mutation,
  query,
  type DataModel,
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

/** The newest messages, without pagination. */
export const latest = query({
  args: { channel: v.string(), count: v.number() },
  handler: async (ctx, { channel, count }) => {
    const messages = await ctx.db
      .query("messages")
      .withIndex("by_channel", (q) => q.eq("channel", channel))
      .order("desc")
      .take(Math.max(0, Math.min(Math.trunc(count) || 0, 100)));
    return Promise.all(
      messages.map(async (message) => ({
        ...message,
        url: message.file ? await ctx.storage.getUrl(message.file) : null,
      })),
    );
  },
});

export const search = query({
  args: { channel: v.string(), text: v.string() },
  handler: (ctx, { channel, text }) =>
    ctx.db
      .query("messages")
      .withSearchIndex("search_body", (q) => q.search("body", text).eq("channel", channel))
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
    await changeCount(ctx, message.channel, 1);
    return ctx.db.insert("messages", {
      ...message,
      author: identity?.name ?? "Guest",
    });
  },
});

/** Changes a message of the caller. */
export const edit = mutation({
  args: { id: v.id("messages"), body: v.string() },
  returns: v.null(),
  handler: async (ctx, { id, body }) => {
    if ((await ownMessage(ctx, id)) === null) return null;
    await ctx.db.patch(id, { body });
    return null;
  },
});

/** Deletes a message of the caller, and its file. */
export const remove = mutation({
  args: { id: v.id("messages") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    const message = await ownMessage(ctx, id);
    if (message === null) return null;
    if (message.file) await ctx.storage.delete(message.file);
    await ctx.db.delete(id);
    await changeCount(ctx, message.channel, -1);
    return null;
  },
});

export const post = internalMutation({
  args: { channel: v.string(), author: v.string(), body: v.string() },
  returns: v.null(),
  handler: async (ctx, message) => {
    await changeCount(ctx, message.channel, 1);
    await ctx.db.insert("messages", message);
    return null;
  },
});

export const count = internalQuery({
  args: { channel: v.string() },
  returns: v.number(),
  handler: async (ctx, { channel }) => (await channelNamed(ctx, channel))?.messages ?? 0,
});

async function ownMessage(ctx: GenericQueryCtx<DataModel>, id: GenericId<"messages">) {
  const identity = await ctx.auth.getUserIdentity();
  const message = await ctx.db.get(id);
  if (message !== null && message.author !== identity?.name) {
    throw new ConvexError("You can only change your own messages.");
  }
  return message;
}

function channelNamed(ctx: GenericQueryCtx<DataModel>, name: string) {
  return ctx.db
    .query("channels")
    .withIndex("by_name", (q) => q.eq("name", name))
    .unique();
}

async function changeCount(
  ctx: GenericMutationCtx<DataModel>,
  name: string,
  by: number,
): Promise<void> {
  const channel = await channelNamed(ctx, name);
  if (channel === null) {
    await ctx.db.insert("channels", { name, messages: by });
  } else {
    await ctx.db.patch(channel._id, { messages: channel.messages + by });
  }
}
