/**
 * `npm run test:histories`: the random histories of the embedded server's tests, 50 times as many as in `npm test` and other ones each
 * time. HISTORY_RUNS says how many times as many, HISTORY_SEED which.
 */
import { spawnSync } from "node:child_process";

const { HISTORY_RUNS = "50", HISTORY_SEED = String(Date.now() % 2 ** 31) } =
  process.env;

console.log(`HISTORY_RUNS=${HISTORY_RUNS} HISTORY_SEED=${HISTORY_SEED}`);
const { status } = spawnSync(
  "npx vitest run .histories.test .reruns.test .pages.test",
  {
    shell: true,
    stdio: "inherit",
    env: { ...process.env, HISTORY_RUNS, HISTORY_SEED },
  },
);
process.exit(status ?? 1);
