import { queryGeneric, type UserIdentity } from "convex/server";
import type { JSONValue } from "convex/values";
import { afterEach, describe, expect, test } from "vitest";
import { touches } from "../../src/runtime/readSet";
import { fixtureModules } from "./fixtures/modules";
import { type TestEngine, caller, testEngine, valueOf } from "./fixtures/testEngine";

let app: TestEngine;

afterEach(() => app.engine.close());

function runQuery(udfPath: string, args: JSONValue, journal: string | null = null) {
  return app.engine.runQuery({ udfPath, args, caller, journal });
}

async function withItems(count: number): Promise<void> {
  app = testEngine();
  await app.mutation("items:addMany", { owner: "a", count });
}

function pageArgs(cursor: string | null, numItems = 3): JSONValue {
  return { owner: "a", paginationOpts: { numItems, cursor } };
}

interface PageValue {
  page: { rank: number }[];
  isDone: boolean;
  continueCursor: string;
}

describe("queries", () => {
  test("returns its read set and its commit", async () => {
    await withItems(3);
    const { latestTs } = app.engine;
    const run = await runQuery("items:ofOwner", { owner: "a" });
    expect(run.ts).toBe(latestTs);
    let touched = 0;
    app.engine.onCommit(({ writes }) => (touched += Number(touches(run.reads, writes))));
    await app.mutation("items:add", { owner: "b", name: "x", rank: 1 });
    expect(touched).toBe(0);
    await app.mutation("items:add", { owner: "a", name: "x", rank: 1 });
    expect(touched).toBe(1);
  });

  test("a query that takes many turns runs once, on its snapshot, while mutations go on", async () => {
    let runs = 0;
    const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
    const slow = {
      countTwice: queryGeneric({
        handler: async (ctx) => {
          runs += 1;
          const names: number[] = [];
          for (let turn = 0; turn < 20; turn += 1) {
            names.push((await ctx.db.query("items").collect()).length);
            await nextTurn();
          }
          return names;
        },
      }),
    };
    app = testEngine({ modules: { ...fixtureModules, slow } });
    await app.mutation("items:addMany", { owner: "a", count: 3 });
    const { latestTs } = app.engine;
    const order: string[] = [];
    const counting = runQuery("slow:countTwice", {}).finally(() => order.push("query"));
    for (let rank = 0; rank < 6; rank += 1) {
      await app.mutation("items:add", { owner: "a", name: "x", rank });
      order.push("mutation");
    }
    const run = await counting;
    expect(valueOf(run.outcome)).toEqual(Array(20).fill(3));
    expect(run.ts).toBe(latestTs);
    expect(runs).toBe(1);
    expect(order.slice(0, 3)).toEqual(["mutation", "mutation", "mutation"]);
  });

  test("a query that fails returns its read set, so that it reruns when that changes", async () => {
    await withItems(0);
    const run = await runQuery("items:get", { id: "nothing" });
    expect(run.outcome.ok).toBe(false);
    const failing = await runQuery("errors:convex", {});
    expect(failing.outcome).toMatchObject({
      ok: false,
      data: { code: "NOT_FOUND", at: { $integer: "AQAAAAAAAAA=" } },
    });
    expect(failing.reads.documents.size).toBe(0);
  });

  test("accepts its arguments as an object or as an array of one object", async () => {
    await withItems(2);
    expect(valueOf((await runQuery("items:ofOwner", [{ owner: "a" }])).outcome)).toHaveLength(2);
    expect((await runQuery("items:ofOwner", [{ owner: "a" }, 1])).outcome.ok).toBe(false);
    expect((await runQuery("items:ofOwner", "a")).outcome.ok).toBe(false);
    expect(valueOf((await runQuery("auth:whoAmI", [])).outcome)).toBeNull();
  });

  test("reads ranges, orders, filters and searches", async () => {
    await withItems(6);
    const ranks = (value: JSONValue) => (value as { rank: number }[]).map(({ rank }) => rank);
    expect(ranks(await app.query("items:ofOwner", { owner: "a", order: "desc" }))).toEqual([
      5, 4, 3, 2, 1, 0,
    ]);
    expect(ranks(await app.query("items:between", { owner: "a", from: 2, until: 4 }))).toEqual([
      2, 3,
    ]);
    expect(ranks(await app.query("items:firstOf", { owner: "a", count: 2 }))).toEqual([0, 1]);
    expect(ranks(await app.query("items:filtered", { least: 5 }))).toEqual([4, 5]);
    await app.mutation("items:add", {
      owner: "a",
      name: "Élan vital",
      rank: 9,
    });
    await app.mutation("items:add", { owner: "b", name: "Élan", rank: 9 });
    expect(await app.query("items:search", { owner: "a", text: "él" })).toEqual(["Élan vital"]);
    expect(await app.query("items:search", { owner: "a", text: "" })).toEqual([]);
  });

  test("sees the caller's identity and origin", async () => {
    app = testEngine();
    const identity = {
      subject: "u1",
      issuer: "https://i",
      tokenIdentifier: "https://i|u1",
      org_id: "o1",
    } as unknown as UserIdentity;
    const at = (origin: string) => ({ identity, origin });
    const who = await app.engine.runQuery({
      udfPath: "auth:whoAmI",
      args: {},
      caller: at("http://a"),
    });
    expect(valueOf(who.outcome)).toEqual(identity);
    const urls = await Promise.all(
      ["http://a:1", "http://b:2"].map((origin) =>
        app.engine.runQuery({
          udfPath: "auth:siteUrl",
          args: {},
          caller: at(origin),
        }),
      ),
    );
    expect(urls.map(({ outcome }) => valueOf(outcome))).toEqual(["http://a:1", "http://b:2"]);
    expect(process.env.CONVEX_SITE_URL).toBeUndefined();
    process.env.ENGINE_TEST = "1";
    process.env.ENGINE_TEST = "2";
    expect(process.env.ENGINE_TEST).toBe("2");
    delete process.env.ENGINE_TEST;
    expect("ENGINE_TEST" in process.env).toBe(false);
  });

  test("normalizes an id of another table, or an invalid id, to null", async () => {
    app = testEngine();
    const id = (await app.mutation("items:add", {
      owner: "a",
      name: "x",
      rank: 1,
    })) as string;
    const other = (await app.mutation("loose:put", { value: 1 })) as string;
    expect(await app.query("items:normalize", { id })).toBe(id);
    for (const wrong of [other, "", "x", id.toUpperCase()]) {
      expect(await app.query("items:normalize", { id: wrong })).toBeNull();
    }
  });
});

