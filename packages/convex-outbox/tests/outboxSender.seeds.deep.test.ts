// @vitest-environment node
/**
 * OUTBOX_SEEDS sets how many days are simulated, OUTBOX_FIRST_SEED the first seed. Days with uploads take longer: there
 * are a tenth as many.
 */
import { expect, it } from "vitest";
import { simulate } from "./simulation/simulate";
import { brokenClaims } from "./simulation/uploads";

const { OUTBOX_SEEDS = "20000", OUTBOX_FIRST_SEED = "1" } = process.env;
const SEEDS = Number(OUTBOX_SEEDS);
const UPLOAD_SEEDS = Math.ceil(SEEDS / 10);
const HOUR_MS = 60 * 60_000;

/** What went wrong on the days, by seed. */
async function failuresOf(
  count: number,
  run: (seed: number) => Promise<readonly string[] | void>,
): Promise<string[]> {
  const failed: string[] = [];
  const first = Number(OUTBOX_FIRST_SEED);
  for (let seed = first; seed < first + count; seed++)
    await run(seed).then(
      (wrong) => failed.push(...(wrong ?? [])),
      (error: unknown) => failed.push(`Seed ${seed}: ${String(error)}`),
    );
  return failed;
}

it(
  `after every step of ${SEEDS} simulated days each page shows each change once, in order, and no change waits for nothing`,
  { timeout: HOUR_MS },
  async () => {
    const run = async (seed: number) => void (await simulate(seed));
    expect(await failuresOf(SEEDS, run)).toEqual([]);
  },
);

it.each([false, true])(
  `after ${UPLOAD_SEEDS} simulated days each stored photo is uploaded and applied, and leaves nothing: faults of the disk %s`,
  { timeout: HOUR_MS },
  async (hasFaults) => {
    expect(await failuresOf(UPLOAD_SEEDS, (seed) => brokenClaims(seed, hasFaults))).toEqual([]);
  },
);
