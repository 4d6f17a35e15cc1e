import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { Committer } from "../../src/store/committer";
import { openSqlite } from "../../src/store/driver";
import { failingCommits } from "../support/failingDisk";
import { type TestEngine, testEngine } from "./fixtures/testEngine";

let app: TestEngine;
let dir: string | null = null;

afterEach(async () => {
  await app.engine.close();
  if (dir) rmSync(dir, { recursive: true });
  dir = null;
});

interface ScheduledDocument {
  _id: string;
  name: string;
  args: unknown[];
  state: { kind: string; error?: string };
  scheduledTime: number;
  completedTime?: number;
}

const scheduledFunctions = async () =>
  (await app.query("scheduled:all")) as unknown as ScheduledDocument[];

async function until(condition: () => Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await condition()).toBe(true), {
    timeout: 50_000,
    interval: 5,
  });
}

const allEnded = async () =>
  (await scheduledFunctions()).every(
    ({ state }) => !["pending", "inProgress"].includes(state.kind),
  );

describe("scheduled mutations", () => {
  test("runs as background work", async () => {
    app = testEngine();
    const submit = vi.spyOn(Committer.prototype, "submit");
    onTestFinished(() => submit.mockRestore());
    await app.mutation("scheduled:later", { name: "a", delay: 0 });
    await until(allEnded);
    const background = submit.mock.calls.map(([work]) => work.isBackground);
    // The deletion of expired records, which follows the start, has none.
    expect(background.filter((is) => is !== undefined)).toEqual([false, true]);
  });

  test("runs when it is due, and functions can read its state", async () => {
    app = testEngine();
    const id = await app.mutation("scheduled:later", { name: "a", delay: 0 });
    await until(allEnded);
    expect(await app.query("counters:read", { name: "a" })).toBe(1);
    expect(await scheduledFunctions()).toEqual([
      {
        _id: id,
        _creationTime: expect.any(Number) as number,
        name: "counters.js:increment",
        args: [{ name: "a" }],
        scheduledTime: expect.any(Number) as number,
        completedTime: expect.any(Number) as number,
        state: { kind: "success" },
      },
    ]);
  });

  test("a scheduled mutation is not scheduled by a mutation that fails", async () => {
    app = testEngine();
    await expect(app.mutation("scheduled:laterThenFail", { name: "a" })).rejects.toThrow();
    expect(await scheduledFunctions()).toEqual([]);
  });

  test("a scheduled mutation that throws is marked as failed and rolled back", async () => {
    app = testEngine();
    await app.mutation("scheduled:later", {
      name: "a",
      delay: 0,
      path: "counters:incrementThenFail",
    });
    await until(allEnded);
    const [first] = await scheduledFunctions();
    expect(first?.state.kind).toBe("failed");
    expect(first?.state.error).toContain("REFUSED");
    expect(await app.query("counters:read", { name: "a" })).toBe(0);
    expect(app.log.lines.map(({ message }) => message)).toEqual(["scheduled function failed"]);
  });

  test("a scheduled mutation can be canceled before it is due, but not after it ran", async () => {
    app = testEngine();
    const id = await app.mutation("scheduled:later", {
      name: "a",
      delay: 60_000,
    });
    await app.mutation("scheduled:cancel", { id });
    expect((await scheduledFunctions())[0]?.state).toEqual({
      kind: "canceled",
    });
    const ran = await app.mutation("scheduled:later", { name: "a", delay: 0 });
    await until(allEnded);
    await app.mutation("scheduled:cancel", { id: ran });
    expect((await scheduledFunctions())[1]?.state).toEqual({ kind: "success" });
    expect(await app.query("counters:read", { name: "a" })).toBe(1);
  });

  test("runs exactly once, also among many", async () => {
    app = testEngine();
    await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        app.mutation("scheduled:later", { name: "a", delay: i % 3 }),
      ),
    );
    await until(allEnded);
    expect(await app.query("counters:read", { name: "a" })).toBe(200);
  });

  test("a scheduled mutation must exist, and be due within five years", async () => {
    app = testEngine({ exposeErrors: true });
    const later = (path: string, delay = 0) =>
      app.mutation("scheduled:later", { name: "a", delay, path });
    await expect(later("nope:nope")).rejects.toThrow(
      "Attempted to schedule function at nonexistent path: nope.js",
    );
    await expect(later("counters:nope")).rejects.toThrow(
      "no exported function nope found in the file: counters.js",
    );
    await expect(later("counters:increment", 6 * 366 * 24 * 3600 * 1000)).rejects.toThrow(
      "more than 5 years in the future",
    );
  });
});

