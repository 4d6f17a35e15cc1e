import { expect, it } from "vitest";
import { beginningOf, entryOf, summaryOf, type TestResult } from "../../../scripts/testing/results";

const PASSED: TestResult = { title: "a.ts: a", outcome: "passed", attempts: 1 };
const FAILED: TestResult = {
  title: "b.ts: b",
  outcome: "failed",
  attempts: 3,
  error: "first line\nsecond line",
};

it("the summary ends with the true totals", () => {
  const skipped = { ...PASSED, outcome: "skipped" } as const;
  expect(summaryOf([PASSED, PASSED, FAILED]).at(-1)).toBe("2 passed, 1 failed");
  expect(summaryOf([PASSED, skipped]).at(-1)).toBe("1 passed, 0 failed, 1 skipped");
  expect(summaryOf([]).at(-1)).toBe("0 passed, 0 failed");
});

it("the summary names the failed tests, those that passed at a further attempt, and the losses", () => {
  const later = { ...FAILED, title: "c.ts: c", outcome: "passed" } as const;
  const lost = { ...later, title: "d.ts: d", attempts: 2, isLoss: true };
  expect(summaryOf([PASSED, FAILED, later, lost])).toEqual([
    "PASSED AT ATTEMPT 3 c.ts: c\n    first line\n    second line",
    "LOST AT FIRST d.ts: d\n    first line\n    second line",
    "FAILED b.ts: b\n    first line\n    second line",
    "",
    "3 passed, 1 failed",
  ]);
});

it("a failed test without an error is listed by its title", () => {
  expect(entryOf(PASSED)).toBe("a.ts: a");
});

it("the beginning of an error has 24 lines and 3,000 characters at most, and no empty line", () => {
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at}\n`);
  expect(beginningOf(lines.join("\n")).split("\n")).toHaveLength(24);
  expect(beginningOf("x".repeat(9_000))).toHaveLength(3_000);
});
