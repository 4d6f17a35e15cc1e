import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  channels: defineTable({
    name: v.string(),
    /** The number of its messages. */
    messages: v.number(),
  }).index("by_name", ["name"]),
  messages: defineTable({
    channel: v.string(),
    author: v.string(),
    body: v.string(),
    file: v.optional(v.id("_storage")),
  })
    .index("by_channel", ["channel"])
    .searchIndex("search_body", {
      searchField: "body",
      filterFields: ["channel"],
    }),
});
