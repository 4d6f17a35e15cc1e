/**
 * Mutation testing of the code whose faults would cost people their work, each part by the tests that are for it.
 * CONTRIBUTING.md has the command, which runs in the root of the repository. Prints each part's score and that of all;
 * exits with 1 if a part is below its `minScore`. The names of parts as arguments run only these.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { Stryker } from "@stryker-mutator/core";

/**
 * What a part mutates, and which tests must notice. Made-up names and prices promise nothing, and are not mutated; a
 * test that takes seconds is left out, since it would run for each mutant. `minScore` is two points below the score of
 * the last run, in percent.
 *
 * @type {Record<string, { mutate: string[], testFiles: string[], minScore: number }>}
 */
const PARTS = JSON.parse(readFileSync("tools/mutation/parts.json", "utf8"));

const REPORT = ".cache/mutation";

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
const OPTIONS = {
  plugins: [import.meta.resolve("@stryker-mutator/vitest-runner")],
  testRunner: "vitest",
  // Not the tests that import a mutated file: those of the part.
  vitest: { configFile: "tools/mutation/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  // In an hour on two cores there is time for conditions and calculations, and not for every text and list of values.
  mutator: {
    excludedMutations: ["StringLiteral", "ObjectLiteral", "ArrayDeclaration"],
  },
  // A mutant in a constant would run every test. tests/promises.test.ts holds the constants that matter.
  ignoreStatic: true,
  concurrency: 2,
  ignorePatterns: ["dist", ".cache", ".data", "test-results"],
  tempDirName: `${REPORT}/sandbox`,
  reporters: ["progress", "json"],
  allowConsoleColors: false,
  // Checked below.
  thresholds: { break: null },
};

/** @param {readonly import("@stryker-mutator/api/core").MutantResult[]} mutants */
function tallyOf(mutants) {
  const count = (/** @type {readonly string[]} */ statuses) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const noticed = count(["Killed", "Timeout"]);
  const all = noticed + count(["Survived", "NoCoverage"]);
  return { noticed, all, score: (100 * noticed) / Math.max(all, 1) };
}

/** @param {string} name @param {ReturnType<typeof tallyOf>} tally */
function lineOf(name, { noticed, all, score }) {
  return `${name}: ${score.toFixed(2)} % (${noticed} of ${all} mutants noticed)`;
}

const names = process.argv.slice(2);
const unknown = names.find((name) => !(name in PARTS));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}". The parts are: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(2);
}
const chosen = Object.entries(PARTS).filter(([name]) => names.length === 0 || names.includes(name));
const mutants = [];
const lines = [];
for (const [name, { minScore, ...part }] of chosen) {
  const results = await new Stryker({
    ...OPTIONS,
    ...part,
    jsonReporter: { fileName: `${REPORT}/${name}.json` },
  }).runMutationTest();
  mutants.push(...results);
  const tally = tallyOf(results);
  lines.push(lineOf(name, tally));
  if (tally.score >= minScore) continue;
  lines.push(`${name} is below ${minScore} %.`);
  process.exitCode = 1;
}
lines.push(lineOf("all", tallyOf(mutants)));
writeFileSync(`${REPORT}/scores.txt`, `${lines.join("\n")}\n`);
console.log(lines.join("\n"));
