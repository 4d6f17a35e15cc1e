/**
 * `npm run test:crash`: the long form. `CRASH_KILLS` says how many kills (200), `CRASH_SEED` repeats the plan of an earlier run.
 * Ends with 1 where anything was found; the data folder is then kept, to be looked at.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildStale } from "../../scripts/build";
import { runCrashes, type CrashReport } from "./run";

const kills = Number(process.env.CRASH_KILLS ?? 200);
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);

await buildStale((name) => console.log(`Building the ${name} ...`), ["server"]);
// On the disk where data would be, and not in memory.
mkdirSync(".cache/crash", { recursive: true });
const dataDir = mkdtempSync(join(process.cwd(), ".cache/crash/data-"));
console.log(`CRASH_SEED=${seed} CRASH_KILLS=${kills}`);
const report = await runCrashes({
  dataDir,
  seed,
  kills,
  checkEvery: 10,
  say: (line) => console.log(line),
});
print(report);
if (report.violations.length === 0) {
  rmSync(dataDir, { recursive: true });
} else {
  console.log(`The data folder is kept: ${dataDir}`);
}
process.exit(report.violations.length === 0 ? 0 : 1);

function print({ kills, checks, traffic, asked, ...o }: CrashReport): void {
  const killed = Object.values(kills).reduce((sum, count) => sum + count, 0);
  const rows = {
    kills: killed,
    ...Object.fromEntries(
      Object.entries(kills).map(([at, count]) => [`kills, ${at}`, count]),
    ),
    checks,
    "connections of clients": traffic.connections,
    "mutations sent": traffic.mutations,
    "mutations answered": traffic.answers,
    "mutations sent again": traffic.sentAgain,
    ...asked,
    seconds: Math.round(o.elapsedMs / 1000),
    violations: o.violations.length,
  };
  const widest = Math.max(...Object.keys(rows).map(({ length }) => length));
  for (const [name, count] of Object.entries(rows))
    console.log(`${name.padEnd(widest)}  ${count}`);
  for (const violation of o.violations) console.log(`VIOLATION: ${violation}`);
}
