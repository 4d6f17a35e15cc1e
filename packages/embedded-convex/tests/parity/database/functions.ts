/** Functions for what `things` does not cover: every kind of validator, computing filters, the scheduler and files. */
import {
  type DataModelFromSchemaDefinition,
  type GenericDataModel,
  type MutationBuilder,
  type QueryBuilder,
  actionGeneric,
  defineSchema,
  defineTable,
  internalMutationGeneric,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import { ConvexError, type GenericId, type Value, v } from "convex/values";
import { thingsModules, thingsSchema } from "../../support/histories/app";

const schema = defineSchema({
  ...thingsSchema.tables,
  strict: defineTable(
    v.union(
      v.object({ kind: v.literal("count"), count: v.number() }),
      v.object({
        kind: v.literal("note"),
        note: v.optional(v.string()),
        thing: v.optional(v.id("things")),
        tags: v.optional(v.record(v.string(), v.array(v.int64()))),
      }),
    ),
  ).index("by_kind", ["kind"]),
});

type DataModel = DataModelFromSchemaDefinition<typeof schema>;
const query = queryGeneric as QueryBuilder<GenericDataModel, "public">;
const mutation = mutationGeneric as MutationBuilder<GenericDataModel, "public">;
const strictMutation = mutationGeneric as MutationBuilder<DataModel, "public">;

/** Every kind of validator. */
const KINDS = {
  string: v.string(),
  number: v.number(),
  int64: v.int64(),
  boolean: v.boolean(),
  bytes: v.bytes(),
  null: v.null(),
  any: v.any(),
  literal: v.literal("one"),
  numberLiteral: v.literal(1),
  array: v.array(v.number()),
  object: v.object({ x: v.number(), y: v.optional(v.string()) }),
  record: v.record(v.string(), v.number()),
  union: v.union(v.string(), v.null(), v.object({ x: v.number() })),
  id: v.id("things"),
};

export type Kind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as Kind[];

const given = Object.fromEntries(
  Object.entries(KINDS).map(([name, value]) => [
    name,
    query({ args: { value }, handler: () => "taken" }),
  ]),
);

const optional = query({
  args: { value: v.optional(v.number()) },
  handler: (_, args) => Object.keys(args).length,
});

const returned = Object.fromEntries(
  Object.entries(KINDS).map(([name, returns]) => [
    name,
    query({
      args: { value: v.any() },
      returns,
      handler: (_, { value }) => value as never,
    }),
  ]),
);

type Arithmetic = "add" | "sub" | "mul" | "div" | "mod";

const filters = {
  /** The keys of the things whose `a`, combined with a number, has this result. */
  computes: query({
    args: { op: v.string(), by: v.any(), result: v.any() },
    handler: async (ctx, { op, by, result }) => {
      const found = await ctx.db
        .query("things")
        .filter((q) =>
          q.eq(
            op === "neg"
              ? q.neg(q.field("a") as never)
              : q[op as Arithmetic](q.field("a") as never, by as never),
            result as never,
          ),
        )
        .collect();
      return found.map(({ key }) => key as string);
    },
  }),
};

const reads = {
  /** Without an index: in order of creation time. */
  table: query({
    args: { order: v.optional(v.string()), take: v.number() },
    handler: async (ctx, { order, take }) => {
      const all = ctx.db.query("things");
      const found = await (order === "desc" ? all.order("desc") : all).take(take);
      return found.map(({ key }) => key as string);
    },
  }),
  unique: query({
    args: { key: v.string() },
    handler: async (ctx, { key }) => {
      const found = await ctx.db
        .query("things")
        .withIndex("by_key", (q) => q.eq("key", key as never))
        .unique();
      return (found?.key as string | undefined) ?? null;
    },
  }),
  normalize: query({
    args: { id: v.string() },
    handler: (ctx, { id }) => ctx.db.normalizeId("things", id) !== null,
  }),
  noSuchIndex: query({
    args: {},
    handler: async (ctx) => (await ctx.db.query("things").withIndex("by_nothing").collect()).length,
  }),
  twoPages: query({
    args: {},
    handler: async (ctx) => {
      const page = () => ctx.db.query("things").paginate({ numItems: 1, cursor: null });
      return [(await page()).isDone, (await page()).isDone];
    },
  }),
};

const writes = {
  clear: mutation({
    args: {},
    handler: async (ctx) => {
      for (const table of ["things", "strict"]) {
        for (const { _id } of await ctx.db.query(table).collect()) {
          await ctx.db.delete(table, _id as never);
        }
      }
    },
  }),
  insertStrict: strictMutation({
    args: { fields: v.any() },
    handler: async (ctx, { fields }) => {
      await ctx.db.insert("strict", fields as never);
    },
  }),
  patchStrict: strictMutation({
    args: { fields: v.any() },
    handler: async (ctx, { fields }) => {
      const first = await ctx.db.query("strict").first();
      if (first) await ctx.db.patch("strict", first._id, fields as never);
    },
  }),
  countStrict: query({
    args: {},
    handler: async (ctx) => (await ctx.db.query("strict").collect()).length,
  }),
  /** Gets a document by any id. */
  byId: mutation({
    args: { op: v.string(), id: v.string(), fields: v.optional(v.any()) },
    handler: async (ctx, { op, id, fields }) => {
      const named = id as GenericId<"things">;
      if (op === "get") await ctx.db.get("things", named);
      if (op === "delete") await ctx.db.delete("things", named);
      if (op === "patch") {
        await ctx.db.patch("things", named, fields as never);
      }
      if (op === "replace") {
        await ctx.db.replace("things", named, fields as never);
      }
    },
  }),
  insertThings: mutation({
    args: { list: v.array(v.any()) },
    handler: async (ctx, { list }) => {
      for (const fields of list as { key: string }[]) await ctx.db.insert("things", fields);
    },
  }),
  cutThing: mutation({
    args: { text: v.string(), cut: v.number() },
    handler: async (ctx, { text, cut }) => {
      await ctx.db.insert("things", { key: text.slice(0, cut) });
    },
  }),
  cutText: query({
    args: { text: v.string(), cut: v.number() },
    handler: (_, { text, cut }) => text.slice(0, cut),
  }),
  /** The creation times of documents that one mutation inserts over some time, from that of the first. */
  creationTimes: mutation({
    args: {},
    handler: async (ctx) => {
      const times: number[] = [];
      for (const key of ["a", "b", "c"]) {
        const id = await ctx.db.insert("things", { key });
        const found = await ctx.db.get("things", id);
        times.push(found?._creationTime as number);
        const end = performance.now() + 5;
        while (performance.now() < end);
      }
      return times;
    },
  }),
  idOfStrict: strictMutation({
    args: {},
    handler: (ctx) => ctx.db.insert("strict", { kind: "note" }),
  }),
};

/** Typed here: no types of Node are in scope for functions that Convex runs. */
interface Globals {
  Buffer?: unknown;
  process: { env: Record<string, string | undefined> };
}

/** What a function sees of Node's globals, before and after it has waited. */
async function seenGlobals(wait: () => Promise<unknown>) {
  const seen = () => {
    const { Buffer, process } = globalThis as unknown as Globals;
    return {
      buffer: typeof Buffer,
      process: Object.keys(process),
      variables: Object.keys(process.env),
      siteUrl: typeof process.env.CONVEX_SITE_URL,
    };
  };
  const before = seen();
  await wait();
  const after = seen();
  const { env } = (globalThis as unknown as Globals).process;
  env.SET_BY_A_FUNCTION = "1";
  return [before, after, typeof env.SET_BY_A_FUNCTION];
}

const fetchAtLoad = fetch;

async function refusedFetches(): Promise<string[]> {
  const address = "http://127.0.0.1:1/";
  const sentenceOf = (error: unknown) => (error as Error).message;
  return [
    await fetch(address).then(() => "fetched", sentenceOf),
    await fetchAtLoad(address).then(() => "fetched", sentenceOf),
  ];
}

const environment = {
  inQuery: query({
    args: {},
    handler: (ctx) => seenGlobals(() => ctx.db.query("things").first()),
  }),
  inMutation: mutation({
    args: {},
    handler: (ctx) => seenGlobals(() => ctx.db.insert("things", { key: "seen" })),
  }),
  inAction: actionGeneric({
    args: {},
    handler: (ctx) => seenGlobals(() => ctx.auth.getUserIdentity()),
  }),
  fetchInQuery: query({ args: {}, handler: refusedFetches }),
  fetchInMutation: mutation({ args: {}, handler: refusedFetches }),
};

const noteRef = makeFunctionReference<"mutation", { key: string }>("scheduled:note");

const cancelsItselfRef = makeFunctionReference<"mutation">("scheduled:cancelsItself");

const scheduled = {
  note: internalMutationGeneric({
    args: { key: v.string() },
    handler: async (ctx, { key }) => {
      if (key === "broken") throw new Error("It is broken.");
      await ctx.db.insert("things", { key });
    },
  }),
  after: mutation({
    args: { ms: v.number(), key: v.string() },
    handler: (ctx, { ms, key }) => ctx.scheduler.runAfter(ms, noteRef, { key }),
  }),
  at: mutation({
    args: { ms: v.number(), key: v.string() },
    handler: (ctx, { ms, key }) => ctx.scheduler.runAt(Date.now() + ms, noteRef, { key }),
  }),
  cancelsItself: internalMutationGeneric({
    args: {},
    handler: async (ctx) => {
      const all = ctx.db.system.query("_scheduled_functions");
      const own = await all.order("desc").first();
      if (own) await ctx.scheduler.cancel(own._id);
      await ctx.db.insert("things", { key: "canceled" });
    },
  }),
  selfCancel: mutation({
    args: {},
    handler: (ctx) => ctx.scheduler.runAfter(0, cancelsItselfRef, {}),
  }),
  thenThrow: mutation({
    args: { key: v.string() },
    handler: async (ctx, { key }) => {
      const id = await ctx.scheduler.runAfter(0, noteRef, { key });
      throw new ConvexError(key === "id" ? id : "thrown");
    },
  }),
  cancel: mutation({
    args: { id: v.id("_scheduled_functions") },
    handler: (ctx, { id }) => ctx.scheduler.cancel(id),
  }),
  get: query({
    args: { id: v.id("_scheduled_functions") },
    handler: async (ctx, { id }) => {
      const found = await ctx.db.system.get("_scheduled_functions", id);
      if (found === null) return null;
      const { name, args, state, completedTime } = found;
      return {
        // Convex includes the module's file extension in the name, convex-test does not.
        name: name.replace(".js:", ":"),
        args,
        state: state.kind,
        completedTime: completedTime ?? null,
      };
    },
  }),
};

const files = {
  store: actionGeneric({
    args: { text: v.string(), type: v.optional(v.string()) },
    handler: async (ctx, { text, type }): Promise<string> =>
      await ctx.storage.store(new Blob([text], type === undefined ? {} : { type })),
  }),
  read: actionGeneric({
    args: { id: v.id("_storage") },
    handler: async (ctx, { id }): Promise<string | null> =>
      (await (await ctx.storage.get(id))?.text()) ?? null,
  }),
  url: query({
    args: { id: v.id("_storage") },
    handler: async (ctx, { id }) => (await ctx.storage.getUrl(id)) !== null,
  }),
  metadata: query({
    args: { id: v.id("_storage") },
    handler: async (ctx, { id }) => {
      const file = await ctx.db.system.get("_storage", id);
      if (file === null) return null;
      const { size, contentType, sha256 } = file;
      return { size, contentType: contentType ?? null, sha256 };
    },
  }),
  remove: mutation({
    args: { id: v.id("_storage") },
    handler: (ctx, { id }) => ctx.storage.delete(id),
  }),
};

const faults = {
  /** Arrays within each other, `depth` deep. */
  nested: query({
    args: { depth: v.number() },
    handler: (_, { depth }) => {
      let value: unknown = [];
      for (let i = 1; i < depth; i++) value = [value];
      return value as Value;
    },
  }),
  forgottenRead: query({
    args: {},
    handler: async (ctx) => {
      void ctx.db.get("not an id" as GenericId<"things">);
      return (await ctx.db.query("things").collect()).length;
    },
  }),
  forgottenWrite: mutation({
    args: {},
    handler: async (ctx) => {
      await ctx.db.insert("things", { key: "k" });
      void ctx.db.patch("nonsense" as GenericId<"things">, { key: "x" });
    },
  }),
  timeStandsStill: query({
    args: {},
    handler: () => {
      const started = Date.now();
      const end = performance.now() + 5;
      while (performance.now() < end);
      return Date.now() === started;
    },
  }),
  error: query({
    args: {},
    handler: () => {
      throw new Error("the password is hunter2");
    },
  }),
  convexError: mutation({
    args: { data: v.any() },
    handler: (_, { data }) => {
      throw new ConvexError(data as Value);
    },
  }),
};

export const databaseSchema = schema;

export const databaseModules = {
  ...thingsModules,
  schema: { default: schema },
  given,
  optional: { number: optional },
  returned,
  filters,
  reads,
  writes,
  scheduled,
  files,
  faults,
  environment,
};
