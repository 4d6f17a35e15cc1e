/**
 * Mutation testing of the code whose faults would cost people their work: the rules, the outbox, the history and the
 * committer of the runtime. CONTRIBUTING.md has the command, which runs in the root of the repository.
 */

/**
 * A run below it fails. Two points below the score of the last run of all, in percent; null accepts every score.
 *
 * @type {number | null}
 */
const MIN_SCORE = null;

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  mutate: [
    "domain/**/*.ts",
    // Made-up names and prices, which promise nothing.
    "!domain/{catalogue,fakeData,fakeDataInput,fakeNames,random}.ts",
    "src/lib/outbox/**/*.{ts,tsx}",
    "convex/model/history/**/*.ts",
    "packages/embedded-convex/src/store/committer.ts",
  ],
  testFiles: [
    "tests/domain/**/*.test.ts",
    "tests/src/lib/outbox/!(*.seeds).test.ts",
    "tests/convex/changes*.test.ts",
    "tests/convex/model/**/*.test.ts",
    "packages/embedded-convex/tests/store/committer.test.ts",
  ],
  plugins: [import.meta.resolve("@stryker-mutator/vitest-runner")],
  testRunner: "vitest",
  // Not the tests that import a mutated file: those above.
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
  tempDirName: ".cache/mutation/sandbox",
  reporters: ["clear-text", "progress", "json"],
  jsonReporter: { fileName: ".cache/mutation/report.json" },
  clearTextReporter: { reportTests: false, logTests: false },
  thresholds: { break: MIN_SCORE },
};
