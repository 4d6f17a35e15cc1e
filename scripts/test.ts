/**
 * `npm test`: the fast tier. `npm run test:deep`: the deep tier, the tests that take minutes or spawn programs. `npm test -- deep`
 * runs both. Every part runs even if an earlier one fails, and the last line is the sum of all: `N passed, N failed`.
 *
 * Lint, types and the build count as one test each; the other parts count their own.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const REPORTS = ".cache/reports";

const TIERS: Readonly<Record<string, readonly (() => Totals)[]>> = {
  fast: [
    () => check("Lint and format", "npm run --silent lint"),
    () => check("Types", "npm run --silent types"),
    () => vitest("Unit, backend, component and parity tests", "!deep"),
    () => check("Build", "npm run --silent build"),
    () => playwright(),
  ],
  deep: [
    () => check("Build", "npm run --silent build"),
    () => vitest("Deep tests", "deep"),
  ],
};

function run(title: string, command: string, env: Record<string, string> = {}) {
  console.log(`\n— ${title}`);
  const started = performance.now();
  const { status } = spawnSync(command, {
    shell: true,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`— ${title}: ${status === 0 ? "ok" : "FAILED"} (${seconds} s)`);
  return status === 0;
}

function check(title: string, command: string): Totals {
  const ok = run(title, command);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
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

const parts = process.argv.slice(2).flatMap((name) => {
  const tier = TIERS[name];
  if (tier === undefined) throw new Error(`There is no test tier "${name}".`);
  return tier.map((part) => part());
});

const sum = (key: keyof Totals) =>
  parts.reduce((total, part) => total + part[key], 0);
const skipped = sum("skipped");

console.log(
  `\n${sum("passed")} passed, ${sum("failed")} failed` +
    (skipped > 0 ? `, ${skipped} skipped` : ""),
);
process.exit(sum("failed") === 0 ? 0 : 1);
