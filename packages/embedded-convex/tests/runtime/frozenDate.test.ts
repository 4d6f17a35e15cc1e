import { actionGeneric, makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { afterEach, expect, test } from "vitest";
import { type TestEngine, caller, testEngine } from "./fixtures/testEngine";

const RealDate = Date;

/** Until the time of the computer has moved on. */
async function wait(): Promise<void> {
  const start = performance.now();
  while (performance.now() < start + 5) await Promise.resolve();
}

const nestedRef = makeFunctionReference<"query", Record<string, never>, number>("clock:now");

async function times(): Promise<boolean> {
  const started = [Date.now(), new Date().getTime(), Date.parse(Date())];
  await wait();
  const ended = [Date.now(), new Date().getTime(), Date.parse(Date())];
  return started.join() === ended.join() && started[0] === started[1];
}

const clock = {
  now: queryGeneric({ handler: () => Date.now() }),
  query: queryGeneric({ handler: times }),
  mutation: mutationGeneric({ handler: times }),
  nested: mutationGeneric({
    handler: async (ctx) => {
      const own = Date.now();
      await wait();
      return (await ctx.runQuery(nestedRef)) === own;
    },
  }),
  action: actionGeneric({
    handler: async (ctx) => {
      const started = Date.now();
      await wait();
      const inQuery = await ctx.runQuery(nestedRef);
      return started < Date.now() && started < inQuery;
    },
  }),
  isDate: queryGeneric({
    handler: () => {
      const date = new Date(2026, 0, 1);
      class Day extends Date {}
      return [
        date instanceof Date,
        date.constructor === Date,
        new Day() instanceof Day,
        new Day(5).getTime() === 5,
        Date.UTC(2026, 0) === Date.parse("2026-01-01"),
        new Date(date).getTime() === date.getTime(),
        Date.name === "Date",
        Date.length === 7,
      ];
    },
  }),
};

let app: TestEngine;

afterEach(() => app.engine.close());

test("the clock stands still in a query and in a mutation, and in the queries that it runs", async () => {
  app = testEngine({ modules: { clock } });
  const before = Date.now();
  const now = Number(await app.query("clock:now"));
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
  expect(await app.query("clock:query")).toBe(true);
  expect(await app.mutation("clock:mutation")).toBe(true);
  expect(await app.mutation("clock:nested")).toBe(true);
});

test("the clock goes on in an action, beside a query and outside of functions", async () => {
  app = testEngine({ modules: { clock } });
  const query = app.query("clock:query");
  const started = Date.now();
  const udfPath = "clock:action";
  const outcome = await app.engine.runAction({ udfPath, args: {}, caller });
  expect(outcome).toMatchObject({ ok: true, value: true });
  expect(Date.now()).toBeGreaterThan(started);
  expect(await query).toBe(true);
});

test("keeps everything else of Date", async () => {
  app = testEngine({ modules: { clock } });
  expect(await app.query("clock:isDate")).not.toContain(false);
  expect(new RealDate(0)).toBeInstanceOf(Date);
  expect(new Date(0)).toBeInstanceOf(RealDate);
});
