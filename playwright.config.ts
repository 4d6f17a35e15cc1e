import { tmpdir } from "node:os";
import { defineConfig } from "@playwright/test";
import { daytimeZone } from "./e2e/support/browserZone";
import { chromiumLaunch } from "./e2e/support/chromium";

process.env.TMPDIR ??= tmpdir();
// Playwright sets FORCE_COLOR in its workers. With both, each program of Node that a test runs
// begins with a warning.
if (process.env.FORCE_COLOR !== undefined) delete process.env.NO_COLOR;

/**
 * In these deep specs a failure means that something was lost, doubled or shown to the wrong person. They have one more
 * attempt, with the same seed; the others have two. Either is named at the end of the run.
 */
const LOSSES = "{killedPhone,signOutElsewhere,tornRecord,twoDevices,workingDay}";
const ofLosses = { retries: 1, metadata: { isLoss: true } };

// The workers of all attempts inherit it.
process.env.PHONE_SEED ??= String(Date.now() % 1_000_000);

/** The archive does not run on Node 20, whose SQLite driver is a native module. */
const notOfThisNode = process.versions.node.startsWith("20.") ? ["**/package.deep.spec.ts"] : [];

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: true,
  // A test waits for the server, the disk and timers half of its time.
  workers: 2,
  retries: 2,
  forbidOnly: process.env.CI !== undefined,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  projects: [
    {
      name: "one machine",
      testIgnore: ["**/e2e/hosted/**", "**/*.deep.spec.ts", "**/*.long.spec.ts"],
    },
    // First, since they take longest.
    {
      ...ofLosses,
      name: "deep, losses",
      testMatch: `**/e2e/${LOSSES}.deep.spec.ts`,
    },
    {
      name: "deep",
      testMatch: "**/*.deep.spec.ts",
      testIgnore: ["**/e2e/hosted/**", `**/${LOSSES}.deep.spec.ts`, ...notOfThisNode],
    },
    // Longer than the deep tier: npm run test:kills.
    { name: "long", retries: 0, testMatch: "**/*.long.spec.ts" },
    { name: "hosted client", testMatch: "**/e2e/hosted/*.setup.ts" },
    {
      name: "hosted deep",
      testMatch: "**/e2e/hosted/*.deep.spec.ts",
      testIgnore: `**/${LOSSES}.deep.spec.ts`,
      dependencies: ["hosted client"],
    },
    {
      ...ofLosses,
      name: "hosted deep, losses",
      testMatch: `**/e2e/hosted/${LOSSES}.deep.spec.ts`,
      dependencies: ["hosted client"],
    },
  ],
  use: {
    launchOptions: await chromiumLaunch(),
    // A trace of every test costs a sixth of the time: ask for it with --trace retain-on-failure.
    trace: "off",
    screenshot: "only-on-failure",
    locale: "en-US",
    timezoneId: daytimeZone(),
    contextOptions: { reducedMotion: "reduce" },
    // Playwright cannot intercept what a service worker answers. The specs of the worker allow it.
    serviceWorkers: "block",
  },
});
