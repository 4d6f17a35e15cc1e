import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineSchema, defineTable, queryGeneric } from "convex/server";
import { v } from "convex/values";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { StartupError } from "../../src/runtime/engine";
import { failingCommits } from "../support/failingDisk";
import { fixtureModules } from "./fixtures/modules";
import { type TestEngine, caller, testEngine } from "./fixtures/testEngine";

const open: TestEngine[] = [];

function start(...args: Parameters<typeof testEngine>): TestEngine {
  const started = testEngine(...args);
  open.push(started);
  return started;
}

const folders: string[] = [];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "engine-"));
  folders.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ engine }) => engine.close()));
  for (const made of folders.splice(0)) rmSync(made, { recursive: true });
});

describe("documents", () => {
  test("returns an inserted document with its system fields", async () => {
    const { mutation, query } = start();
    const id = await mutation("items:add", { owner: "a", name: "x", rank: 1 });
    expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{32}$/);
    expect(await query("items:get", { id })).toEqual({
      _creationTime: expect.any(Number) as number,
      _id: id,
      name: "x",
      owner: "a",
      rank: 1,
    });
  });

  test("patches the named fields, removes undefined ones, replaces and deletes", async () => {
    const { mutation, query } = start();
    const fields = { owner: "a", name: "x", rank: 1, tag: "t" };
    const id = await mutation("items:add", fields);
    await mutation("items:patch", { id, fields: { rank: 2 } });
    expect(await query("items:get", { id })).toMatchObject({
      ...fields,
      rank: 2,
    });
    await mutation("items:clearTag", { id });
    expect(await query("items:get", { id })).not.toHaveProperty("tag");
    await mutation("items:replace", {
      id,
      fields: { owner: "b", name: "y", rank: 3 },
    });
    expect(await query("items:get", { id })).toMatchObject({
      owner: "b",
      name: "y",
    });
    await mutation("items:remove", { id });
    expect(await query("items:get", { id })).toBeNull();
  });

  test("lets a mutation read its own writes in index order", async () => {
    const { mutation, query } = start();
    expect(await mutation("items:readOwnWrites", { owner: "a" })).toEqual(["b", "a"]);
    expect(await query("items:ofOwner", { owner: "a" })).toHaveLength(2);
  });

  test("assigns strictly increasing creation times, even when the clock stands still", async () => {
    const { mutation, query } = start({ clock: () => 1_700_000_000_000 });
    await mutation("items:addMany", { owner: "a", count: 5 });
    await mutation("items:addMany", { owner: "a", count: 5 });
    const items = (await query("items:ofOwner", { owner: "a" })) as {
      _creationTime: number;
    }[];
    expect(new Set(items.map((item) => item._creationTime)).size).toBe(10);
  });
});

