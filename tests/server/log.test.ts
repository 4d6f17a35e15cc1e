import { describe, expect, it } from "vitest";
import { createLog, errorText, type LogLevel } from "../../server/log";

function linesAt(
  level: LogLevel,
  write: (log: ReturnType<typeof createLog>) => void,
) {
  const lines: string[] = [];
  write(createLog(level, (line) => lines.push(line)));
  return lines;
}

describe("log", () => {
  it("writes one line for one event, with its fields", () => {
    const lines = linesAt("info", (log) =>
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

  it("keeps a text that spans lines, or colours a terminal, on one line", () => {
    const [line] = linesAt("info", (log) =>
      log.error("a\nb\u001b[31m", { error: "first\nsecond" }),
    );
    expect(line).toContain("error a b [31m");
    expect(line).toContain('error="first\\nsecond"');
    expect(line).not.toContain("\n");
  });

  it.each([
    ["debug", 4],
    ["info", 3],
    ["warn", 2],
    ["error", 1],
    ["silent", 0],
  ] as const)("at level %s writes %d of the four levels", (level, count) => {
    const lines = linesAt(level, (log) => {
      log.debug("d");
      log.info("i");
      log.warn("w");
      log.error("e");
    });
    expect(lines).toHaveLength(count);
  });

  it("tells an error with its causes", () => {
    const thrown = new Error("outer", { cause: new Error("inner") });
    expect(errorText(thrown)).toMatch(/outer[\s\S]*caused by Error: inner/);
    expect(errorText("a string")).toBe("a string");
  });
});
