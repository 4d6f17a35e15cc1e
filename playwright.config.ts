import { tmpdir } from "node:os";
import { defineConfig } from "@playwright/test";
import { daytimeZone } from "./e2e/support/browserZone";
import { chromiumLaunch } from "./e2e/support/chromium";

process.env.TMPDIR ??= tmpdir();

/** Of the deep tier. npm test names every test that needed its second attempt: it is mended like a failed one. */
const retries = process.env.CI === undefined ? 0 : 1;

/** The archive does not run on Node 20, whose SQLite driver is a native module. */
const notOfThisNode = process.versions.node.startsWith("20.")
  ? ["**/package.deep.spec.ts"]
  : [];

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: true,
  // A test waits for the server, the disk and timers half of its time.
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  projects: [
    {
      name: "one machine",
      testIgnore: [
        "**/e2e/hosted/**",
        "**/*.deep.spec.ts",
        "**/*.long.spec.ts",
      ],
    },
    {
      name: "deep",
      retries,
      testMatch: "**/*.deep.spec.ts",
      testIgnore: ["**/e2e/hosted/**", ...notOfThisNode],
    },
    // Longer than the deep tier: npm run test:kills.
    { name: "long", testMatch: "**/*.long.spec.ts" },
    { name: "hosted client", testMatch: "**/e2e/hosted/*.setup.ts" },
    {
      name: "hosted",
      testMatch: "**/e2e/hosted/*.spec.ts",
      testIgnore: "**/*.deep.spec.ts",
      dependencies: ["hosted client"],
    },
    {
      name: "hosted deep",
      retries,
      testMatch: "**/e2e/hosted/*.deep.spec.ts",
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
