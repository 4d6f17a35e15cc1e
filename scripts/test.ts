/**
 * `npm test`: the fast tier. `npm run test:deep`: the deep tier, the tests that take minutes or spawn programs. `npm
 * test -- deep` runs both. Every part runs even if an earlier one fails, and the last line is the sum of all: `N
 * passed, N failed`.
 *
 * Lint, format, types and the build count as one test each; the other parts count their own.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const REPORTS = ".cache/reports";

const CHECKS = {
  Lint: "npm run --silent lint",
  Format: "npm run --silent format:check",
  Types: "npm run --silent types",
  Build: "npm run --silent build",
} as const;

const TIERS: Readonly<
  Record<string, readonly (() => Totals | Promise<Totals>)[]>
> = {
  fast: [
    () => checks("Lint", "Types", "Format", "Build"),
    () => vitest("Unit, backend, component and parity tests", "!deep"),
    () => playwright(),
  ],
  deep: [() => checks("Build"), () => vitest("Deep tests", "deep")],
};

function run(title: string, command: string, env: Record<string, string> = {}) {
  console.log(`\n— ${title}`);
  const started = performance.now();
  const { status } = spawnSync(command, {
    shell: true,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  console.log(outcome(title, status, started));
  return status === 0;
}

function outcome(title: string, status: number | null, started: number) {
  const seconds = Math.round((performance.now() - started) / 1000);
  return `— ${title}: ${status === 0 ? "ok" : "FAILED"} (${seconds} s)`;
}

/** Runs checks two at a time, in their order, since each uses one core. Prints the output of each when it ends. */
async function checks(...names: (keyof typeof CHECKS)[]): Promise<Totals> {
  const waiting = [...names];
  let failed = 0;
  const worker = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift())
      if (!(await check(name))) failed += 1;
  };
  await Promise.all([worker(), worker()]);
  return { passed: names.length - failed, failed, skipped: 0 };
}

async function check(name: keyof typeof CHECKS): Promise<boolean> {
  const started = performance.now();
  const child = spawn(CHECKS[name], {
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  const status = await new Promise<number | null>((resolve) =>
    child.once("close", resolve),
  );
  process.stdout.write(Buffer.concat(output));
  console.log(outcome(name, status, started));
  return status === 0;
}

/** A runner that exits with an error but reports no failed test counts as one failure. */
function settle(ok: boolean, totals: Totals): Totals {
  return ok || totals.failed > 0 ? totals : { ...totals, failed: 1 };
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function vitest(title: string, project: string): Totals {
  const file = join(REPORTS, "vitest.json");
  rmSync(file, { force: true });
  const ok = run(
    title,
    `npx vitest run --project '${project}' --reporter=default --reporter=json --outputFile.json=${file}`,
  );
  const report = readReport(file) as
    | {
        numPassedTests: number;
        numFailedTests: number;
        numPendingTests: number;
        numTodoTests: number;
      }
    | undefined;
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  return settle(ok, {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

function playwright(): Totals {
  const file = join(REPORTS, "playwright.json");
  const ok = run(
    "End-to-end tests in Chromium",
    "npx playwright test --reporter=list,json",
    { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  );
  const report = readReport(file) as
    | {
        stats: {
          expected: number;
          unexpected: number;
          flaky: number;
          skipped: number;
        };
      }
    | undefined;
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return settle(ok, {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
  });
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

const parts: Totals[] = [];
for (const name of process.argv.slice(2)) {
  const tier = TIERS[name];
  if (tier === undefined) throw new Error(`There is no test tier "${name}".`);
  for (const part of tier) parts.push(await part());
}

const sum = (key: keyof Totals) =>
  parts.reduce((total, part) => total + part[key], 0);
const skipped = sum("skipped");

console.log(
  `\n${sum("passed")} passed, ${sum("failed")} failed` +
    (skipped > 0 ? `, ${skipped} skipped` : ""),
);
process.exit(sum("failed") === 0 ? 0 : 1);
