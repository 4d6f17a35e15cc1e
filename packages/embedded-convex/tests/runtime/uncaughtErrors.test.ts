import { readFile } from "node:fs";
import { nextTick } from "node:process";
import {
  actionGeneric,
  defineSchema,
  defineTable,
  httpActionGeneric,
  httpRouter,
  internalActionGeneric,
  internalMutationGeneric,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
  type GenericMutationCtx,
  type GenericDataModel,
} from "convex/server";
import { v } from "convex/values";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../support/eventually";
import { type TestEngine, caller, testEngine } from "./fixtures/testEngine";

type WriteCtx = GenericMutationCtx<GenericDataModel>;

const never = () => new Promise<never>(() => undefined);
const reject = (text: string) => void Promise.reject(new Error(text));
const fail = (text: string) => () => {
  throw new Error(text);
};

/** Each fails outside of the function's own promise. */
const STRAYS: Record<string, () => void> = {
  rejection: () => reject("stray"),
  later: () =>
    void (async () => {
      await Promise.resolve();
      throw new Error("stray");
    })(),
  microtask: () => queueMicrotask(fail("stray")),
  nextTick: () => nextTick(fail("stray")),
  immediate: () => void setImmediate(fail("stray")),
  file: () => readFile("/nowhere", fail("stray")),
};

const TIMERS: Record<string, () => void> = {
  timeout: () => void setTimeout(fail("stray"), 1),
  interval: () => {
    const timer = setInterval(() => {
      clearInterval(timer);
      throw new Error("stray");
    }, 1);
  },
  fetch: () => void fetch("http://127.0.0.1:1/"),
};

const ACTION_STRAYS = { ...STRAYS, ...TIMERS };

async function writeBadly(ctx: WriteCtx) {
  await ctx.db.insert("notes", { text: "written" });
  void ctx.db.patch("nonsense" as never, { text: "x" });
  return "done";
}

const strays = {
  notes: queryGeneric({
    handler: async (ctx) => (await ctx.db.query("notes").collect()).length,
  }),
  forgottenRead: queryGeneric({
    handler: async (ctx) => {
      void ctx.db.get("not an id" as never);
      await ctx.db.query("notes").collect();
      await never();
    },
  }),
  forgottenReadThenError: queryGeneric({
    // In one turn: Node reports the forgotten read at its end.
    handler: (ctx) => {
      void ctx.db.get("not an id" as never);
      throw new Error("own");
    },
  }),
  query: queryGeneric({
    args: { stray: v.string() },
    handler: (_, { stray }) => (STRAYS[stray]?.(), "done"),
  }),
  badWrite: mutationGeneric({ handler: writeBadly }),
  mutation: mutationGeneric({
    args: { stray: v.string() },
    handler: async (ctx, { stray }) => {
      await ctx.db.insert("notes", { text: "written" });
      STRAYS[stray]?.();
      await never();
    },
  }),
  unawaited: mutationGeneric({
    handler: (ctx) => {
      void (async () => {
        const found = await ctx.db.query("notes").collect();
        await ctx.db.insert("notes", { text: `after ${found.length}` });
      })();
      return "done";
    },
  }),
  catchesNested: mutationGeneric({
    handler: async (ctx) => {
      const nested = makeFunctionReference<"mutation">("strays:badWrite");
      try {
        await ctx.runMutation(nested);
        return "not reached";
      } catch (error) {
        return (error as Error).message;
      }
    },
  }),
  action: actionGeneric({
    args: { stray: v.string() },
    handler: async (_, { stray }) => {
      ACTION_STRAYS[stray]?.();
      await never();
    },
  }),
  returnsThenFails: actionGeneric({
    handler: () => (setTimeout(fail("stray"), 20), "done"),
  }),
  returnsThenWrites: actionGeneric({
    handler: (ctx) => {
      const write = makeFunctionReference<"mutation">("strays:unawaited");
      setTimeout(() => void ctx.runMutation(write), 20);
      return "done";
    },
  }),
  catchesNestedAction: actionGeneric({
    handler: async (ctx) => {
      const nested = makeFunctionReference<"action", { stray: string }, string>("strays:action");
      const call = ctx.runAction(nested, { stray: "timeout" });
      return await call.catch((error: Error) => error.message);
    },
  }),
  laterWrite: internalMutationGeneric({ handler: writeBadly }),
  laterAct: internalActionGeneric({
    handler: async () => {
      TIMERS.timeout?.();
      await never();
    },
  }),
  schedule: mutationGeneric({
    args: { name: v.string() },
    handler: (ctx, { name }) => ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">(name)),
  }),
  stateOf: queryGeneric({
    args: { id: v.id("_scheduled_functions") },
    handler: async (ctx, { id }) =>
      (await ctx.db.system.get("_scheduled_functions", id))?.state ?? null,
  }),
};

const http = httpRouter();
http.route({
  pathPrefix: "/stray/",
  method: "GET",
  handler: httpActionGeneric(async (_, request) => {
    ACTION_STRAYS[new URL(request.url).pathname.slice("/stray/".length)]?.();
    return await never();
  }),
});

const schema = defineSchema({ notes: defineTable({ text: v.string() }) });
const modules = {
  schema: { default: schema },
  http: { default: http },
  strays,
};

let app: TestEngine;

beforeEach(() => {
  app = testEngine({ modules });
});

afterEach(async () => {
  await app.engine.close();
});