describe("scheduled actions", () => {
  test("runs, and is marked as succeeded", async () => {
    app = testEngine();
    await app.mutation("scheduled:later", {
      name: "a",
      delay: 0,
      path: "scheduled:act",
    });
    await until(allEnded);
    expect((await scheduledFunctions())[0]?.state).toEqual({ kind: "success" });
    expect(await app.query("counters:read", { name: "a" })).toBe(1);
  });

  test("a scheduled action that throws is marked as failed and is not run again", async () => {
    app = testEngine();
    await app.mutation("scheduled:later", {
      name: "a",
      delay: 0,
      path: "scheduled:actFailing",
    });
    await until(allEnded);
    expect((await scheduledFunctions())[0]?.state).toEqual({
      kind: "failed",
      error: "Uncaught Error: broken",
    });
    expect(await app.query("counters:read", { name: "a" })).toBe(1);
  });
});

test("retries a scheduled function after a full disk, and runs it once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const commits = failingCommits();
  app = testEngine(commits);
  const turns = async () => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const scheduled = app.mutation("scheduled:later", { name: "a", delay: 5 });
  await turns();
  await scheduled;
  commits.code = "SQLITE_FULL";
  await vi.advanceTimersByTimeAsync(1_000);
  await turns();
  const failures = () => app.log.lines.filter(({ level }) => level === "error").length;
  expect(failures()).toBe(1);
  expect((await scheduledFunctions())[0]?.state).toEqual({ kind: "pending" });
  commits.code = null;
  await vi.advanceTimersByTimeAsync(28_000);
  await turns();
  expect((await scheduledFunctions())[0]?.state).toEqual({ kind: "pending" });
  await vi.advanceTimersByTimeAsync(3_000);
  await turns();
  expect((await scheduledFunctions())[0]?.state).toEqual({ kind: "success" });
  expect(await app.query("counters:read", { name: "a" })).toBe(1);
  expect(failures()).toBe(1);
});

describe("after a restart", () => {
  function open(): void {
    dir ??= mkdtempSync(join(tmpdir(), "scheduler-"));
    app = testEngine({ dataDir: dir });
  }

  test("pending functions run, and functions that ran do not run again", async () => {
    open();
    await app.mutation("scheduled:later", { name: "a", delay: 0 });
    await until(allEnded);
    await app.mutation("scheduled:later", { name: "a", delay: 30 });
    await app.engine.close();
    await new Promise((resolve) => setTimeout(resolve, 40));
    open();
    await until(allEnded);
    expect(await app.query("counters:read", { name: "a" })).toBe(2);
    await app.engine.close();
    open();
    expect(await app.query("counters:read", { name: "a" })).toBe(2);
  });

  test("an interrupted action is marked as failed and not run again", async () => {
    open();
    await app.mutation("scheduled:later", {
      name: "a",
      delay: 3_600_000,
      path: "scheduled:act",
    });
    await app.engine.close();
    const file = openSqlite(join(dir ?? "", "data.db"));
    const json = String(
      file.prepare("SELECT json FROM documents WHERE json LIKE '%pending%'").pluck().get(),
    );
    expect(json).toContain('"state":{"kind":"pending"}');
    // The state after a crash: durably in progress, never ended.
    const begun = json.replace('{"kind":"pending"}', '{"kind":"inProgress"}');
    file.prepare("UPDATE documents SET json = ? WHERE json = ?").run(begun, json);
    file
      .prepare(
        "DELETE FROM index_entries WHERE index_id IN (SELECT id FROM indexes WHERE name = 'by_state')",
      )
      .run();
    file.prepare("DELETE FROM indexes WHERE name = 'by_state'").run();
    file.close();
    open();
    await until(allEnded);
    expect((await scheduledFunctions())[0]?.state).toEqual({
      kind: "failed",
      error: "Transient error while executing action",
    });
    expect(await app.query("counters:read", { name: "a" })).toBe(0);
  });
});
