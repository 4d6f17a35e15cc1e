// @vitest-environment node
import { expect, it } from "vitest";
import { PLANTED_BUGS } from "./simulation/plantedBugs";
import { simulate } from "./simulation/simulate";

const SEEDS = 300;

it(`after every step of ${SEEDS} simulated days each page shows each change once, in order, and no change waits for nothing`, async () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    await simulate(seed).catch((error: unknown) => {
      throw new Error(`Seed ${seed}`, { cause: error });
    });
  }
});

it("the simulation does the same again for the same seed", async () => {
  for (let seed = 1; seed <= 20; seed++) {
    expect(await simulate(seed)).toBe(await simulate(seed));
  }
});

it.each(Object.entries(PLANTED_BUGS))(
  "the simulation catches a sender that %s",
  async (_bug, plant) => {
    const run = async () => {
      for (let seed = 1; seed <= SEEDS; seed++) await simulate(seed, plant);
    };
    await expect(run()).rejects.toThrow(/^Change \d+/);
  },
);
