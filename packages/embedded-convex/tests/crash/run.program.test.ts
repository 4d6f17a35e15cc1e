import { expect, it } from "vitest";
import { temporaryFolder } from "../support/temporaryFolder";
import { runCrashes } from "./run";

it("loses nothing and applies nothing twice when the server is killed ten times", async () => {
  const report = await runCrashes({
    dataDir: temporaryFolder(),
    seed: 20_260_314,
    kills: 10,
    checkEvery: 10,
  });
  expect(report.violations).toEqual([]);
  // Requests were in flight when the server was killed.
  expect(report.traffic.resent).toBeGreaterThan(0);
  expect(report.requests["uploads broken off"]).toBeGreaterThan(0);
}, 240_000);
