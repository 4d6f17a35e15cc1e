import { describe, expect, it } from "vitest";
import { errorText, type Log } from "../../../packages/embedded-convex/src/log";
import { createLog, createReadableLog, type LogLevel } from "../../../server/monitoring/log";

type Create = (level: LogLevel, writeLine: (line: string) => void) => Log;

function linesOf(create: Create, level: LogLevel, write: (log: Log) => void): string[] {
  const lines: string[] = [];
  write(create(level, (line) => lines.push(line)));
  return lines;
}

describe.each([
  ["the log", createLog],
  ["the readable log", createReadableLog],
])("%s", (_, create) => {
  it.each([
    ["debug", 4],
    ["info", 3],
    ["warn", 2],
    ["error", 1],
    ["silent", 0],
  ] as const)("the log at level %s writes %d of the four levels", (level, count) => {
    const lines = linesOf(create, level, (log) => {
      log.debug("d");
      log.info("i");
      log.warn("w");
      log.error("e");
    });
    expect(lines).toHaveLength(count);
  });
});

describe("the log", () => {
  it("writes one JSON object for one event, with level, time and fields", () => {
    const lines = linesOf(createLog, "info", (log) =>
      log.info("connection closed", {
        code: 1000,
        reason: "going away",
        user: undefined,
        sent: 12n,
        last: null,
      }),
    );
    expect(lines).toHaveLength(1);
    const { time, ...rest } = JSON.parse(lines[0] ?? "") as { time: string };
    expect(rest).toEqual({
      level: "info",
      event: "connection closed",
      code: 1000,
      reason: "going away",
      sent: 12,
      last: null,
    });
    expect(new Date(time).toISOString()).toBe(time);
  });

  it("escapes line breaks and terminal control characters", () => {
    const [line = ""] = linesOf(createLog, "info", (log) =>
      log.error("a\nb\u001b[31m", { error: "first\nsecond" }),
    );
    // oxlint-disable-next-line no-control-regex -- control characters are what must not reach a terminal
    expect(line).not.toMatch(/[\u0000-\u001f]/);
    expect(JSON.parse(line)).toMatchObject({
      level: "error",
      event: "a\nb\u001b[31m",
      error: "first\nsecond",
    });
  });
});

describe("the readable log", () => {
  it("writes one line for one event, with its fields", () => {
    const lines = linesOf(createReadableLog, "info", (log) =>
      log.info("connection closed", {
        code: 1000,
        reason: "going away",
        user: undefined,
      }),
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z info connection closed code=1000 reason="going away"$/,
    );
  });

  it("escapes line breaks and terminal control characters", () => {
    const [line] = linesOf(createReadableLog, "info", (log) =>
      log.error("a\nb\u001b[31m", { error: "first\nsecond" }),
    );
    expect(line).toContain("error a b [31m");
    expect(line).toContain('error="first\\nsecond"');
    expect(line).not.toContain("\n");
  });
});

describe("errorText", () => {
  it("includes the causes of an error", () => {
    const thrown = new Error("outer", { cause: new Error("inner") });
    expect(errorText(thrown)).toMatch(/outer[\s\S]*caused by Error: inner/);
    expect(errorText("a string")).toBe("a string");
  });
});
