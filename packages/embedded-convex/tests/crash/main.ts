/**
 * `npm run test:crash`: a long run. CRASH_KILLS (200) is the number of kills, CRASH_SEED repeats the plan of an earlier
 * run. The exit code is 1 if there was a violation; the data folder is then kept.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runCrashes } from "./run";

const kills = Number(process.env.CRASH_KILLS ?? 200);
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);

// On a disk: the folder for temporary files may be in memory.
mkdirSync(".cache/crash", { recursive: true });
const dataDir = mkdtempSync(join(process.cwd(), ".cache/crash/data-"));
console.log(`CRASH_SEED=${seed} CRASH_KILLS=${kills}`);
const report = await runCrashes({
  dataDir,
  seed,
  kills,
  checkEvery: 10,
  onProgress: console.log,
});
const { violations } = report;
console.table({ ...report.kills });
console.table({ ...report.traffic, ...report.requests });
for (const violation of violations) console.log(`VIOLATION: ${violation}`);
console.log(`${violations.length} violations`);
if (violations.length === 0) rmSync(dataDir, { recursive: true });
else console.log(`The data folder is kept: ${dataDir}`);
process.exit(violations.length === 0 ? 0 : 1);
