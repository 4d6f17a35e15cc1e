import { expect, it } from "vitest";
import { countsOf, repeatedParts, selectionOf } from "../../../scripts/testing/repeat";

const UNIT = "tests/domain/customer/phone.test.ts";
const SPEC = "e2e/gate.spec.ts";

it("a unit test is run as often as asked, without a further attempt", () => {
  const parts = repeatedParts({ files: [UNIT] }, 3, false);
  expect(parts.map(({ title }) => title)).toEqual(["Run 1 of 3", "Run 2 of 3", "Run 3 of 3"]);
  for (const { argv } of parts) expect(argv.slice(-2)).toEqual(["--retry=0", UNIT]);
});

it("a browser test is repeated by Playwright, without a further attempt", () => {
  const [browser] = repeatedParts({ files: [SPEC] }, 20, false);
  expect(browser?.argv.slice(-3)).toEqual(["--repeat-each=20", "--retries=0", SPEC]);
  expect(browser?.env).toBeUndefined();
});

it("a busy run slows the processor of the browser", () => {
  const [browser] = repeatedParts({ files: [SPEC] }, 20, true);
  expect(browser?.env).toEqual({ SLOW_PROCESSOR: "4" });
});

it("a title chooses the tests with it in every file that contains it", () => {
  const title = "a title chooses the tests with it";
  const file = "tests/scripts/testing/repeat.test.ts";
  expect(selectionOf(title)).toEqual({ files: [file], title });
  const [part] = repeatedParts({ files: [file], title: "20 (of 20)?" }, 1, false);
  expect(part?.argv).toContain("--testNamePattern=20 \\(of 20\\)\\?");
});

it("says which files and titles cannot be found", () => {
  const missing = ["no such", "title"].join(" ");
  expect(() => selectionOf(missing)).toThrow(`No test file is named "${missing}"`);
});

it("counts how often each test passed, with its first error", () => {
  const run = { title: "a.ts: a", attempts: 1 };
  expect(
    countsOf([
      { ...run, outcome: "passed" },
      { ...run, outcome: "failed", error: "first" },
      { ...run, outcome: "failed", error: "second" },
      { ...run, title: "b.ts: b", outcome: "passed" },
    ]),
  ).toEqual(["1 of 3 a.ts: a\n    first", "1 of 1 b.ts: b"]);
});
