import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import {
  findProblems,
  findTests,
  type Specification,
  specCoverage,
  writePage,
} from "../scripts/specCoverage";

const PAGE = resolve(import.meta.dirname, "../docs/spec-coverage.md");

const SPECIFICATION: Specification = {
  sections: [
    { heading: "## 1. Days", sentences: {} },
    { heading: "### Hours", sentences: { "1.1": "A day ends", "1.2": "5|6" } },
  ],
  untested: { "1.2": "It is a size." },
};

it("docs/spec-coverage.md is up to date with `npm run spec-coverage`", () => {
  const { page, problems } = specCoverage();
  expect(problems).toEqual([]);
  expect(readFileSync(PAGE, "utf8")).toBe(page);
});

describe("findTests", () => {
  it("reads titles behind their describes, and leaves out skipped tests", () => {
    const source = `
      describe("a day", () => {
        it("ends", () => {});
        it.each([1])("has %d", () => {});
        describe.each(ZONES)("in %s", () => { test("begins", () => {}); });
        for (const theme of THEMES) test(\`in \${theme}\`, () => {});
        it.skip("is skipped", () => {});
        it.todo("is not written");
      });
      describe.skip("a night", () => { it("falls", () => {}); });
      test.describe("on a bad line", () => { test("waits", async () => {}); });
      items.test("not a title", () => {});
    `;
    expect(findTests("x.test.ts", source).map(({ title }) => title)).toEqual([
      "a day › ends",
      "a day › has %d",
      "a day › in %s › begins",
      "a day › in ${theme}",
      "on a bad line › waits",
    ]);
  });

  it("reads the ids in the comments above a test or a behavior", () => {
    const source = [
      "// Spec 1.1",
      "for (const theme of THEMES) test('loops', () => {});",
      "describe('a day', () => {",
      "  // Why.",
      "  // Spec 1.2, 2.34",
      "  it('ends', () => {});",
      "  it('begins', () => {});",
      "});",
    ].join("\n");
    expect(findTests("x.test.ts", source).map(({ ids }) => ids)).toEqual([
      ["1.1"],
      ["1.2", "2.34"],
      [],
    ]);
    const list = ["[{", "  // Spec 3.1", '  name: "ends",', "}]"].join("\n");
    expect(findTests("dayBehaviors.ts", list)).toEqual([{ title: "ends", ids: ["3.1"] }]);
  });
});

describe("findProblems", () => {
  it("accepts a sentence with a test or a reason", () => {
    const tests = [{ name: "a", ids: ["1.1"] }];
    expect(findProblems(SPECIFICATION, tests)).toEqual([]);
  });

  it("reports unknown ids, needless reasons and untested sentences", () => {
    const tests = [{ name: "a", ids: ["1.2", "1.3"] }];
    expect(findProblems(SPECIFICATION, tests)).toEqual([
      "a: the specification has no sentence 1.3",
      "1.2 has a reason to be untested, but is unknown or tested",
      "1.1 has neither a test nor a reason",
    ]);
  });
});

it("the page has a row for each sentence", () => {
  const tests = [
    { name: "a", ids: ["1.1"] },
    { name: "b", ids: ["1.1"] },
  ];
  const page = writePage(SPECIFICATION, tests);
  expect(page).toContain("\n## 1. Days\n\n### Hours\n\n| Id |");
  expect(page).toContain("\n| 1.1 | A day ends | `a`<br>`b` |\n");
  expect(page).toContain("\n| 1.2 | 5\\|6 | No test: It is a size. |\n");
});
