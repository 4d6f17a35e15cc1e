/** A small application for the tests of the server, with every kind of function. */
import {
  actionGeneric,
  defineSchema,
  defineTable,
  httpActionGeneric,
  httpRouter,
  makeFunctionReference,
  mutationGeneric,
  paginationOptsValidator,
  queryGeneric,
  type DataModelFromSchemaDefinition,
  type MutationBuilder,
  type PaginationOptions,
  type PaginationResult,
  type QueryBuilder,
} from "convex/server";
import { ConvexError, v } from "convex/values";

interface Note {
  _id: string;
  _creationTime: number;
  room: string;
  text: string;
}

const schema = defineSchema({
  notes: defineTable({ room: v.string(), text: v.string() }).index("by_room", ["room"]),
  counters: defineTable({ name: v.string(), count: v.number() }).index("by_name", ["name"]),
});

type DataModel = DataModelFromSchemaDefinition<typeof schema>;
const query = queryGeneric as QueryBuilder<DataModel, "public">;
const mutation = mutationGeneric as MutationBuilder<DataModel, "public">;

const counter = { runs: 0, echoes: 0 };

/** How often `notes:list` has run, in this process. */
export const runsOfList = () => counter.runs;

/** How often `actions:echo` has started, in this process. */
export const runsOfEcho = () => counter.echoes;

const list = query({
  args: { room: v.string() },
  handler: async (ctx, { room }) => {
    counter.runs += 1;
    return await ctx.db
      .query("notes")
      .withIndex("by_room", (q) => q.eq("room", room))
      .collect();
  },
});

const page = query({
  args: { room: v.string(), paginationOpts: paginationOptsValidator },
  handler: async (ctx, { room, paginationOpts }) =>
    await ctx.db
      .query("notes")
      .withIndex("by_room", (q) => q.eq("room", room))
      .paginate(paginationOpts),
});

const add = mutation({
  args: { room: v.string(), text: v.string() },
  handler: async (ctx, { room, text }) => {
    if (text === "") throw new ConvexError({ code: "INVALID", field: "text" });
    return await ctx.db.insert("notes", { room, text });
  },
});

const remove = mutation({
  args: { id: v.id("notes") },
  handler: async (ctx, { id }) => {
    await ctx.db.delete("notes", id);
    return null;
  },
});

const increment = mutation({
  args: { name: v.string() },
  handler: async (ctx, { name }) => {
    const found = await ctx.db
      .query("counters")
      .withIndex("by_name", (q) => q.eq("name", name))
      .unique();
    const count = (found?.count ?? 0) + 1;
    if (found) await ctx.db.patch("counters", found._id, { count });
    else await ctx.db.insert("counters", { name, count });
    return count;
  },
});

const whoami = query({
  args: {},
  handler: async (ctx) => (await ctx.auth.getUserIdentity())?.email ?? null,
});

const broken = mutation({
  args: {},
  handler: () => {
    throw new Error("the password is hunter2");
  },
});

const echo = actionGeneric({
  args: { value: v.any(), waitMs: v.optional(v.number()) },
  handler: async (_, { value, waitMs }): Promise<unknown> => {
    counter.echoes += 1;
    await new Promise((resolve) => setTimeout(resolve, waitMs ?? 0));
    return value;
  },
});

const uploadUrl = mutation({
  args: {},
  handler: async (ctx) => await ctx.storage.generateUploadUrl(),
});

const fileUrl = query({
  args: { id: v.id("_storage") },
  handler: async (ctx, { id }) => await ctx.storage.getUrl(id),
});

const http = httpRouter();
http.route({
  path: "/hook",
  method: "POST",
  handler: httpActionGeneric(async (ctx, request) => {
    const identity = await ctx.auth.getUserIdentity();
    return Response.json(
      { said: await request.text(), by: identity?.email ?? null },
      { status: 201 },
    );
  }),
});

export const wireModules = {
  schema: { default: schema },
  http: { default: http },
  notes: { list, page, add, remove },
  counters: { increment },
  people: { whoami },
  faults: { broken },
  actions: { echo },
  files: { uploadUrl, fileUrl },
};

export const wire = {
  list: makeFunctionReference<"query", { room: string }, Note[]>("notes:list"),
  page: makeFunctionReference<
    "query",
    { room: string; paginationOpts: PaginationOptions },
    PaginationResult<Note>
  >("notes:page"),
  add: makeFunctionReference<"mutation", { room: string; text: string }, string>("notes:add"),
  remove: makeFunctionReference<"mutation", { id: string }, null>("notes:remove"),
  increment: makeFunctionReference<"mutation", { name: string }, number>("counters:increment"),
  whoami: makeFunctionReference<"query", Record<string, never>, string | null>("people:whoami"),
  broken: makeFunctionReference<"mutation", Record<string, never>, null>("faults:broken"),
  echo: makeFunctionReference<"action", { value: unknown; waitMs?: number }, unknown>(
    "actions:echo",
  ),
  uploadUrl: makeFunctionReference<"mutation", Record<string, never>, string>("files:uploadUrl"),
  fileUrl: makeFunctionReference<"query", { id: string }, string | null>("files:fileUrl"),
};