describe("transactions", () => {
  test("rolls back a mutation that throws", async () => {
    const { mutation, query } = start();
    await expect(mutation("counters:incrementThenFail", { name: "a" })).rejects.toMatchObject({
      data: { code: "REFUSED", name: "a" },
    });
    expect(await query("counters:read", { name: "a" })).toBe(0);
  });

  test("rolls back only the nested mutation that throws", async () => {
    const { mutation, query } = start();
    expect(await mutation("counters:tryBoth", { name: "a" })).toBe("REFUSED");
    expect(await query("counters:read", { name: "a" })).toBe(10);
  });

  test("runs nested mutations that start at once one after another, and no write of their caller in between", async () => {
    const { mutation, query } = start();
    const call = fc.constantFrom("increment", "incrementThenFail", "write");
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 8 }), async (calls) => {
        const name = `round ${(round += 1)}`;
        const count = (of: string) => calls.filter((one) => one === of).length;
        expect(await mutation("counters:allAtOnce", { name, calls })).toBe(count("write"));
        expect(await query("counters:read", { name })).toBe(count("increment"));
      }),
    );
  });

  test("runs concurrent mutations one after another and groups their commits", async () => {
    const { engine, mutation, query } = start();
    let commits = 0;
    engine.onCommit(() => (commits += 1));
    const results = await Promise.all(
      Array.from({ length: 100 }, () => mutation("counters:increment", { name: "a" })),
    );
    expect(new Set(results).size).toBe(100);
    expect(await query("counters:read", { name: "a" })).toBe(100);
    // A busy machine begins a new group while the mutations of the last ones are still arriving.
    expect(commits).toBeLessThan(25);
  });

  test("commits the other mutations of a group when one fails", async () => {
    const { mutation, query } = start();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        mutation(i % 2 ? "counters:incrementThenFail" : "counters:increment", {
          name: "a",
        }),
      ),
    );
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(10);
    expect(await query("counters:read", { name: "a" })).toBe(10);
  });

  test("applies a retried mutation once and returns the same result", async () => {
    const { engine, query } = start();
    const request = {
      udfPath: "counters:increment",
      args: { name: "a" },
      caller,
      idempotencyKey: { sessionId: "s", mutationId: 7 },
    };
    const [first, meanwhile] = await Promise.all([
      engine.runMutation(request),
      engine.runMutation(request),
    ]);
    const later = await engine.runMutation(request);
    expect(meanwhile).toEqual(first);
    expect(later).toEqual(first);
    expect(await query("counters:read", { name: "a" })).toBe(1);
  });

  test("rejects a reused mutation id from another identity or function, without running it", async () => {
    const { engine, query } = start();
    const ada = {
      subject: "ada",
      issuer: "own",
      tokenIdentifier: "own|ada",
    };
    const request = {
      udfPath: "counters:increment",
      args: { name: "a" },
      caller: { ...caller, identity: ada },
      idempotencyKey: { sessionId: "s", mutationId: 7 },
    };
    const bob = { ...ada, subject: "bob", tokenIdentifier: "own|bob" };
    const others = [
      { ...request, caller },
      { ...request, caller: { ...caller, identity: bob } },
      { ...request, udfPath: "items:addMany" },
    ];
    const [first, ...meanwhile] = await Promise.all(
      [request, ...others].map((asked) => engine.runMutation(asked)),
    );
    expect(first?.outcome).toMatchObject({ ok: true, value: 1 });
    const later = await Promise.all(others.map((asked) => engine.runMutation(asked)));
    for (const { outcome } of [...meanwhile, ...later]) {
      expect(outcome).toMatchObject({
        ok: false,
        message: expect.stringMatching(
          /This request of the session was made before, .* Nothing was done\.$/,
        ) as string,
      });
    }
    // A newer token of the same identity counts as the same caller.
    const renewed = { ...ada, name: "Ada L." };
    expect(
      await engine.runMutation({
        ...request,
        caller: { ...caller, identity: renewed },
      }),
    ).toEqual(first);
    expect(await query("counters:read", { name: "a" })).toBe(1);
  });

  test("assigns strictly increasing timestamps", async () => {
    const { engine } = start({ clock: () => 1_700_000_000_000 });
    const seen: bigint[] = [];
    for (let i = 0; i < 3; i++) {
      const { ts } = await engine.runMutation({
        udfPath: "counters:increment",
        args: { name: "a" },
        caller,
      });
      seen.push(ts);
    }
    expect(seen).toEqual([...seen].sort((a, b) => (a < b ? -1 : 1)));
    expect(new Set(seen).size).toBe(3);
    expect(engine.latestTs).toBe(seen.at(-1));
  });

  test("keeps a query consistent when a commit overtakes it", async () => {
    const { engine, mutation, query } = start();
    await mutation("counters:increment", { name: "a" });
    const read = query("counters:slowRead", { name: "a" });
    const write = mutation("counters:increment", { name: "a" });
    const [first, second] = (await read) as number[];
    expect(first).toBe(second);
    await write;
    expect(engine.latestTs).toBeGreaterThan(0n);
  });

  test("hides the mutation's own writes from a stale snapshot, only while it is read", async () => {
    const { mutation } = start();
    expect(await mutation("counters:snapshot", { name: "a" })).toEqual([1, 0, 1]);
  });

  test("resolves a commit timestamp to that of the mutation's commit", async () => {
    const { engine, query } = start();
    const { outcome, ts } = await engine.runMutation({
      udfPath: "loose:stamp",
      args: {},
      caller,
    });
    if (!outcome.ok) throw new Error(outcome.message);
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(ts);
    const encoded = { $integer: bytes.toString("base64") };
    const { id } = outcome.value as { id: string };
    expect(outcome.value).toEqual({ id, commitTs: encoded });
    expect(await query("loose:get", { id })).toMatchObject({ value: encoded });
  });
});

describe("a restart", () => {
  test("keeps documents, table ids, timestamps and recorded mutations", async () => {
    const dataDir = folder();
    let now = 1_700_000_000_000;
    const clock = () => now;
    const first = start({ dataDir, clock });
    const id = await first.mutation("items:add", {
      owner: "a",
      name: "x",
      rank: 1,
    });
    const request = {
      udfPath: "counters:increment",
      args: { name: "a" },
      caller,
      idempotencyKey: { sessionId: "s", mutationId: 1 },
    };
    const before = await first.engine.runMutation(request);
    const document = await first.query("items:get", { id });
    await first.engine.close();
    // Timestamps must stay increasing when the clock is set back.
    now -= 60_000;
    const second = start({ dataDir, clock });
    expect(await second.query("items:get", { id })).toEqual(document);
    expect(await second.engine.runMutation(request)).toEqual(before);
    const after = await second.engine.runMutation({
      ...request,
      idempotencyKey: { sessionId: "s", mutationId: 2 },
    });
    expect(after.ts).toBeGreaterThan(before.ts);
    expect(await second.query("counters:read", { name: "a" })).toBe(2);
    const [, later] = (await Promise.all(
      [id, await second.mutation("items:add", { owner: "a", name: "y", rank: 2 })].map((of) =>
        second.query("items:get", { id: of }),
      ),
    )) as { _creationTime: number }[];
    expect(later?._creationTime).toBeGreaterThan(
      (document as { _creationTime: number })._creationTime,
    );
  });
});