/** The text of each logged error. */
function logged(): string[] {
  return app.log.lines.map(
    ({ message, fields }) => `${message}: ${String(fields.error).split("\n")[0] ?? ""}`,
  );
}

const FAILED = "function failed: Error: stray";

test.each(["forgottenRead", "badWrite"])(
  "ends a call with the error of a syscall that it does not await: %s",
  async (name) => {
    const run = name === "badWrite" ? app.mutation : app.query;
    await expect(run(`strays:${name}`)).rejects.toThrow("Server Error");
    expect(logged()).toEqual([expect.stringMatching(/^function failed: .*Unable to decode ID/)]);
    expect(await app.query("strays:notes")).toBe(0);
  },
);

test("ends a call with its own error if that comes first, and logs the other one", async () => {
  const call = app.query("strays:forgottenReadThenError");
  await expect(call).rejects.toThrow("Server Error");
  await eventually(() => logged().length === 2 || null);
  expect(logged()).toEqual([
    "function failed: Error: own",
    expect.stringMatching(/^a function failed after its end: /),
  ]);
});

test.each(["rejection", "later", "microtask", "nextTick"])(
  "ends a query with an error that it does not catch: %s",
  async (stray) => {
    await expect(app.query("strays:query", { stray })).rejects.toThrow("Server Error");
    expect(logged()).toEqual([FAILED]);
  },
);

test.each(Object.keys(STRAYS))(
  "ends a mutation with an error that it does not catch, and rolls it back: %s",
  async (stray) => {
    await expect(app.mutation("strays:mutation", { stray })).rejects.toThrow("Server Error");
    expect(logged()).toEqual([FAILED]);
    expect(await app.query("strays:notes")).toBe(0);
  },
);

test.each(Object.keys(ACTION_STRAYS))(
  "ends an action and an HTTP action with an error that they do not catch: %s",
  async (stray) => {
    const udfPath = "strays:action";
    const args = { stray };
    const outcome = await app.engine.runAction({ udfPath, args, caller });
    expect(outcome.ok).toBe(false);
    const request = new Request(`${caller.origin}/stray/${stray}`);
    const response = await app.engine.runHttpAction(request, caller);
    expect(response?.status).toBe(500);
    expect(logged()).toHaveLength(2);
    expect(new Set(logged()).size).toBe(1);
  },
);

test("ends only the call that failed", async () => {
  const args = (stray: string) => ({
    udfPath: "strays:action",
    args: { stray },
    caller,
  });
  let isOtherOver = false;
  void app.engine.runAction(args("none")).then(() => (isOtherOver = true));
  const outcomes = await Promise.all(
    Object.keys(ACTION_STRAYS).map((stray) => app.engine.runAction(args(stray))),
  );
  expect(outcomes.map(({ ok }) => ok)).not.toContain(true);
  expect(isOtherOver).toBe(false);
});

test("fails a nested call, which its caller can catch", async () => {
  expect(await app.mutation("strays:catchesNested")).toContain("Unable to decode ID");
  expect(await app.query("strays:notes")).toBe(0);
  const udfPath = "strays:catchesNestedAction";
  expect(await app.engine.runAction({ udfPath, args: {}, caller })).toMatchObject({
    ok: true,
    value: "stray",
  });
});

test.each(["strays:laterWrite", "strays:laterAct"])(
  "ends a scheduled function as failed: %s",
  async (name) => {
    const id = await app.mutation("strays:schedule", { name });
    const state = await eventually(async () => {
      const found = await app.query("strays:stateOf", { id });
      return (found as { kind: string }).kind === "failed" ? found : null;
    });
    expect(state).toMatchObject({
      error: expect.stringMatching(/stray|Unable to decode ID/) as string,
    });
    expect(await app.query("strays:notes")).toBe(0);
  },
);

test("runs the syscalls that a mutation does not await, in its transaction", async () => {
  expect(await app.mutation("strays:unawaited")).toBe("done");
  expect(await app.query("strays:notes")).toBe(1);
});

test("logs an error after the end of a function, and refuses its syscalls", async () => {
  for (const name of ["returnsThenFails", "returnsThenWrites"]) {
    const udfPath = `strays:${name}`;
    expect(await app.engine.runAction({ udfPath, args: {}, caller })).toMatchObject({
      ok: true,
      value: "done",
    });
  }
  await eventually(() => logged().length === 2 || null);
  expect(logged().sort()).toEqual([
    "a function failed after its end: Error: This function has ended.",
    "a function failed after its end: Error: stray",
  ]);
  expect(await app.query("strays:notes")).toBe(0);
});

test("leaves an error that belongs to no function to the host", async () => {
  await app.query("strays:notes");
  // Vitest's listener would report the error as one of this test.
  const [ofRuntime, ...ofVitest] = process.listeners("unhandledRejection");
  for (const listener of ofVitest) process.off("unhandledRejection", listener);
  const received: unknown[] = [];
  const record = (error: unknown) =>
    received.push(error, process.listenerCount("unhandledRejection"));
  process.on("unhandledRejection", record);
  reject("of the host");
  await eventually(() => received[0] ?? null);
  process.off("unhandledRejection", record);
  for (const listener of ofVitest) process.on("unhandledRejection", listener);
  expect(received).toEqual([new Error("of the host"), 1]);
  expect(process.listeners("unhandledRejection")[0]).toBe(ofRuntime);
  expect(logged()).toEqual([]);
});
