import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RequestMetrics } from "../../../server/monitoring/requestMetrics";
import { memoryLog } from "../../../packages/embedded-convex/tests/runtime/fixtures/testEngine";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("per-minute metrics", () => {
  it("logs one line per class and minute, and none without requests", () => {
    const log = memoryLog();
    const metrics = new RequestMetrics({ log });
    for (let at = 0; at < 98; at += 1) metrics.record("GET a page", 2, "done");
    metrics.record("GET a page", 100, "refused");
    metrics.record("GET a page", 200, "failed");
    metrics.record("query notes:list", 3, "done");
    vi.advanceTimersByTime(59_999);
    expect(log.lines).toEqual([]);
    vi.advanceTimersByTime(1);
    const fields = log.lines.map((line) => line.fields);
    expect(log.lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
      "info served",
      "info served",
    ]);
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

  it("logs the rest when closed, and nothing afterwards", () => {
    const log = memoryLog();
    const metrics = new RequestMetrics({ log });
    metrics.record("GET a page", 2, "done");
    metrics.close();
    expect(log.lines).toHaveLength(1);
    vi.advanceTimersByTime(600_000);
    expect(log.lines).toHaveLength(1);
  });
});

describe("what is recorded", () => {
  const classes = (log: ReturnType<typeof memoryLog>) =>
    log.lines
      .filter(({ message }) => message === "served")
      .map(({ fields }) => [fields.class, fields.refused, fields.failed]);

  it.each([
    [200, 0, 0],
    [304, 0, 0],
    [404, 1, 0],
    [429, 1, 0],
    // A function threw: the failure is the function's.
    [560, 1, 0],
    [500, 0, 1],
    [503, 0, 1],
  ])("counts a request answered with %d by its outcome", (status, refused, failed) => {
    const log = memoryLog();
    const metrics = new RequestMetrics({ log });
    metrics.recordRequest({
      method: "GET",
      name: "/api/storage",
      path: "/api/storage/*",
      status,
      ms: 1,
    });
    metrics.close();
    expect(classes(log)).toEqual([["GET /api/storage", refused, failed]]);
    expect(log.lines[0]).toMatchObject({
      level: "debug",
      fields: { method: "GET", path: "/api/storage/*", status },
    });
  });

  it("counts a call by its function, and calls of unknown names together", () => {
    const log = memoryLog();
    const metrics = new RequestMetrics({ log });
    const call = { kind: "query", name: "notes:list", ms: 1 } as const;
    metrics.recordCall({ ...call, outcome: "done" });
    metrics.recordCall({ ...call, outcome: "refused" });
    metrics.recordCall({ ...call, name: null, outcome: "failed" });
    metrics.close();
    expect(classes(log)).toEqual([
      ["query notes:list", 1, 0],
      ["query unknown", 0, 1],
    ]);
    expect(log.lines.filter(({ level }) => level === "debug")).toHaveLength(3);
  });
});
