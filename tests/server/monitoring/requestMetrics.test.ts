import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { counted, Traffic } from "../../../server/monitoring/requestMetrics";
import { FakeRunner } from "../../../packages/embedded-convex/tests/support/fakeRunner";
import { memoryLog } from "../../../packages/embedded-convex/tests/runtime/fixtures/testEngine";

const caller = { identity: null, origin: "http://localhost:3000" };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("traffic", () => {
  it("is told once a minute, one line a class, and not at all where there was none", () => {
    const log = memoryLog();
    const traffic = new Traffic({ log });
    for (let at = 0; at < 98; at += 1) traffic.count("GET a page", 2, "done");
    traffic.count("GET a page", 100, "refused");
    traffic.count("GET a page", 200, "failed");
    traffic.count("query notes:list", 3, "done");
    vi.advanceTimersByTime(59_999);
    expect(log.lines).toEqual([]);
    vi.advanceTimersByTime(1);
    const fields = log.lines.map((line) => line.fields);
    expect(
      log.lines.map(({ level, message }) => `${level} ${message}`),
    ).toEqual(["info served", "info served"]);
    expect(fields[0]).toMatchObject({
      class: "GET a page",
      count: 100,
      refused: 1,
      failed: 1,
      maxMs: 200,
    });
    expect(fields[0]?.p50Ms).toBeCloseTo(2, 0);
    expect(fields[0]?.p99Ms).toBeGreaterThanOrEqual(100);
    expect(fields[0]?.p99Ms).toBeLessThanOrEqual(105);
    expect(fields[1]).toMatchObject({ class: "query notes:list", count: 1 });
    vi.advanceTimersByTime(600_000);
    expect(log.lines).toHaveLength(2);
  });

  it("tells the rest when it ends, and then no more", () => {
    const log = memoryLog();
    const traffic = new Traffic({ log });
    traffic.count("GET a page", 2, "done");
    traffic.close();
    expect(log.lines).toHaveLength(1);
    vi.advanceTimersByTime(600_000);
    expect(log.lines).toHaveLength(1);
  });
});

describe("a counted runner", () => {
  function aCountedRunner() {
    const log = memoryLog();
    const traffic = new Traffic({ log });
    const inner = new FakeRunner();
    const runner = counted({
      runner: inner,
      traffic,
      log,
      nameOf: (path) => (path.startsWith("kv:") ? path : null),
    });
    return { inner, runner, log, traffic };
  }

  it("gives what the functions give, and counts how each call ended", async () => {
    vi.useRealTimers();
    const { inner, runner, log, traffic } = aCountedRunner();
    const call = (udfPath: string) => ({ udfPath, args: { key: "a" }, caller });
    const commits: bigint[] = [];
    const stop = runner.onCommit(({ ts }) => commits.push(ts));
    const { outcome, ts } = await runner.runMutation(call("kv:set"));
    expect([outcome.ok, runner.latestTs, commits]).toEqual([true, ts, [ts]]);
    stop();
    expect((await runner.runQuery(call("kv:get"))).outcome.ok).toBe(true);
    // Refused with data; refused without; thrown; not there.
    await runner.runQuery(call("kv:other"));
    const request = { sessionId: "one", requestId: 1 };
    await runner.runMutation({ ...call("kv:other"), request });
    await expect(runner.runQuery(call("kv:broken"))).rejects.toThrow("fire");
    await runner.runAction(call("made up by a client"));
    expect(inner.queryRuns).toHaveLength(3);
    traffic.close();
    const told = log.lines
      .filter(({ message }) => message === "served")
      .map(({ fields }) => [
        fields.class,
        fields.count,
        fields.refused,
        fields.failed,
      ]);
    expect(told).toEqual([
      ["mutation kv:set", 1, 0, 0],
      ["query kv:get", 1, 0, 0],
      ["query kv:other", 1, 1, 0],
      ["mutation kv:other", 1, 0, 1],
      ["query kv:broken", 1, 0, 1],
      ["action of an unknown name", 1, 0, 0],
    ]);
    const calls = log.lines.filter(({ message }) => message === "call");
    expect(calls).toHaveLength(6);
    expect(calls.every(({ level }) => level === "debug")).toBe(true);
  });
});
