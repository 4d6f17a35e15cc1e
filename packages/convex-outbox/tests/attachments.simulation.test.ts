// @vitest-environment node
import { expect, it } from "vitest";
import { brokenClaims } from "./simulation/uploads";

const SEEDS = 200;

it.each([false, true])(
  `after ${SEEDS} simulated days each stored photo is uploaded and applied, and leaves nothing: faults of the disk %s`,
  async (hasFaults) => {
    for (let seed = 1; seed <= SEEDS; seed += 1)
      expect(await brokenClaims(seed, hasFaults)).toEqual([]);
  },
);
