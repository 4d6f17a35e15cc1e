/**
 * `npm test`: the fast tier. `npm run test:deep`: the deep tier, the tests that take minutes or spawn programs. `npm
 * test -- deep` runs both. Every part runs even if another one fails. At the end the failed tests are named, and the
 * last line is the sum of all: `N passed, N failed`.
 *
 * On CI (the variable CI is set) the parts run one after another, and a deep end-to-end test that fails is tried a
 * second time. One that passes then counts as passed and is named with its first error.
 *
 * Lint, format, types and the build count as one test each; the other parts count their own.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { loadDriver } from "embedded-convex";
import type { Arguments } from "./commandLine";

interface Result {
  readonly passed: number;
  readonly skipped: number;
  /** The title of each failed test, and the beginning of its error. */
  readonly failed: readonly string[];
  /** The same of each test that passed at its second attempt. */
  readonly flaky?: readonly string[];
}

type Part = () => Promise<Result>;

const REPORTS = ".cache/reports";

const types = check("Types", "npm run --silent types");
const build = check("Build", "npm run --silent build");
const lint = check("Lint", "npm run --silent lint");
const format = check("Format", "npm run --silent format:check");
const unit = vitest("Unit, backend, component and parity tests", "!deep");
const deep = vitest("Deep tests", "deep");
const endToEnd = playwright("End-to-end tests in Chromium", [
  "one machine",
  "hosted",
]);
const deepEndToEnd = playwright("Deep end-to-end tests", [
  "deep",
  "hosted deep",
]);

/**
 * The parts of a tier after the build, in lanes that run side by side: one part alone leaves a core idle half of the
 * time.
 */
const TIERS: Readonly<Record<string, readonly (readonly Part[])[]>> = {
  fast: [[types, endToEnd, lint, format], [unit]],
  deep: [[deepEndToEnd], [deep]],
};

/** Runs a command and prints its output when it ends. */
async function run(
  title: string,
  command: string,
  env: Record<string, string> = {},
): Promise<boolean> {
  console.log(`— ${title}: started`);
  const started = performance.now();
  const child = spawn(command, {
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const output: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  const status = await new Promise<number | null>((resolve) =>
    child.once("close", resolve),
  );
  process.stdout.write(Buffer.concat(output));
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`— ${title}: ${status === 0 ? "ok" : "FAILED"} (${seconds} s)\n`);
  return status === 0;
}

function check(title: string, command: string): Part {
  return async () =>
    (await run(title, command))
      ? { passed: 1, skipped: 0, failed: [] }
      : { passed: 0, skipped: 0, failed: [title] };
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

function vitest(title: string, project: string): Part {
  return async () => {
    const file = join(REPORTS, `vitest ${title}.json`);
    const ok = await run(
      title,
      `npx vitest run --project '${project}' --reporter=default --reporter=json --outputFile.json='${file}'`,
    );
    const report = readReport<VitestReport>(file);
    const tests = (report?.testResults ?? []).flatMap(
      ({ name, assertionResults }) =>
        assertionResults.map(({ fullName, status, failureMessages }) => ({
          title: failure(`${name}: ${fullName}`, failureMessages?.[0]),
          status,
        })),
    );
    return settle(title, ok, {
      passed: tests.filter(({ status }) => status === "passed").length,
      skipped: tests.filter(
        ({ status }) => status !== "passed" && status !== "failed",
      ).length,
      failed: tests
        .filter(({ status }) => status === "failed")
        .map((test) => test.title),
    });
  };
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly file: string;
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results?: readonly PlaywrightResult[];
    }[];
  }[];
}

interface PlaywrightResult {
  readonly errors: readonly { readonly message?: string }[];
  readonly attachments: readonly {
    readonly name: string;
    readonly path?: string;
  }[];
}

