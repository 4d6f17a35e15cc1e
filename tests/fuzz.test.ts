import { beforeAll, describe, expect, it } from "vitest";
import { loadModules } from "../server/modules";
import { growthFault } from "./fuzz/growth";
import { fuzz } from "./fuzz/run";
import { aDataFolder, buildServer } from "./support/serverProcess";

beforeAll(buildServer);

describe("the built server under attack", () => {
  it("answers 20,000 spoiled messages and requests, and disturbs nobody", async () => {
    const { faults, tally, memory, times } = await fuzz({
      messages: 18_000,
      requests: 2_000,
      seed: 20_261_120,
      dataDir: aDataFolder(),
      modules: loadModules(),
    });
    expect(faults).toEqual([]);
    expect(tally.messages).toBeGreaterThanOrEqual(18_000);
    expect(tally.requests).toBeGreaterThanOrEqual(2_000);
    expect(memory).toHaveLength(5);
    // All of it happened: functions were reached, connections were ended, and somebody worked meanwhile.
    for (const kind of [
      "MutationResponse, done",
      "MutationResponse, refused",
      "ActionResponse, done",
      "Transition",
      "AuthError",
      "closed with 1002",
      "closed with 1007",
      "raw websocket ended",
      "HTTP 200",
      "HTTP 400",
      "HTTP 404",
      "HTTP 560",
    ]) {
      expect(tally.counts.get(kind), kind).toBeGreaterThan(5);
    }
    expect(times.length).toBeGreaterThan(100);
  }, 240_000);
});

describe("memory", () => {
  const MB = 2 ** 20;
  const curve = (...live: number[]) =>
    live.map((megabytes) => ({
      live: megabytes * MB,
      rss: (100 + megabytes) * MB,
      cpu: 1,
    }));

  it("may grow with what is kept for good, and not with what is said", () => {
    expect(growthFault(curve(30, 33, 36, 38, 38), 20_000)).toEqual([]);
    // A kilobyte for each message.
    expect(growthFault(curve(30, 35, 40, 45, 50), 20_000)).toHaveLength(1);
    // A small object for each of a million.
    expect(growthFault(curve(30, 55, 80, 105, 130), 1_000_000)).toHaveLength(1);
  });

  it("that was not measured to the end is a fault", () => {
    expect(growthFault([], 1)).toEqual([
      "The memory was not measured to the end.",
    ]);
  });
});
