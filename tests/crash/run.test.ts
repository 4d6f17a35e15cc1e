import { beforeAll, expect, it } from "vitest";
import { aDataFolder, buildServer } from "../support/serverProcess";
import { runCrashes } from "./run";

beforeAll(buildServer);

it("loses nothing and does nothing twice when the server is killed ten times", async () => {
  const report = await runCrashes({
    dataDir: aDataFolder(),
    seed: 20_260_314,
    kills: 10,
    checkEvery: 10,
  });
  expect(report.violations).toEqual([]);
  // It was worth the while: there was work in flight when the kills came.
  expect(report.traffic.sentAgain).toBeGreaterThan(0);
  expect(report.asked["uploads broken off"]).toBeGreaterThan(0);
}, 180_000);
