import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import {
  beginsWithOne,
  isDeepBrowserTest,
  isDeepUnitTest,
  RULES,
  testsFor,
} from "../../../scripts/testing/changedTests";

const ALL = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
})
  .trim()
  .split("\n");
const DEEP = ALL.filter((file) => isDeepUnitTest(file) || isDeepBrowserTest(file));

/** The first two folders of the chosen unit tests, and whether browser tests are among the chosen ones. */
function chosenBy(...changed: readonly string[]) {
  const { unitTests, browserTests } = testsFor(changed, ALL);
  const folders = unitTests.map((file) => file.split("/").slice(0, 2).join("/"));
  return {
    folders: new Set(folders.filter((name) => !name.endsWith(".ts"))),
    unitTests,
    hasBrowser: browserTests.length > 0,
  };
}

it("each deep test belongs to one rule", () => {
  expect(DEEP.length).toBeGreaterThan(100);
  const wrong = DEEP.filter(
    (file) => RULES.filter(({ tests }) => beginsWithOne(file, tests)).length !== 1,
  );
  expect(wrong).toEqual([]);
});

it.each([
  "package-lock.json",
  "tests/support/builders.ts",
  "vite.config.ts",
  ".ci/run",
  "a/folder/that/nobody/knows.ts",
])("a change of %s needs every deep test", (file) => {
  const { unitTests, browserTests } = testsFor([file], ALL);
  expect([...unitTests, ...browserTests].sort()).toEqual([...DEEP].sort());
});

it.each([
  "README.md",
  "docs/operations.md",
  "tests/domain/customer/phone.test.ts",
  "e2e/gate.spec.ts",
  "tests/plantedFaults/faults.ts",
  ".ci/base",
])("a change of %s needs no deep test", (file) => {
  expect(testsFor([file], ALL)).toEqual({ unitTests: [], browserTests: [] });
});

it("a change of the page needs no test of the runtime or the server", () => {
  const { folders, hasBrowser } = chosenBy("src/router.tsx");
  expect(hasBrowser).toBe(true);
  expect([...folders].filter((name) => name !== "tests/src")).toEqual([]);
});

it("a change of a function needs the tests of functions and browsers, and no crash of the runtime", () => {
  const { folders, unitTests, hasBrowser } = chosenBy("convex/jobs.ts");
  expect(hasBrowser).toBe(true);
  expect(unitTests).toContain("tests/otherWorkspaces.deep.test.ts");
  expect(folders).not.toContain("packages/embedded-convex");
  expect(folders).not.toContain("tests/server");
});

it("a change of the runtime needs its crashes, its histories and those of the server", () => {
  const { folders, unitTests } = chosenBy("packages/embedded-convex/src/store/committer.ts");
  expect([...folders]).toEqual(
    expect.arrayContaining(["packages/embedded-convex", "tests/server", "tests/scripts"]),
  );
  expect(unitTests).toContain("tests/crash.program.test.ts");
  expect(folders).not.toContain("packages/convex-outbox");
});

it("a changed deep test needs itself", () => {
  const [unit = ""] = DEEP.filter(isDeepUnitTest);
  const [spec = ""] = DEEP.filter(isDeepBrowserTest);
  expect(testsFor([unit, spec, "gone.deep.test.ts"], ALL)).toEqual({
    unitTests: [unit],
    browserTests: [spec],
  });
});

it("the rules know every folder with product code", () => {
  const product = ALL.filter((file) =>
    /^(?:domain|convex|src|server|packages\/[^/]+\/src|scripts|public)\//.test(file),
  );
  const everything = testsFor(["unknown"], ALL);
  const unknown = product.filter(
    (file) => JSON.stringify(testsFor([file], ALL)) === JSON.stringify(everything),
  );
  expect(unknown).toEqual([]);
});
