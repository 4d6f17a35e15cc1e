// @vitest-environment node
import { expect, it } from "vitest";
import { simulateUploads } from "./simulation/uploads";

const SEEDS = 200;

it.each([false, true])(
  `after ${SEEDS} simulated days each stored photo is uploaded and applied, and leaves nothing: faults of the disk %s`,
  async (hasFaults) => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const day = await simulateUploads(seed, hasFaults);
      const lost = [...day.stored].filter((id) => !day.applied.has(id));
      const left = {
        rows: day.rows.map(({ id }) => id),
        bytes: [...day.bytes],
      };
      expect({ seed, lost, ...left }).toEqual({
        ...{ seed, lost: [], rows: [], bytes: [] },
      });
      // A full disk cannot record that a photo was uploaded.
      if (hasFaults) continue;
      const wrong = [...day.discarded].filter((id) => day.applied.has(id));
      expect({ seed, wrong }).toEqual({ seed, wrong: [] });
    }
  },
);