describe("paginated queries", () => {
  test("keeps the end of its page through its journal while documents are inserted", async () => {
    await withItems(6);
    const first = await runQuery("items:page", pageArgs(null));
    expect(first.journal).not.toBeNull();
    await app.mutation("items:add", { owner: "a", name: "new", rank: 0.5 });
    const again = await runQuery("items:page", pageArgs(null), first.journal);
    const value = valueOf(again.outcome) as unknown as PageValue;
    expect(value.page.map(({ rank }) => rank)).toEqual([0, 0.5, 1, 2]);
    expect(again.journal).toBe(first.journal);
    const next = await app.query("items:page", pageArgs(value.continueCursor, 10));
    expect((next as unknown as PageValue).page.map(({ rank }) => rank)).toEqual([3, 4, 5]);
  });

  test.each(["", "nonsense", "null", "5", "[]", "{}", '{"endCursor":7}'])(
    "rejects the invalid journal %j",
    async (journal) => {
      await withItems(1);
      const { outcome } = await runQuery("items:page", pageArgs(null), journal);
      expect(outcome).toMatchObject({
        ok: false,
        message: expect.stringContaining("The query journal is invalid.") as string,
      });
    },
  );

  test("a paginated query has no journal without pagination", async () => {
    await withItems(1);
    expect((await runQuery("items:ofOwner", { owner: "a" })).journal).toBeNull();
  });

  test("rejects a foreign cursor with the data that usePaginatedQuery expects", async () => {
    await withItems(1);
    const { outcome } = await runQuery("items:page", pageArgs("nonsense"));
    expect(outcome).toMatchObject({
      ok: false,
      data: { isConvexSystemError: true, paginationError: "InvalidCursor" },
    });
  });
});
