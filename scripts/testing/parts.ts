/** The parts of a run: programs whose output is shown only if they fail. */
import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { entryOf, type Report, type TestResult } from "./results";

/** One program of a run, and what is known of it so far. */
export interface Part {
  readonly title: string;
  readonly argv: readonly string[];
  /** Whether a reporter of ours sends its tests. The program counts as one test otherwise. */
  readonly reportsTests: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Running {
  readonly title: string;
  readonly results: TestResult[];
  /** The number of tests; null where it is not known before the end. */
  total: number | null;
  readonly startedAt: number;
}

const VITEST = "node_modules/vitest/vitest.mjs";
const PLAYWRIGHT = "node_modules/@playwright/test/cli.js";
const REPORTERS = "scripts/testing";

/** A command of package.json that passes or fails as a whole. */
export function command(title: string, name: string): Part {
  const argv = ["scripts/run.mjs", name];
  return { title, argv, reportsTests: false };
}

export function vitest(title: string, ...args: readonly string[]): Part {
  const reporter = `--reporter=./${REPORTERS}/vitestReporter.ts`;
  return {
    title,
    argv: [VITEST, "run", reporter, ...args],
    reportsTests: true,
  };
}

export function playwright(title: string, ...args: readonly string[]): Part {
  const reporter = `--reporter=./${REPORTERS}/playwrightReporter.ts`;
  return {
    title,
    argv: [PLAYWRIGHT, "test", reporter, ...args],
    reportsTests: true,
  };
}

/** Runs a part. Each failed test is printed at once. Resolves with its results when the program has ended. */
export async function runPart(part: Part, running: Set<Running>): Promise<readonly TestResult[]> {
  const { title, reportsTests, env } = part;
  const state: Running = {
    title,
    results: [],
    total: null,
    startedAt: performance.now(),
  };
  running.add(state);
  const child = spawn(process.execPath, [...part.argv], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, ...env },
  });
  child.on("message", (report: Report) => {
    if (report.kind === "total") state.total = report.total;
    else add(state, report.result);
  });
  const output: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => output.push(chunk));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  running.delete(state);
  const printed = Buffer.concat(output).toString();
  if (!reportsTests) add(state, resultOf(title, status, printed));
  else if (isUnexplained(state, status))
    add(state, resultOf(`${title} (exit code ${status})`, 1, printed));
  const seconds = Math.round((performance.now() - state.startedAt) / 1000);
  console.log(`${title}: ${countOf(state)} (${seconds} s)`);
  return state.results;
}

function add(state: Running, result: TestResult): void {
  state.results.push(result);
  if (result.outcome === "failed") console.log(`FAILED ${entryOf(result)}`);
}

/** A runner that fails but reports no failed test, or none at all. */
function isUnexplained({ results }: Running, status: number | null): boolean {
  const hasFailed = results.some(({ outcome }) => outcome === "failed");
  const hasPassed = results.some(({ outcome }) => outcome === "passed");
  return !hasFailed && (status !== 0 || !hasPassed);
}

const SHOWN_LINES = 60;

function resultOf(title: string, status: number | null, printed: string): TestResult {
  if (status === 0) return { title, outcome: "passed", attempts: 1 };
  const lines = stripVTControlCharacters(printed).trimEnd().split("\n");
  const error = lines.slice(-SHOWN_LINES).join("\n");
  return { title, outcome: "failed", attempts: 1, error };
}

function countOf({ results }: Running): string {
  const failed = results.filter(({ outcome }) => outcome === "failed").length;
  const passed = results.filter(({ outcome }) => outcome === "passed").length;
  return failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} failed`;
}

/** Prints every ten seconds what is running, until the function that it returns is called. */
export function showProgress(running: ReadonlySet<Running>): () => void {
  const started = performance.now();
  const timer = setInterval(() => console.log(`${clock(started)} ${progressOf(running)}`), 10_000);
  return () => clearInterval(timer);
}

/** Minutes and seconds since a time of performance.now(). */
export function clock(since: number): string {
  const seconds = Math.round((performance.now() - since) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What is running now, as one line. */
function progressOf(running: ReadonlySet<Running>): string {
  return [...running]
    .map(({ title, results, total }) => {
      if (results.length === 0) return `${title}: running`;
      return `${title}: ${results.length}${total === null ? "" : ` of ${total}`}`;
    })
    .join(", ");
}