describe("failing disks", () => {
  const increment = (mutationId: number) => ({
    udfPath: "counters:increment",
    args: { name: "a" },
    caller,
    idempotencyKey: { sessionId: "s", mutationId },
  });

  test.each([
    ["SQLITE_FULL", "The disk of the server is full. Nothing was saved."],
    ["SQLITE_READONLY", "The disk of the server cannot be written. Nothing was saved."],
  ])(
    "a failing disk with %s refuses with a sentence, goes on, and works again when it is over",
    async (code, sentence) => {
      const commits = failingCommits();
      const { engine, query, mutation, log } = start(commits);
      await engine.runMutation(increment(1));
      commits.code = code;
      const { outcome } = await engine.runMutation(increment(2));
      expect(outcome).toMatchObject({
        ok: false,
        message: expect.stringContaining(`Server Error\n${sentence}`) as string,
      });
      expect(log.lines).toContainEqual(
        expect.objectContaining({ level: "error", message: "function failed" }),
      );
      expect(await query("counters:read", { name: "a" })).toBe(1);
      commits.code = null;
      // The same mutation id: the failed attempt was not recorded.
      const again = await engine.runMutation(increment(2));
      expect(again.outcome).toMatchObject({ ok: true, value: 2 });
      await mutation("counters:increment", { name: "a" });
      expect(await query("counters:read", { name: "a" })).toBe(3);
    },
  );

  test.each([true, false])(
    "fails to sync, with the commit on disk: %s, and a retried mutation is applied once",
    async (areWritten) => {
      const dataDir = folder();
      const commits = failingCommits();
      const onLost = vi.fn();
      const { atomically } = commits;
      const first = testEngine({ dataDir, atomically, onLost });
      await first.engine.runMutation(increment(1));
      Object.assign(commits, { code: "SQLITE_IOERR_FSYNC", areWritten });
      await first.engine.runMutation(increment(2));
      // The process ends here, before the client got a response; the client retries.
      expect(onLost).toHaveBeenCalledTimes(1);
      await first.engine.close();
      const second = start({ dataDir });
      const { outcome } = await second.engine.runMutation(increment(2));
      expect(outcome).toMatchObject({ ok: true, value: 2 });
      expect(await second.query("counters:read", { name: "a" })).toBe(2);
    },
  );
});

describe("new modules", () => {
  const version = (n: number) => queryGeneric({ handler: () => n as never });

  test("new modules take effect at the next call, with their schema", async () => {
    const { engine, query, mutation } = start();
    await mutation("items:add", { owner: "a", name: "x", rank: 1 });
    const schema = defineSchema({
      items: defineTable(v.any()).index("by_name", ["name"]),
    });
    const byName = queryGeneric({
      handler: (ctx) =>
        ctx.db
          .query("items")
          .withIndex("by_name" as "by_id")
          .collect(),
    });
    await engine.replaceModules({
      schema: { default: schema },
      next: { version: version(2), byName },
    });
    expect(await query("next:version")).toBe(2);
    expect(await query("next:byName")).toHaveLength(1);
    await expect(query("items:ofOwner", { owner: "a" })).rejects.toThrow(
      "Could not find public function",
    );
  });

  test("new modules are rejected if documents do not match their schema, and the old ones stay", async () => {
    const { engine, query, mutation } = start();
    await mutation("items:add", { owner: "a", name: "x", rank: 1 });
    const schema = defineSchema({ items: defineTable({ owner: v.number() }) });
    await expect(
      engine.replaceModules({
        schema: { default: schema },
        next: { version: version(2) },
      }),
    ).rejects.toThrow('in table "items" does not match the schema');
    expect(await query("items:ofOwner", { owner: "a" })).toHaveLength(1);
    const id = await mutation("items:add", { owner: "a", name: "y", rank: 2 });
    expect(await query("items:ofOwner", { owner: "a" })).toHaveLength(2);
    // The new schema applies.
    await expect(mutation("items:patch", { id, fields: { rank: "no number" } })).rejects.toThrow(
      "Server Error",
    );
  });

  test("new modules are rejected at start with a StartupError that releases the data folder", async () => {
    const dataDir = folder();
    const first = start({ dataDir });
    await first.mutation("items:add", { owner: "a", name: "x", rank: 1 });
    await first.engine.close();
    const schema = defineSchema({ items: defineTable({ owner: v.number() }) });
    const modules = { ...fixtureModules, schema: { default: schema } };
    expect(() => testEngine({ dataDir, modules })).toThrow(StartupError);
    expect(await start({ dataDir }).query("items:ofOwner", { owner: "a" })).toHaveLength(1);
  });
});
