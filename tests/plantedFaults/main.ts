/**
 * `npm run test:planted`: plants the faults of faults.ts in a temporary copy of this repository, one at a time, and
 * runs the tests that have to notice each. The working tree is only read.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Arguments } from "../../scripts/commandLine";
import { withTreeCopy } from "../support/treeCopy";
import { FAULTS } from "./faults";
import { planted, type PlantedFault } from "./plantedFault";

export function main({ positionals: [part = ""] }: Arguments): void {
  const faults = FAULTS.filter(({ breaks }) => breaks.includes(part));
  if (faults.length === 0) {
    console.error(`No fault is named "${part}".`);
    process.exitCode = 2;
    return;
  }
  withTreeCopy((copy) => {
    checkTests(copy, faults);
    const unnoticed = faults.filter((fault) => !isNoticed(copy, fault));
    const noticed = faults.length - unnoticed.length;
    console.log(`\n${noticed} noticed, ${unnoticed.length} unnoticed`);
    process.exitCode = unnoticed.length === 0 ? 0 : 1;
  });
}

/** A test that fails without a fault would seem to notice every one. */
function checkTests(copy: string, faults: readonly PlantedFault[]): void {
  const tests = new Set(faults.flatMap((fault) => fault.tests));
  console.log(`Running ${tests.size} test files without a fault ...`);
  const { failed, output } = runTests(copy, [...tests]);
  if (failed === null || failed.length > 0)
    throw new Error(`The tests fail without a fault.\n${output}`);
}

function isNoticed(copy: string, fault: PlantedFault): boolean {
  const path = join(copy, fault.file);
  const sound = readFileSync(path, "utf8");
  writeFileSync(path, planted(sound, fault));
  const { failed, output } = runTests(copy, fault.tests);
  writeFileSync(path, sound);
  const isFound = failed !== null && failed.length > 0;
  console.log(`${isFound ? "noticed  " : "UNNOTICED"} ${fault.breaks}`);
  if (isFound) console.log(`          by: ${failed[0]}`);
  else if (failed === null) console.log(output);
  return isFound;
}

interface Report {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
    }[];
  }[];
}

/** The titles of the failed tests; null if a file could not be loaded or had no tests. */
function runTests(copy: string, tests: readonly string[]) {
  const report = join(copy, ".cache/planted.json");
  rmSync(report, { force: true });
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--reporter=json",
      `--outputFile=${report}`,
      ...tests,
    ],
    { cwd: copy, encoding: "utf8" },
  );
  return { failed: failedTests(report), output: `${stdout}${stderr}` };
}

function failedTests(report: string): readonly string[] | null {
  const { testResults } = readReport(report);
  const isBroken = testResults.some(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  );
  if (isBroken || testResults.length === 0) return null;
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "failed")
    .map(({ fullName }) => fullName);
}

function readReport(report: string): Report {
  try {
    return JSON.parse(readFileSync(report, "utf8")) as Report;
  } catch {
    return { testResults: [] };
  }
}
