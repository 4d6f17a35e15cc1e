// @vitest-environment node
/** OUTBOX_SEEDS sets how many days are simulated, OUTBOX_FIRST_SEED the first seed. */
import { expect, it } from "vitest";
import { simulate } from "./simulation/simulate";

const { OUTBOX_SEEDS = "20000", OUTBOX_FIRST_SEED = "1" } = process.env;

it(
  `after every step of ${OUTBOX_SEEDS} simulated days each page shows each change once, in order, and no change waits for nothing`,
  { timeout: 60 * 60_000 },
  async () => {
    const failed: string[] = [];
    const first = Number(OUTBOX_FIRST_SEED);
    for (let seed = first; seed < first + Number(OUTBOX_SEEDS); seed++) {
      await simulate(seed).catch((error: unknown) => {
        failed.push(`Seed ${seed}: ${String(error)}`);
      });
    }
    expect(failed).toEqual([]);
  },
);
