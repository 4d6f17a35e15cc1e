/** The backend of the example: notes, each with one text. A change with a known id is not applied again. */
import {
  defineSchema,
  defineTable,
  mutationGeneric,
  queryGeneric,
  type DataModelFromSchemaDefinition,
  type MutationBuilder,
  type QueryBuilder,
} from "convex/server";
import { ConvexError, v } from "convex/values";

const schema = defineSchema({
  notes: defineTable({ key: v.string(), text: v.string() }).index("by_key", ["key"]),
  changes: defineTable({ changeId: v.string() }).index("by_change", ["changeId"]),
});

type DataModel = DataModelFromSchemaDefinition<typeof schema>;

const mutation: MutationBuilder<DataModel, "public"> = mutationGeneric;
const query: QueryBuilder<DataModel, "public"> = queryGeneric;

const MAX_LENGTH = 20;

const write = mutation({
  args: {
    changeId: v.string(),
    key: v.string(),
    text: v.string(),
    base: v.optional(v.any()),
  },
  handler: async ({ db }, { changeId, key, text }) => {
    const known = await db
      .query("changes")
      .withIndex("by_change", (range) => range.eq("changeId", changeId))
      .first();
    if (known !== null) return;
    if (text.length > MAX_LENGTH) throw new ConvexError("A note is short.");
    await db.insert("changes", { changeId });
    const note = await db
      .query("notes")
      .withIndex("by_key", (range) => range.eq("key", key))
      .first();
    if (note === null) await db.insert("notes", { key, text });
    else await db.patch(note._id, { text });
  },
});

const list = query({
  args: {},
  handler: async ({ db }) => await db.query("notes").collect(),
});

/** How many changes were applied. */
const applied = query({
  args: {},
  handler: async ({ db }) => (await db.query("changes").collect()).length,
});

export const modules = {
  schema: { default: schema },
  notes: { add: write, edit: write, list, applied },
};
