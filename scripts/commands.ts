/** Every command of package.json: what it takes, what its `--help` prints, and what runs it. */

export interface Command {
  /** For `--help`, in full sentences. */
  readonly about: string;
  /** None are accepted without this. */
  readonly positionals?: {
    readonly usage: string;
    readonly min?: number;
    readonly max: number;
    readonly choices?: readonly string[];
    /** In place of the sentence that repeats an argument that is too much. */
    readonly surplus?: string;
  };
  readonly options?: Readonly<Record<string, Option>>;
  /** Positional arguments before those that are given. */
  readonly fixed?: readonly string[];
  /** What cannot be had back afterwards: asks first, unless `--yes` is given. */
  readonly destroys?: string;
  /** Exports `main`, which gets the arguments. */
  readonly module?: string;
  /** Programs of node_modules that run before the module, one after another, with the arguments. */
  readonly tools?: readonly (readonly [path: string, ...args: string[]])[];
}

interface Option {
  readonly about: string;
  /** What stands for its value in the help. An option without one is a flag. */
  readonly value?: string;
  readonly short?: string;
}

const SETTINGS =
  "Its settings, such as PORT and DATA_DIR, are environment variables or lines of .env: README.md has the list.";
const FILES = { usage: "[file ...]", max: Infinity };
const ONLY_AND_MAPPING: Command["options"] = {
  only: { value: "<workspace>", about: "takes the data of one workspace" },
  mapping: {
    value: "<file.json>",
    about: "an object from old workspace ids to new ones",
  },
};

const VITEST = "node_modules/vitest/vitest.mjs";
const PLAYWRIGHT = "node_modules/@playwright/test/cli.js";
const OXFMT = "node_modules/oxfmt/bin/oxfmt";

/** For those who run the product. */
const OPERATION: Readonly<Record<string, Command>> = {
  start: {
    about: `Builds what has changed, then starts the server. ${SETTINGS}`,
    module: "scripts/start.ts",
  },
  demo: {
    about:
      "Opens a made-up office on a temporary folder, for one browser, by a link that works once. Nothing is kept.",
    module: "scripts/demo.ts",
  },
  build: {
    about:
      "Builds what has changed: the client into dist/client, the server into dist/server.",
    positionals: {
      usage: "[client] [server]",
      max: 2,
      choices: ["client", "server"],
    },
    module: "scripts/build.ts",
  },
  export: {
    about:
      "Writes the data as a ZIP file for npx convex import. The server must be stopped.",
    positionals: { usage: "<file.zip>", max: 1 },
    options: {
      ...ONLY_AND_MAPPING,
      workspaces: { about: "lists the workspaces, and writes nothing" },
    },
    module: "scripts/export.ts",
  },
  import: {
    about:
      "Reads a ZIP file of npx convex export --include-file-storage or npm run export into a data folder without data. The server must be stopped.",
    positionals: { usage: "<file.zip>", min: 1, max: 1 },
    options: ONLY_AND_MAPPING,
    module: "scripts/import.ts",
  },
  merge: {
    about:
      "Writes an export of a deployment in which the data of one office is that of another export (docs/hosted-operations.md). Needs --only.",
    positionals: {
      usage: "<deployment.zip> <from.zip> <result.zip>",
      min: 3,
      max: 3,
    },
    options: ONLY_AND_MAPPING,
    module: "scripts/merge.ts",
  },
  backup: {
    about:
      "Writes all of DATA_DIR into one verified file. The server may be running.",
    positionals: { usage: "<file.zip>", min: 1, max: 1 },
    module: "scripts/backup.ts",
  },
  restore: {
    about:
      "Restores a backup, or a folder of DATA_DIR/backups, into a DATA_DIR without data.",
    positionals: {
      usage: "<file.zip, or a folder of backups>",
      min: 1,
      max: 1,
    },
    module: "scripts/restore.ts",
  },
  "end-sessions": {
    about:
      "Signs everyone out and replaces all keys of DATA_DIR, after a restore or a theft. The server must be stopped.",
    destroys:
      "This signs everyone out on every device and replaces all keys of DATA_DIR.",
    module: "scripts/endSessions.ts",
  },
  "reset-password": {
    about:
      "Sets a new password for a teammate, generated and printed, and signs them out everywhere. The server may be running.",
    positionals: {
      usage: "EMAIL",
      min: 1,
      max: 1,
      surplus:
        "Do not pass the password as an argument: other users of this machine can read it. Nothing was changed",
    },
    options: {
      stdin: { about: "reads the password from the terminal or a pipe" },
    },
    module: "scripts/resetPassword.ts",
  },
  "keep-releases": {
    about:
      "Before an upload of the hosted client, adds the files of the releases before, for pages that are open.",
    positionals: { usage: "https://desk.example.com", min: 1, max: 1 },
    module: "scripts/keepReleases.ts",
  },
};

