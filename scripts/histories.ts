/**
 * `npm run test:histories`: runs 50 times as many random histories as `npm test`, with a new seed each time.
 * HISTORY_RUNS sets the factor, HISTORY_SEED the seed.
 */
import { spawnSync } from "node:child_process";

export function main(): void {
  const { HISTORY_RUNS = "50", HISTORY_SEED = String(Date.now() % 2 ** 31) } = process.env;

  console.log(`HISTORY_RUNS=${HISTORY_RUNS} HISTORY_SEED=${HISTORY_SEED}`);
  const { status } = spawnSync("npx vitest run .histories.deep .reruns.deep .pages.deep", {
    shell: true,
    stdio: "inherit",
    env: { ...process.env, HISTORY_RUNS, HISTORY_SEED },
  });
  process.exit(status ?? 1);
}
