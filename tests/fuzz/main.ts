/**
 * `npm run test:fuzz`: the long form. FUZZ_MESSAGES, FUZZ_REQUESTS and FUZZ_SEED say how much and from which seed; it ends with a
 * table, and with 1 where something was found.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStale } from "../../scripts/build";
import { fuzz, megabytes, type FuzzReport } from "./run";

function numberFrom(name: string, otherwise: number): number {
  const value = Number(process.env[name] ?? otherwise);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`${name} must be a whole number.`);
  return value;
}

async function convexModules() {
  const names = readdirSync("convex").filter((name) => name.endsWith(".ts"));
  const loaded = names.map(async (name) => {
    const module = (await import(
      join(process.cwd(), "convex", name)
    )) as Record<string, unknown>;
    return [name.replace(/\.ts$/, ""), module] as const;
  });
  return Object.fromEntries(await Promise.all(loaded));
}

function print({
  tally,
  faults,
  logged,
  memory,
  times,
  seconds,
}: FuzzReport): void {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part: number) =>
    `${(sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1)} ms`;
  const rows: [string, string][] = [
    ["messages", String(tally.messages)],
    ["requests", String(tally.requests)],
    ["connections", String(tally.connections)],
    ["seconds", seconds.toFixed(0)],
    ...[...tally.counts]
      .sort()
      .map(([name, count]): [string, string] => [name, String(count)]),
    ...[...logged]
      .sort()
      .map(([name, count]): [string, string] => [
        `log: ${name}`,
        String(count),
      ]),
    [
      "live memory: warm, and each quarter",
      memory.map(({ live }) => megabytes(live)).join(", "),
    ],
    [
      "process memory: warm, and each quarter",
      memory.map(({ rss }) => megabytes(rss)).join(", "),
    ],
    ["canary: round trips", String(times.length)],
    ["canary: median, p99, longest", [0.5, 0.99, 1].map(at).join(", ")],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, figure] of rows)
    console.log(`${name.padEnd(width)}  ${figure}`);
  for (const fault of faults) console.log(`FAULT ${fault}`);
  console.log(
    faults.length === 0
      ? "No fault was found."
      : `${faults.length} faults were found.`,
  );
}

const options = {
  messages: numberFrom("FUZZ_MESSAGES", 1_000_000),
  requests: numberFrom("FUZZ_REQUESTS", 100_000),
  seed: numberFrom("FUZZ_SEED", Date.now() % 2 ** 31),
};
// The real client throws, out of anybody's reach, where it is told what it must not be told.
process.on("uncaughtException", (error) => {
  console.log(`FAULT met by a client: ${error.stack ?? error.message}`);
  process.exitCode = 1;
});
console.log(`seed ${options.seed}`);
await buildStale((name) => console.log(`Building the ${name} ...`));
const dataDir = mkdtempSync(join(tmpdir(), "fuzz-"));
try {
  const report = await fuzz({
    ...options,
    dataDir,
    modules: await convexModules(),
    onProgress: console.log,
  });
  print(report);
  if (report.faults.length > 0) process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
