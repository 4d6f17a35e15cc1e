/**
 * A small app of one table whose functions run the steps they are given (see `specs.ts`). Runs on our server and on
 * convex-test.
 */
import {
  type DefaultFunctionArgs,
  type FunctionReference,
  type GenericActionCtx,
  type GenericDataModel,
  type GenericMutationCtx,
  type MutationBuilder,
  type PaginationOptions,
  type PaginationResult,
  type QueryBuilder,
  actionGeneric,
  defineSchema,
  defineTable,
  makeFunctionReference,
  mutationGeneric,
  paginationOptsValidator,
  queryGeneric,
} from "convex/server";
import { ConvexError, type Value, v } from "convex/values";
import { type Answer, type Id, type Thing, answerRead, idOf, pause, ranged } from "./asking";
import { INDEXES, type RangeRead, type Read, type Step } from "./specs";

const fields = {
  key: v.string(),
  w: v.optional(v.string()),
  a: v.optional(v.any()),
  b: v.optional(v.any()),
  o: v.optional(v.any()),
  text: v.optional(v.string()),
};

const things = Object.entries(INDEXES).reduce(
  (table, [name, of]) => table.index(name, of as ["key"]),
  defineTable(fields),
);

export const thingsSchema = defineSchema({
  things: things.searchIndex("search_text", {
    searchField: "text",
    filterFields: ["w"],
  }),
});

type MutationCtx = GenericMutationCtx<GenericDataModel>;

async function perform(ctx: MutationCtx, step: Step): Promise<Value> {
  const { db } = ctx;
  switch (step.do) {
    case "insert": {
      const id = await db.insert("things", step.fields);
      const stored = await db.get("things", id as Id);
      return [id, (stored as Thing)._creationTime];
    }
    case "patch": {
      const id = await idOf(db, step.key);
      const patch: Record<string, Value | undefined> = { ...step.fields };
      for (const name of step.without ?? []) patch[name] = undefined;
      if (id !== null) await db.patch("things", id, patch as never);
      return id;
    }
    case "replace": {
      const id = await idOf(db, step.key);
      if (id !== null) await db.replace("things", id, step.fields as never);
      return id;
    }
    case "delete": {
      const id = await idOf(db, step.key);
      if (id !== null) await db.delete("things", id);
      return id;
    }
    case "read":
      return await answerRead(db, step.read);
    case "readBefore":
      return (await readBefore(ctx, step.read)) as Value;
    case "pause":
      await pause(step.turns);
      return null;
    case "nest":
      return await nested(ctx, step.steps);
    case "throw":
      throw new ConvexError("thrown");
  }
}

async function readBefore(ctx: MutationCtx, read: Read): Promise<unknown> {
  const args = { reads: [read] };
  const options = { useStaleSnapshot: true } as never;
  const results: Value[] = await ctx.runQuery(thing.read, args, options);
  return results[0] ?? null;
}

async function nested(ctx: MutationCtx, steps: readonly Step[]): Promise<Value> {
  try {
    return await ctx.runMutation(thing.write, { steps: [...steps] });
  } catch (error) {
    return caught(error);
  }
}

function caught(error: unknown): Value {
  if (!(error instanceof ConvexError)) throw error;
  return { caught: error.data as Value };
}

/** The results of the steps; if one throws, of those before it. */
async function performAll(ctx: MutationCtx, steps: readonly Step[]): Promise<Value[]> {
  const results: Value[] = [];
  for (const step of steps) {
    try {
      results.push(await perform(ctx, step));
    } catch (error) {
      if (!(error instanceof ConvexError) || error.data !== "thrown") throw error;
      throw new ConvexError(results);
    }
  }
  return results;
}

const query = queryGeneric as QueryBuilder<GenericDataModel, "public">;
const mutation = mutationGeneric as MutationBuilder<GenericDataModel, "public">;

const steps = { steps: v.array(v.any()) };

/** Distinguishes identical subscriptions, which the server would otherwise share. */
const label = v.optional(v.number());

const read = query({
  args: { reads: v.array(v.any()), turns: v.optional(v.number()), label },
  handler: async (ctx, args) => {
    const results: Answer[] = [];
    for (const one of args.reads as Read[]) {
      results.push(await answerRead(ctx.db, one, args.turns));
      await pause(args.turns ?? 0);
    }
    return results;
  },
});

const page = query({
  args: {
    read: v.any(),
    paginationOpts: paginationOptsValidator,
    label,
    /** While a thing with this key exists, reading the page throws. */
    failsWith: v.optional(v.string()),
  },
  handler: async (ctx, args) => {
    const { failsWith, paginationOpts } = args;
    if (failsWith !== undefined && (await idOf(ctx.db, failsWith)) !== null) {
      throw new ConvexError("The page cannot be read.");
    }
    return await ranged(ctx.db, args.read as RangeRead).paginate(paginationOpts);
  },
});

const write = mutation({
  args: steps,
  handler: async (ctx, args) => await performAll(ctx, args.steps as Step[]),
});

/** Returns the commit timestamp too, for callers that do not receive it. */
const writeStamped = mutation({
  args: steps,
  handler: async (ctx, args) => {
    const { commitTs } = (ctx.db as unknown as { vars: { commitTs: Value } }).vars;
    const results = await performAll(ctx, args.steps as Step[]);
    return { commitTs, results };
  },
});

/** Several mutations in separate transactions. */
const act = actionGeneric({
  args: { writes: v.array(v.array(v.any())), turns: v.optional(v.number()) },
  handler: async (
    ctx: GenericActionCtx<GenericDataModel>,
    args: { writes: Step[][]; turns?: number },
  ): Promise<Value[]> => {
    const outcomes: Value[] = [];
    for (const one of args.writes) {
      try {
        const written = await ctx.runMutation(thing.writeStamped, {
          steps: one,
        });
        outcomes.push(written);
      } catch (error) {
        outcomes.push(caught(error));
      }
      await pause(args.turns ?? 0);
    }
    return outcomes;
  },
});

export const thingsModules = {
  schema: { default: thingsSchema },
  things: { read, page, write, writeStamped, act },
};

interface StepsArgs extends DefaultFunctionArgs {
  steps: readonly Step[];
}

export const thing = {
  read: makeFunctionReference<"query", { reads: readonly Read[]; turns?: number }, Value[]>(
    "things:read",
  ),
  page: makeFunctionReference<
    "query",
    { read: RangeRead; paginationOpts: PaginationOptions },
    PaginationResult<Thing>
  >("things:page"),
  write: makeFunctionReference<"mutation", StepsArgs, Value[]>("things:write"),
  writeStamped: makeFunctionReference<
    "mutation",
    StepsArgs,
    { commitTs: bigint; results: Value[] }
  >("things:writeStamped"),
  act: makeFunctionReference<
    "action",
    { writes: readonly (readonly Step[])[]; turns?: number },
    Value[]
  >("things:act"),
} satisfies Record<string, FunctionReference<"query" | "mutation" | "action">>;