function playwright(title: string, projects: readonly string[]): Part {
  return async () => {
    const file = join(REPORTS, `playwright ${title}.json`);
    const chosen = projects.map((name) => `--project='${name}'`).join(" ");
    const ok = await run(
      title,
      `npx playwright test ${chosen} --reporter=list,json`,
      { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    );
    const tests = testsOf(readReport<PlaywrightSuite>(file) ?? {});
    const having = (status: string) =>
      tests.filter((test) => test.status === status);
    return settle(title, ok, {
      passed: having("expected").length + having("flaky").length,
      skipped: having("skipped").length,
      failed: having("unexpected").map(({ title }) => title),
      flaky: having("flaky").map(({ title }) => title),
    });
  };
}

function testsOf(
  suite: PlaywrightSuite,
): readonly { readonly title: string; readonly status: string }[] {
  const own = (suite.specs ?? []).flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      title: [
        failure(`e2e/${file}: ${title}`, errorsOf(results?.[0])),
        ...pageOf(results?.[0]),
      ].join("\n    "),
      status,
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)];
}

/** A timeout has two: that the time is over, and what the test waited for. */
function errorsOf(result: PlaywrightResult | undefined): string | undefined {
  return result?.errors.map(({ message }) => message ?? "").join("\n");
}

const LONG_LISTS_AND_ADDRESSES =
  /^\s*- (rowgroup|row|cell|columnheader|option|link "\w+, \w+ \d+|text: "\d+"|\/url:)/;

/** The accessibility tree of the page at the failure: its first 10 lines, and its last 30 with dialogs and toasts. */
function pageOf(result: PlaywrightResult | undefined): readonly string[] {
  const path = result?.attachments.find(
    ({ name }) => name === "error-context",
  )?.path;
  if (path === undefined || !existsSync(path)) return [];
  const tree = /^```yaml\n(.*?)^```$/ms.exec(readFileSync(path, "utf8"))?.[1];
  if (tree === undefined) return [];
  const lines = tree
    .trimEnd()
    .split("\n")
    .filter((line) => !LONG_LISTS_AND_ADDRESSES.test(line))
    .map((line) => `| ${line.slice(0, 150)}`);
  const shown =
    lines.length <= 40
      ? lines
      : [...lines.slice(0, 10), "| ...", ...lines.slice(-30)];
  return ["The page:", ...shown];
}

/** Where the output before is cut off, as in the log of a CI, the summary says what went wrong. */
function failure(title: string, message?: string): string {
  if (message === undefined) return title;
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return [title, ...lines.slice(0, 24)].join("\n    ").slice(0, 3_000);
}

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return undefined;
  }
}

/** A runner that fails but reports no failed test, or none at all, counts as one failure. */
function settle(title: string, ok: boolean, result: Result): Result {
  const silent = result.failed.length === 0 && (!ok || result.passed === 0);
  return silent ? { ...result, failed: [title] } : result;
}

async function runLane(parts: readonly Part[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const part of parts) results.push(await part());
  return results;
}

export async function main({ positionals: tiers }: Arguments): Promise<void> {
  // Without it hundreds of tests would fail, after minutes.
  loadDriver();
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });

  const results: Result[] = [await build()];
  for (const name of tiers) {
    const lanes = TIERS[name] ?? [];
    results.push(
      ...(process.env.CI === undefined
        ? (await Promise.all(lanes.map(runLane))).flat()
        : await runLane(lanes.flat())),
    );
  }

  const count = (key: "passed" | "skipped") =>
    results.reduce((total, result) => total + result[key], 0);
  const failed = results.flatMap((result) => result.failed);
  const skipped = count("skipped");

  for (const title of results.flatMap(({ flaky }) => flaky ?? []))
    console.log(`PASSED AT ITS SECOND ATTEMPT ${title}`);
  for (const title of failed) console.log(`FAILED ${title}`);
  console.log(
    `\n${count("passed")} passed, ${failed.length} failed` +
      (skipped > 0 ? `, ${skipped} skipped` : ""),
  );
  process.exit(failed.length === 0 ? 0 : 1);
}
