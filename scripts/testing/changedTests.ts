/**
 * Which deep tests a change needs. The fast tier runs for every change, and every night everything runs
 * (.github/workflows/ci.yml). A changed file that no rule knows needs all of them.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface ChosenTests {
  /** Files of Vitest's deep projects. */
  readonly unitTests: readonly string[];
  /** Specs of Playwright's deep projects. */
  readonly browserTests: readonly string[];
}

/** Both lists hold the beginnings of paths. */
interface Rule {
  readonly tests: readonly string[];
  /** The paths whose changes may break the tests. */
  readonly covers: readonly string[];
}

const RUNTIME = ["packages/embedded-convex/", "packages/sqlite-node20/"];
const PAGE = ["src/", "domain/", "packages/convex-outbox/"];
const FUNCTIONS = ["convex/", "domain/"];

/** Each deep test belongs to one rule (tests/scripts/testing/changedTests.test.ts). */
export const RULES: readonly Rule[] = [
  { tests: ["packages/embedded-convex/"], covers: RUNTIME },
  {
    tests: ["packages/convex-outbox/"],
    covers: ["packages/convex-outbox/"],
  },
  {
    // The server as a program, and what clients do to it.
    tests: [
      "tests/server/",
      "tests/hosted/",
      "tests/scripts/",
      "tests/clientAborts.",
      "tests/crash.",
      "tests/fuzz.",
      "tests/hosting.",
      "tests/logSecrets.",
      "tests/misbehavingClients.",
      "tests/uploads.",
    ],
    covers: ["server/", "hosted/", "scripts/", "packages/", "tests/crash/", "tests/fuzz/"],
  },
  {
    // The functions, in full offices and beside other offices.
    tests: [
      "tests/convex/",
      "tests/parity/",
      "tests/attacker.",
      "tests/convexDeploys.",
      "tests/convexLimits.",
      "tests/largestRows.",
      "tests/hostileText.",
      "tests/otherWorkspaces",
      "tests/rebuild",
      "tests/screenBudgets.",
      "tests/search",
      "tests/similarNames.",
      "tests/workspaceMove.",
    ],
    covers: [...FUNCTIONS, ...RUNTIME, "server/", "tests/parity/"],
  },
  { tests: ["tests/domain/"], covers: ["domain/"] },
  { tests: ["tests/textGrowth."], covers: [...PAGE, ...FUNCTIONS] },
  { tests: ["tests/src/"], covers: PAGE },
  {
    tests: ["e2e/"],
    covers: [
      ...PAGE,
      ...FUNCTIONS,
      ...RUNTIME,
      "server/",
      "scripts/",
      "public/",
      "index.html",
      "e2e/support/",
      "e2e/hosted/",
      "tools/browser/",
      "tools/clerk/",
      "playwright.config.ts",
    ],
  },
];

/** Read by no deep test: guides, measurements, tests of the fast tier, and the settings of other programs. */
const FAST_TIER = {
  endings: [".md", ".test.ts", ".test.tsx", ".spec.ts"],
  beginnings: [
    "docs/",
    "bench/",
    "tools/bench/",
    "tools/mutation/",
    "tools/firefox/",
    "tools/suites/",
    ".github/",
    "tests/plantedFaults/",
    "tests/recipe/",
    "tests/specification.json",
    ".ci/base",
    ".env.example",
    ".nvmrc",
    "LICENSE",
    ".git",
    ".oxlintrc.json",
    ".oxfmtrc.json",
    "knip.jsonc",
    "oxlint.rules.js",
  ],
};

export const isDeepUnitTest = (file: string) => /\.(?:deep|program)\.test\.tsx?$/.test(file);
export const isDeepBrowserTest = (file: string) => file.endsWith(".deep.spec.ts");

/** The deep tests among all files that a change of some of them needs. */
export function testsFor(changed: readonly string[], all: readonly string[]): ChosenTests {
  const chosen = new Set(changed.flatMap((file) => neededBy(file, all)));
  const present = all.filter((file) => chosen.has(file));
  return {
    unitTests: present.filter(isDeepUnitTest),
    browserTests: present.filter(isDeepBrowserTest),
  };
}

function neededBy(file: string, all: readonly string[]): readonly string[] {
  if (isDeepUnitTest(file) || isDeepBrowserTest(file)) return [file];
  if (isOfFastTier(file)) return [];
  const rules = RULES.filter(({ covers }) => beginsWithOne(file, covers));
  if (rules.length === 0) return all;
  return all.filter((test) => rules.some(({ tests }) => beginsWithOne(test, tests)));
}

function isOfFastTier(file: string): boolean {
  const { beginnings, endings } = FAST_TIER;
  return beginsWithOne(file, beginnings) || endings.some((ending) => file.endsWith(ending));
}

export function beginsWithOne(file: string, beginnings: readonly string[]): boolean {
  return beginnings.some((beginning) => file.startsWith(beginning));
}

/** The commit that the whole deep tier has passed. Whoever has run it writes its hash there. */
const PASSED = ".ci/base";

/**
 * What the repository needs tested: what differs from the newest commit of origin/main, or, on main itself, from the
 * one that .ci/base names.
 */
export function changedTests(folder = process.cwd()): ChosenTests {
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  const lines = (...args: readonly string[]) =>
    git(...args)
      .split("\n")
      .filter((line) => line !== "");
  const all = lines("ls-files");
  const base = baseCommit(folder, git);
  return testsFor(base === null ? all : lines("diff", "--name-only", "--no-renames", base), all);
}

/** Null if there is none, or if this clone does not have it. */
function baseCommit(folder: string, git: (...args: readonly string[]) => string): string | null {
  const tryGit = (...args: readonly string[]) => {
    try {
      return git(...args);
    } catch {
      return null;
    }
  };
  const landed = tryGit("merge-base", "HEAD", "origin/main");
  if (landed !== null && landed !== git("rev-parse", "HEAD")) return landed;
  const file = join(folder, PASSED);
  if (!existsSync(file)) return null;
  const passed = readFileSync(file, "utf8").trim();
  const isAncestor = tryGit("merge-base", "--is-ancestor", passed, "HEAD");
  return isAncestor === null ? null : passed;
}
