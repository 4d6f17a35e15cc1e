import { actionGeneric, httpActionGeneric, httpRouter, makeFunctionReference } from "convex/server";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { Committer } from "../../src/store/committer";
import { type TestEngine, caller, testEngine } from "./fixtures/testEngine";

let app: TestEngine;

beforeEach(() => {
  app = testEngine();
});

afterEach(() => app.engine.close());

describe("actions", () => {
  test("runs public and internal functions, each in a separate transaction", async () => {
    const outcome = await app.engine.runAction({
      udfPath: "actions:countTwice",
      args: { name: "a" },
      caller,
    });
    expect(outcome).toMatchObject({ ok: true, value: 2 });
  });

  test("runs the mutations of an action and of the server as background work, and those of clients not", async () => {
    const submit = vi.spyOn(Committer.prototype, "submit");
    onTestFinished(() => submit.mockRestore());
    const background = async (call: () => Promise<unknown>) => {
      submit.mockClear();
      await call();
      const submitted = submit.mock.calls.map(([work]) => work.isBackground);
      // The deletion of expired records, which follows the start, has none.
      return submitted.filter((is) => is !== undefined);
    };
    const args = { name: "a" };
    const udfPath = "actions:countTwice";
    const { engine } = app;
    expect(await background(() => engine.runAction({ udfPath, args, caller }))).toEqual([
      true,
      true,
    ]);
    const increment = "counters:increment";
    expect(await background(() => engine.runInternalMutation(increment, args))).toEqual([true]);
    expect(await background(() => app.mutation(increment, args))).toEqual([false]);
  });

  test("sees a consistent database in each query that it runs", async () => {
    await app.mutation("counters:increment", { name: "a" });
    const run = app.engine.runAction({
      udfPath: "actions:readSlowly",
      args: { name: "a" },
      caller,
    });
    const writes = (async () => {
      for (let i = 0; i < 20; i++) await app.mutation("counters:increment", { name: "a" });
    })();
    const outcome = await run;
    await writes;
    if (!outcome.ok) throw new Error(outcome.message);
    const [first, second] = outcome.value as number[];
    expect(second).toBe(first);
  });

  test("passes on the data of a ConvexError that a mutation threw", async () => {
    const outcome = await app.engine.runAction({
      udfPath: "actions:fails",
      args: {},
      caller,
    });
    expect(outcome).toMatchObject({
      ok: false,
      data: { code: "REFUSED", name: "x" },
    });
    expect(await app.query("counters:read", { name: "x" })).toBe(0);
  });

  test("an action that is internal, or another kind of function, is not found", async () => {
    for (const udfPath of ["scheduled:act", "counters:read", "nope:nope"]) {
      const outcome = await app.engine.runAction({
        udfPath,
        args: { name: "a" },
        caller,
      });
      expect(outcome.ok).toBe(false);
    }
  });

  test("stores and reads files", async () => {
    const outcome = await app.engine.runAction({
      udfPath: "files:store",
      args: { text: "hello" },
      caller,
    });
    if (!outcome.ok) throw new Error(outcome.message);
    const { id, text } = outcome.value as { id: string; text: string };
    expect(text).toBe("hello");
    expect(await app.query("files:metadata", { id })).toMatchObject({
      contentType: "text/plain",
      size: 5,
      sha256: "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=",
    });
    expect(app.blobs.stored.size).toBe(1);
  });
});

describe("actions that never return", () => {
  const never = () => new Promise<never>(() => undefined);
  const http = httpRouter();
  http.route({
    path: "/never",
    method: "GET",
    handler: httpActionGeneric(never),
  });
  const modules = {
    http: { default: http },
    actions: {
      never: actionGeneric({ handler: never }),
      callsIt: actionGeneric({
        handler: async (ctx) => {
          const ref = makeFunctionReference<"action">("actions:never");
          await ctx.runAction(ref);
        },
      }),
    },
  };

  test("ends at its time limit", async () => {
    const limited = testEngine({ modules, actionTimeLimitMs: 20 });
    const { engine, log } = limited;
    for (const udfPath of ["actions:never", "actions:callsIt"]) {
      const outcome = await engine.runAction({ udfPath, args: {}, caller });
      expect(outcome.ok).toBe(false);
    }
    const request = new Request(`${caller.origin}/never`);
    expect((await engine.runHttpAction(request, caller))?.status).toBe(500);
    await engine.close();
    expect(log.lines.map(({ fields }) => fields.error)).toEqual(
      Array(3).fill(
        expect.stringContaining("Function execution timed out (maximum duration: 0.02s)"),
      ),
    );
  });

  test("an action has a time limit of 10 minutes by default", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { engine } = testEngine({ modules });
    const udfPath = "actions:never";
    let isOver = false;
    const run = engine.runAction({ udfPath, args: {}, caller });
    void run.then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(10 * 60_000 - 1);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect((await run).ok).toBe(false);
    vi.useRealTimers();
    await engine.close();
  });
});

describe("HTTP actions", () => {
  const request = (path: string, init?: RequestInit) =>
    new Request(`http://localhost:3000${path}`, init);

  test("serves the routes of convex/http.ts", async () => {
    const response = await app.engine.runHttpAction(
      request("/echo", { method: "POST", body: "a" }),
      caller,
    );
    expect(response?.status).toBe(201);
    expect(await response?.text()).toBe("a 1");
  });

  test("an HTTP action is null if no route matches", async () => {
    expect(await app.engine.runHttpAction(request("/echo"), caller)).toBeNull();
    expect(
      await app.engine.runHttpAction(request("/other", { method: "POST" }), caller),
    ).toBeNull();
  });

  test("an HTTP action that throws responds 500 without details", async () => {
    const response = await app.engine.runHttpAction(request("/broken"), caller);
    expect(response?.status).toBe(500);
    expect(await response?.text()).not.toContain("hidden");
  });
});
