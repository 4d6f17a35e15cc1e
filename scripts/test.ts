/**
 * `npm test`: every check of the product, one after the other, and the true totals.
 *
 * Lint, types and the build count as one test each; the others count their own.
 * All parts run even when one fails, so that one run tells the whole story.
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

/** A runner that exits badly without naming a failed test still failed. */
function settle(ok: boolean, totals: Totals): Totals {
  return ok || totals.failed > 0 ? totals : { ...totals, failed: 1 };
}

function readReport(name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(REPORTS, name), "utf8"));
  } catch {
    return undefined;
  }
}

function vitest(): Totals {
  const file = join(REPORTS, "vitest.json");
  const ok = run(
    "Unit, backend, component and parity tests",
    `npx vitest run --reporter=default --reporter=json --outputFile.json=${file}`,
  );
  const report = readReport("vitest.json") as
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
  const ok = run(
    "End-to-end tests in Chromium",
    "npx playwright test --reporter=list,json",
    { PLAYWRIGHT_JSON_OUTPUT_NAME: join(REPORTS, "playwright.json") },
  );
  const report = readReport("playwright.json") as
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

const parts = [
  check("Lint and format", "npm run --silent lint"),
  check("Types", "npm run --silent types"),
  vitest(),
  check("Build", "npm run --silent build"),
  playwright(),
];

const sum = (key: keyof Totals) =>
  parts.reduce((total, part) => total + part[key], 0);
const skipped = sum("skipped");

console.log(
  `\n${sum("passed")} passed, ${sum("failed")} failed` +
    (skipped > 0 ? `, ${skipped} skipped` : ""),
);
process.exit(sum("failed") === 0 ? 0 : 1);