/** For those who change it. */
const DEVELOPMENT: Readonly<Record<string, Command>> = {
  dev: {
    about: `Starts Vite with the server inside. ${SETTINGS}`,
    options: {
      port: { value: "<number>", about: "of the page, by default 5173" },
      host: { value: "<address>", about: "to listen on" },
      open: { about: "opens the page in a browser" },
    },
    tools: [["node_modules/vite/bin/vite.js"]],
  },
  "dev:hosted": {
    about:
      "Starts Vite with a Convex deployment, which gets each saved function (docs/hosting.md).",
    module: "scripts/devHosted.ts",
  },
  test: {
    about:
      "Runs the fast tier of the tests: lint, types, unit, build and end-to-end tests. deep adds the deep tier.",
    positionals: { usage: "[deep]", max: 1, choices: ["deep"] },
    fixed: ["fast"],
    module: "scripts/test.ts",
  },
  "test:deep": {
    about: "Runs the deep tier of the tests.",
    fixed: ["deep"],
    module: "scripts/test.ts",
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
    tools: [
      [
        "node_modules/tsx/dist/cli.mjs",
        "packages/embedded-convex/tests/crash/main.ts",
      ],
    ],
  },
  "test:parity": {
    about:
      "Runs the parity list on our server, or on Convex if CONVEX_SELF_HOSTED_URL is set (.github/workflows/parity.yml).",
    tools: [
      [VITEST, "run", "--project=deep", "tests/parity/deployment.test.ts"],
    ],
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
  "test:attack": {
    about:
      "Plays the attacks, or those whose name contains the argument, beside a working client, and prints that client's latency. ATTACK_SECONDS is a variable.",
    positionals: { usage: "[part of a name]", max: 1 },
    module: "bench/attack.ts",
  },
  bench: {
    about:
      "Measures the built server with real clients: throughput, live, uploads, idle, churn, growth, field, office, page, or those named. Writes .cache/bench/results.json.",
    positionals: { usage: "[part ...]", max: Infinity },
    module: "bench/main.ts",
  },
  lint: {
    about: "Runs oxlint, ESLint and knip, and checks the workflow files.",
    tools: [
      ["node_modules/oxlint/bin/oxlint", "."],
      [
        "node_modules/eslint/bin/eslint.js",
        "domain",
        "convex",
        "--max-warnings=0",
        "--report-unused-disable-directives",
      ],
      ["node_modules/knip/bin/knip.js"],
    ],
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
  codegen: {
    about: "Writes convex/_generated without a Convex deployment.",
    module: "scripts/codegen.ts",
  },
  "spec-coverage": {
    about: "Writes docs/spec-coverage.md from the tests.",
    module: "scripts/specCoverage.ts",
  },
  pictures: {
    about: "Takes the pictures of README.md from the demo, into docs/pictures.",
    module: "scripts/pictures.ts",
  },
  "check:audit": {
    about:
      "Audits runtime dependencies. Exits with 3 if the registry has no audit endpoint.",
    module: "scripts/audit.ts",
  },
};

export const COMMANDS: Readonly<Record<string, Command>> = {
  ...OPERATION,
  ...DEVELOPMENT,
};
