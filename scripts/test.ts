/**
 * `npm test`: the fast tier. `npm run test:deep`: the deep tier, the tests that take long, spawn programs or need the
 * whole browser. `npm test -- deep` runs both; `npm test -- changed`, the gate, runs the fast tier and what
 * testing/changedTests.ts chooses from the deep one. Every part runs even if another one fails.
 *
 * Prints a line every ten seconds, each failed test at once, and at the end what passed at a further attempt, what
 * failed, and the sum of all: `N passed, N failed`. Lint, format, types and the build count as one test each.
 */
import { loadDriver } from "embedded-convex";
import type { Arguments } from "./commandLine";
import { changedTests } from "./testing/changedTests";
import {
  clock,
  command,
  playwright,
  runPart,
  showProgress,
  vitest,
  type Part,
  type Running,
} from "./testing/parts";
import { summaryOf, type TestResult } from "./testing/results";

/** Lanes run side by side, since one part alone leaves a core idle. The parts of a lane run one after another. */
type Lanes = readonly (readonly Part[])[];

const build = command("Build", "build");
const types = command("Types", "types");
const lint = command("Lint", "lint");
const format = command("Format", "format:check");
const unit = vitest("Unit tests", "--project=!deep*");
const browser = playwright("Browser tests", "--project=one machine");
// Three at a time, since most of them wait for a restart, a timer or a slow line.
const DEEP_BROWSER = ["--workers=3", "--project=*deep*"];

const FAST: Lanes = [[browser, types, lint, format], [unit]];

function deepLanes(): Lanes {
  return [
    [playwright("Deep browser tests", ...DEEP_BROWSER)],
    [vitest("Deep tests", "--project=deep*")],
  ];
}

/** The deep tests of the code that has changed. A kind of which none is chosen is left out. */
function changedLanes(): Lanes {
  const { unitTests, browserTests } = changedTests();
  return [
    browserTests.length === 0
      ? []
      : [playwright("Deep browser tests", ...DEEP_BROWSER, ...browserTests)],
    unitTests.length === 0 ? [] : [vitest("Deep tests", "--project=deep*", ...unitTests)],
  ];
}

/** The lanes of all tiers: a lane continues with its parts in the next tier. */
function lanesOf(tiers: readonly string[]): Lanes {
  const all = tiers.map((tier) => {
    if (tier === "fast") return FAST;
    return tier === "deep" ? deepLanes() : changedLanes();
  });
  return all.reduce((lanes, tier) => lanes.map((parts, at) => [...parts, ...(tier[at] ?? [])]));
}

async function runLane(
  parts: readonly Part[],
  running: Set<Running>,
): Promise<readonly TestResult[]> {
  const results: TestResult[] = [];
  for (const part of parts) results.push(...(await runPart(part, running)));
  return results;
}

export async function main({ positionals: tiers }: Arguments): Promise<void> {
  // Without it hundreds of tests would fail, after minutes.
  loadDriver();
  const started = performance.now();
  const running = new Set<Running>();
  const hideProgress = showProgress(running);
  // The tests of browsers and programs run the build.
  const built = await runPart(build, running);
  const lanes = lanesOf(tiers).map((parts) => runLane(parts, running));
  const results = [...built, ...(await Promise.all(lanes)).flat()];
  hideProgress();

  console.log(`\nAll of it took ${clock(started)} min.`);
  for (const line of summaryOf(results)) console.log(line);
  const isRed = results.some(({ outcome }) => outcome === "failed");
  process.exit(isRed ? 1 : 0);
}
