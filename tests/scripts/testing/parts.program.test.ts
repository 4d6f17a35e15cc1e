import { beforeEach, expect, it, vi } from "vitest";
import { runPart, type Part } from "../../../scripts/testing/parts";
import type { TestResult } from "../../../scripts/testing/results";

const PASSED = { title: "a.ts: a", outcome: "passed", attempts: 1 } as const;
const FAILED: TestResult = {
  title: "b.ts: b",
  outcome: "failed",
  attempts: 3,
  error: "It is broken.",
};

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  const print = vi
    .spyOn(console, "log")
    .mockImplementation((line: string) => void printed.push(line));
  return () => print.mockRestore();
});

/** A program that reports these results, prints a line, and exits with this code. */
function aRunner(results: readonly TestResult[], exitCode: number): Part {
  const reports = results.map((result) => ({ kind: "test", result }));
  const program = `
    for (const report of ${JSON.stringify(reports)}) process.send(report);
    console.log("a line of the program");
    process.exitCode = ${exitCode};
    process.disconnect();
  `;
  return { title: "Runner", argv: ["-e", program], reportsTests: true };
}

const run = async (part: Part) => await runPart(part, new Set());

it("a part that passes prints one line", async () => {
  expect(await run(aRunner([PASSED, PASSED], 0))).toEqual([PASSED, PASSED]);
  expect(printed).toEqual([expect.stringMatching(/^Runner: 2 passed \(\d+ s\)$/)]);
});

it("a failed test is printed with its error before the part ends", async () => {
  expect(await run(aRunner([FAILED, PASSED], 1))).toEqual([FAILED, PASSED]);
  expect(printed).toEqual([
    "FAILED b.ts: b\n    It is broken.",
    expect.stringMatching(/^Runner: 1 passed, 1 failed/),
  ]);
});

it.each([
  ["ends with an error after tests that passed", [PASSED], 1],
  ["reports no test", [], 0],
  ["reports skipped tests only", [{ ...PASSED, outcome: "skipped" }], 0],
] as const)("a runner that %s counts as failed", async (_, reports, code) => {
  const results = await run(aRunner(reports, code));
  expect(results).toEqual([
    ...reports,
    {
      title: `Runner (exit code ${code})`,
      outcome: "failed",
      attempts: 1,
      error: "a line of the program",
    },
  ]);
});

it.each([
  [0, { outcome: "passed" }],
  [3, { outcome: "failed", error: "a line of the program" }],
])("a command that exits with %i counts as one test", async (code, result) => {
  const part = { ...aRunner([], code), reportsTests: false };
  expect(await run(part)).toEqual([{ title: "Runner", attempts: 1, ...result }]);
});
