import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import {
  defineConfig,
  type TestProjectConfiguration,
  type TestProjectInlineConfiguration,
} from "vitest/config";
import { loadEnv } from "vite";
import { CHUNK_GROUPS } from "./scripts/chunkGroups.ts";
import { firstPaint } from "./scripts/firstPaint.ts";
import { hostedFiles } from "./scripts/hostedFiles.ts";
import { plainLogs } from "./scripts/plainLogs.ts";
import { serviceWorker } from "./scripts/serviceWorker.ts";
import { downspoutServer } from "./server/dev/vitePlugin.ts";
import { checkEnv } from "./src/lib/env.ts";
import { convexTestChanges } from "./tests/support/convexTestChanges.ts";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const alias = [
  { find: "@domain", replacement: folder("./domain") },
  { find: "@convex", replacement: folder("./convex") },
  { find: "@", replacement: folder("./src") },
  // React has had what this shim brings since version 18.
  {
    find: "use-sync-external-store/shim/with-selector",
    replacement: "use-sync-external-store/with-selector",
  },
];

/** The deep tier. Programs are tests that spawn one: the system may end or delay it, so they have one more attempt. */
const DEEP = "deep.test.{ts,tsx}";
const PROGRAM = "program.test.ts";
const DEEP_TESTS = [`**/*.${DEEP}`, `**/*.${PROGRAM}`];

const PAGE: TestProjectInlineConfiguration["test"] = {
  environment: "jsdom",
  setupFiles: ["tests/support/dom.ts"],
  // A fresh document and module graph for every file, at half the cost of a fresh process.
  pool: "vmForks",
};

const TEST_PROJECTS: TestProjectConfiguration[] = [
  {
    extends: true,
    test: {
      name: "domain",
      environment: "node",
      include: ["tests/domain/**/*.test.ts"],
      exclude: DEEP_TESTS,
      // Pure functions: no state to isolate.
      isolate: false,
    },
  },
  {
    extends: true,
    test: {
      name: "node",
      environment: "node",
      pool: "threads",
      include: [
        "tests/*.test.ts",
        "tests/{server,hosted,parity,scripts}/**/*.test.ts",
        "packages/*/tests/**/*.test.{ts,tsx}",
      ],
      exclude: DEEP_TESTS,
    },
  },
  {
    extends: true,
    test: {
      name: "convex",
      environment: "edge-runtime",
      include: ["tests/convex/**/*.test.ts"],
      exclude: DEEP_TESTS,
      isolate: false,
    },
  },
  {
    extends: true,
    test: {
      ...PAGE,
      name: "src",
      include: ["tests/src/**/*.test.{ts,tsx}"],
      exclude: DEEP_TESTS,
    },
  },
  {
    extends: true,
    test: {
      name: "deep",
      environment: "node",
      include: [
        `tests/*.${DEEP}`,
        `tests/{domain,server,hosted,parity,scripts}/**/*.${DEEP}`,
        `packages/*/tests/**/*.${DEEP}`,
      ],
    },
  },
  {
    extends: true,
    test: {
      name: "deep programs",
      environment: "node",
      include: [`{tests,packages/*/tests}/**/*.${PROGRAM}`],
      retry: 1,
    },
  },
  {
    extends: true,
    test: {
      name: "deep convex",
      environment: "edge-runtime",
      include: [`tests/convex/**/*.${DEEP}`],
      isolate: false,
    },
  },
  {
    extends: true,
    test: {
      ...PAGE,
      name: "deep src",
      include: [`tests/src/**/*.${DEEP}`],
    },
  },
];

/** Whether the page is for Convex and Clerk. Throws if a setting of either is missing. */
function isHosted(mode: string): boolean {
  const variables = loadEnv(mode, folder("."), "VITE_");
  return checkEnv(variables).clerkPublishableKey !== null;
}

export default defineConfig(({ mode }) => ({
  plugins: [
    ...(mode === "test"
      ? [convexTestChanges()]
      : [
          plainLogs(),
          tanstackRouter({ target: "react", autoCodeSplitting: true }),
          isHosted(mode) ? hostedFiles(loadEnv(mode, folder("."), "VITE_")) : downspoutServer(),
          serviceWorker({
            isOn: loadEnv(mode, folder("."), "VITE_").VITE_SERVICE_WORKER !== "off",
          }),
        ]),
    react(),
    tailwindcss(),
    firstPaint({ isHosted: isHosted(mode) }),
  ],
  resolve: { alias },
  // Beside what else can be deleted, so that node_modules has packages only.
  cacheDir: ".cache/vite",
  build: {
    outDir: "dist/client",
    emptyOutDir: true,
    target: "es2022",
    // e2e/firstLoad.spec.ts has the budgets. Without this, each build advises to split the code
    // further.
    chunkSizeWarningLimit: 600,
    // A browser without module preloading loads the same files later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // On a busy machine it would print, with codes of colors, how long each plugin took.
      checks: { bundlerTimings: false },
      // No code of the page has a getter that does something: 300 bytes less of the first load.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // The first script names most other files. In base 64 their hashes are 300 bytes more of the first load.
        hashCharacters: "hex",
        codeSplitting: {
          groups: CHUNK_GROUPS,
        },
      },
    },
  },
  test: {
    // Limits for a test that hangs. They are no measure of speed: one fsync can take seconds on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // On two cores a third worker fills the time in which the others wait: a seventh of the whole run.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    setupFiles: ["tests/support/quietConsole.ts"],
    // So that the plugin for it runs.
    server: { deps: { inline: ["convex-test"] } },
    projects: TEST_PROJECTS,
  },
}));
