/**
 * `npm run test:repeat -- FILE_OR_TITLE`: runs the chosen tests many times, without further attempts, and prints n of n
 * and the first error of each test that failed. Use it to find a race, or to see that a new test has none.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { StartupError } from "embedded-convex";
import type { Arguments } from "../commandLine";
import {
  command,
  playwright,
  runPart,
  showProgress,
  vitest,
  type Part,
  type Running,
} from "./parts";
import { entryOf, type TestResult } from "./results";

const DEFAULT_TIMES = "20";
const BROWSER_TESTS = "Browser tests";

interface Selection {
  readonly files: readonly string[];
  /** Selects only tests whose title contains it. */
  readonly title?: string;
}

/** A file, or the files that contain a title. Throws if there are none. */
export function selectionOf(chosen: string): Selection {
  if (existsSync(chosen)) return { files: [chosen] };
  const patterns = ["*.test.ts", "*.test.tsx", "*.spec.ts"];
  const { stdout } = spawnSync(
    "git",
    ["grep", "--untracked", "-lF", "-e", chosen, "--", ...patterns],
    { encoding: "utf8" },
  );
  const files = stdout.split("\n").filter((file) => file !== "");
  if (files.length > 0) return { files, title: chosen };
  throw new StartupError(
    `No test file is named "${chosen}", and none contains it. Give a path, or a part of a title as the file spells it.`,
  );
}

/** The parts of all runs. A browser test is repeated by Playwright, a unit test by running its files again. */
export function repeatedParts(
  { files, title }: Selection,
  times: number,
  isBusy: boolean,
): readonly Part[] {
  const specs = files.filter((file) => /^e2e\b/.test(file));
  const others = files.filter((file) => !specs.includes(file));
  const pattern = title?.replaceAll(/[^\w\s]/g, "\\$&");
  const browser = playwright(
    BROWSER_TESTS,
    `--repeat-each=${times}`,
    "--retries=0",
    ...(pattern === undefined ? [] : [`--grep=${pattern}`]),
    ...specs,
  );
  const unit = (at: number) =>
    vitest(
      `Run ${at} of ${times}`,
      "--retry=0",
      ...(pattern === undefined ? [] : [`--testNamePattern=${pattern}`]),
      ...others,
    );
  return [
    ...(specs.length === 0
      ? []
      : [isBusy ? { ...browser, env: { SLOW_PROCESSOR: "4" } } : browser]),
    ...(others.length === 0 ? [] : Array.from({ length: times }, (_, at) => unit(at + 1))),
  ];
}

/** Keeps every core busy until it is stopped. */
function busyLoops(): () => Promise<void> {
  const loops = Array.from(
    { length: availableParallelism() },
    () => new Worker("for (;;);", { eval: true }),
  );
  return async () => {
    await Promise.all(loops.map((loop) => loop.terminate()));
  };
}

/** One line for each test: how often it passed, and its first error. */
export function countsOf(results: readonly TestResult[]): readonly string[] {
  const titles = new Set(results.map(({ title }) => title));
  return [...titles].map((title) => {
    const runs = results.filter((result) => result.title === title);
    const failed = runs.filter(({ outcome }) => outcome === "failed");
    const count = `${runs.length - failed.length} of ${runs.length}`;
    return `${count} ${entryOf(failed[0] ?? { title, outcome: "passed", attempts: 1 })}`;
  });
}

async function build(running: Set<Running>): Promise<void> {
  const [result] = await runPart(command("Build", "build"), running);
  if (result?.outcome !== "passed") throw new StartupError("There is no build to test.");
}

async function runAll(parts: readonly Part[], isBusy: boolean): Promise<readonly TestResult[]> {
  const running = new Set<Running>();
  const hideProgress = showProgress(running);
  try {
    if (parts.some(({ title }) => title === BROWSER_TESTS)) await build(running);
    const stop = isBusy ? busyLoops() : () => Promise.resolve();
    const results: TestResult[] = [];
    for (const part of parts) results.push(...(await runPart(part, running)));
    await stop();
    return results;
  } finally {
    hideProgress();
  }
}

export async function main(args: Arguments): Promise<void> {
  const { positionals, values, flags } = args;
  const [chosen = ""] = positionals;
  const times = Number(values.times ?? DEFAULT_TIMES);
  if (!Number.isInteger(times) || times < 1)
    throw new StartupError(`--times ${values.times}: give a whole number from 1 on.`);
  const isBusy = flags.has("busy");
  const parts = repeatedParts(selectionOf(chosen), times, isBusy);
  const results = await runAll(parts, isBusy);
  const tests = results.filter(({ outcome }) => outcome !== "skipped");
  console.log();
  for (const line of countsOf(tests)) console.log(line);
  const passed = tests.filter(({ outcome }) => outcome === "passed").length;
  console.log(`\n${passed} of ${tests.length} passed`);
  process.exit(passed === tests.length ? 0 : 1);
}
