/** The commands for those who change the product. */
import { SETTINGS, type Command } from "./commandDeclaration";

const FILES = { usage: "[file ...]", max: Infinity };
const BENCH_PARTS = ["throughput", "live", "uploads", "page"];
const ACCEPTANCE_PARTS = ["idle", "churn", "imports", "growth", "field", "office"];

const VITEST = "node_modules/vitest/vitest.mjs";
const PLAYWRIGHT = "node_modules/@playwright/test/cli.js";
const OXFMT = "node_modules/oxfmt/bin/oxfmt";

export const DEVELOPMENT: Readonly<Record<string, Command>> = {
  dev: {
    about: `Starts Vite with the server inside. ${SETTINGS}`,
    options: {
      port: { value: "<number>", about: "of the page, by default 5173" },
      host: { value: "<address>", about: "to listen on" },
      open: { about: "opens the page in a browser" },
    },
    tools: [["node_modules/vite/bin/vite.js"]],
    serves: true,
  },
  "dev:hosted": {
    about:
      "Starts Vite with a Convex deployment, which gets each saved function (docs/hosting.md).",
    module: "scripts/devHosted.ts",
    serves: true,
  },
  test: {
    about:
      "Runs the fast tier of the tests: lint, types, unit, build and browser tests. deep adds the deep tier, changed those of its tests that the changes need.",
    positionals: {
      usage: "[deep | changed]",
      max: 1,
      choices: ["deep", "changed"],
    },
    fixed: ["fast"],
    module: "scripts/test.ts",
  },
  "test:deep": {
    about: "Runs the deep tier of the tests.",
    fixed: ["deep"],
    module: "scripts/test.ts",
  },
  "test:repeat": {
    about:
      "Runs the tests of a file, or with a title, many times and without further attempts. Prints how often each passed, and its first error.",
    positionals: { usage: "<file or title>", min: 1, max: 1 },
    options: {
      times: { value: "<number>", about: "by default 20" },
      busy: {
        about: "beside a busy loop on every core, in browsers of a quarter of the speed",
      },
    },
    module: "scripts/testing/repeat.ts",
  },
  "test:unit": {
    about:
      "Runs all unit, backend, component and parity tests, or those named. npx vitest has more options.",
    positionals: FILES,
    options: {
      testNamePattern: {
        short: "t",
        value: "<pattern>",
        about: "the tests whose name contains it",
      },
      project: { value: "<name>", about: "one of vite.config.ts" },
    },
    tools: [[VITEST, "run"]],
  },
  "test:e2e": {
    about:
      "Runs all end-to-end tests against the last build, or those named. npx playwright has more options.",
    positionals: FILES,
    options: {
      project: { value: "<name>", about: "one of playwright.config.ts" },
      grep: { short: "g", value: "<pattern>", about: "in titles" },
      workers: { value: "<number>", about: "tests that run at a time" },
      trace: { value: "<mode>", about: "such as retain-on-failure" },
      headed: { about: "shows the browser" },
    },
    tools: [[PLAYWRIGHT, "test"]],
  },
  "test:kills": {
    about:
      "Kills the browser of a crew's phone while it works, and checks the data. PHONE_KILLS (200) and PHONE_SEED are variables.",
    tools: [[PLAYWRIGHT, "test", "--project=long"]],
  },
  "test:crash": {
    about:
      "Kills the embedded runtime while clients work, and checks the data. CRASH_KILLS (200) and CRASH_SEED are variables.",
    tools: [["node_modules/tsx/dist/cli.mjs", "packages/embedded-convex/tests/crash/main.ts"]],
  },
  "test:parity": {
    about:
      "Runs the parity list on our server, or on Convex if CONVEX_SELF_HOSTED_URL is set (.github/workflows/parity.yml).",
    tools: [[VITEST, "run", "--project=deep", "tests/parity/deployment.deep.test.ts"]],
  },
  "test:histories": {
    about:
      "Runs 50 times as many random histories as npm test. HISTORY_RUNS and HISTORY_SEED are variables.",
    module: "scripts/histories.ts",
  },
  "test:fuzz": {
    about:
      "Sends a million malformed messages and requests. FUZZ_MESSAGES, FUZZ_REQUESTS and FUZZ_SEED are variables.",
    module: "tests/fuzz/main.ts",
  },
  "test:text": {
    about:
      "Prints the processor time of each public function with hostile texts of 4,000 bytes and 1 MiB, or of the sizes given.",
    positionals: { usage: "[bytes ...]", max: Infinity },
    module: "tests/hostileTextTimes.ts",
  },
  "test:planted": {
    about:
      "Plants known faults in a copy of the code, one at a time, and says which ones no test notices. An argument chooses those whose sentence contains it.",
    positionals: { usage: "[part of a sentence]", max: 1 },
    module: "tests/plantedFaults/main.ts",
  },
  "test:recipe": {
    about:
      "Adds a field to a copy of the code by CONTRIBUTING.md's recipe, and checks types and a test of the whole field.",
    module: "tests/recipe/main.ts",
  },
  "test:attack": {
    about:
      "Plays the attacks, or those whose name contains the argument, beside a working client, and prints that client's latency. ATTACK_SECONDS and ATTACK_JOBS are variables.",
    positionals: { usage: "[part of a name]", max: 1 },
    module: "tools/bench/attack.ts",
  },
  bench: {
    about: `Measures the built server with real clients: ${BENCH_PARTS.join(", ")}, or those named. Writes .cache/bench/results.json.`,
    positionals: {
      usage: "[part ...]",
      max: Infinity,
      choices: BENCH_PARTS,
    },
    module: "bench/main.ts",
  },
  acceptance: {
    about: `Holds the built server and page against their goals (tools/bench/README.md): ${ACCEPTANCE_PARTS.join(", ")}, or those named. Writes .cache/bench/acceptance.json.`,
    positionals: {
      usage: "[part ...]",
      max: Infinity,
      choices: ACCEPTANCE_PARTS,
    },
    module: "tools/bench/main.ts",
  },
  lint: {
    about: "Runs oxlint and knip, and checks the workflow files.",
    tools: [["node_modules/oxlint/bin/oxlint", "."], ["node_modules/knip/bin/knip.js"]],
    module: "scripts/lintWorkflows.ts",
  },
  types: {
    about: "Checks the types of every project.",
    tools: [["node_modules/typescript-7/bin/tsc", "-b"]],
  },
  format: {
    about: "Formats every file, or those named.",
    positionals: FILES,
    tools: [[OXFMT]],
  },
  "format:check": {
    about: "Says which files npm run format would change.",
    positionals: FILES,
    tools: [[OXFMT, "--check"]],
  },
  "package:runtime": {
    about:
      "Builds packages/embedded-convex as others install it, and writes its archive to dist/embedded-convex.",
    module: "scripts/packageRuntime.ts",
  },
  codegen: {
    about: "Writes convex/_generated without a Convex deployment.",
    module: "scripts/codegen.ts",
  },
  "spec-coverage": {
    about: "Writes docs/spec-coverage.md from the tests.",
    module: "scripts/specCoverage.ts",
  },
  pictures: {
    about:
      "Takes the pictures of README.md from the demo, into docs/pictures. all takes every screen and dialog in all sizes, states and themes and on paper, into .cache/pictures; with a name, those whose name contains it.",
    positionals: { usage: "[all [name]]", max: 2 },
    module: "scripts/pictures.ts",
  },
  "check:audit": {
    about: "Audits runtime dependencies. Exits with 3 if the registry has no audit endpoint.",
    module: "scripts/audit.ts",
  },
};
