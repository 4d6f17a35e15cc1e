import { runCrew, type RunOptions, type RunReport } from "./crewRun";
import { takePhoto, type PhotoFile } from "./photos";
import { expect, test } from "./test";

/** A small photo, because the shrinking of large ones has its own tests. */
export const crewTest = test.extend<{ readonly photo: PhotoFile }>({
  photo: async ({ browser }, use) =>
    use(await takePhoto(browser, { name: "front.jpg", width: 640, height: 480 })),
});

/**
 * Each run has a new random plan (playwright.config.ts), and each repetition another one. PHONE_SEED repeats an earlier
 * plan; its times differ from machine to machine.
 */
export function newSeed(): number {
  return Number(process.env.PHONE_SEED) + test.info().repeatEachIndex;
}

/** Fails with each change that was lost, applied twice, or still waits, and with each uncaught error of a page. */
export async function expectNothingLost(options: RunOptions): Promise<RunReport> {
  const report = await runCrew(options);
  const { violations, totals, kills, cuts, storeFaults } = report;
  console.log(
    `PHONE_SEED=${options.seed}: ${kills} kills, ${cuts} times another line than GOOD, ${storeFaults} faults of the store. Seen to be kept: ${JSON.stringify(totals)}`,
  );
  expect(violations, `PHONE_SEED=${options.seed}`).toEqual([]);
  expect(kills).toBe(options.kills);
  return report;
}
