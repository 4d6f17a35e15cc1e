/**
 * A long fuzz run from the command line. FUZZ_MESSAGES (1,000,000), FUZZ_REQUESTS (100,000) and FUZZ_SEED configure it.
 * Prints a table; the exit code is 1 if it found a fault.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FuzzedApplication } from "./application";
import { fuzz, megabytes, type FuzzReport } from "./run";

export async function fuzzMain(application: FuzzedApplication): Promise<void> {
  const options = {
    messages: numberFrom("FUZZ_MESSAGES", 1_000_000),
    requests: numberFrom("FUZZ_REQUESTS", 100_000),
    seed: numberFrom("FUZZ_SEED", Date.now() % 2 ** 31),
  };
  // The real client throws in a callback when it receives an invalid message.
  process.on("uncaughtException", (error) => {
    console.log(`FAULT in a client: ${error.stack ?? error.message}`);
    process.exitCode = 1;
  });
  console.log(`FUZZ_SEED=${options.seed}`);
  const dataDir = mkdtempSync(join(tmpdir(), "fuzz-"));
  try {
    const report = await fuzz(application, {
      ...options,
      dataDir,
      onProgress: console.log,
    });
    print(report);
    if (report.faults.length > 0) process.exitCode = 1;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function numberFrom(name: string, defaultValue: number): number {
  const value = Number(process.env[name] ?? defaultValue);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} must be a whole number.`);
  return value;
}

function print({ tally, faults, logged, memory, ...o }: FuzzReport): void {
  const sorted = [...o.times].sort((a, b) => a - b);
  const at = (part: number) =>
    `${(sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1)} ms`;
  const counted = (counts: ReadonlyMap<string, number>, prefix = "") =>
    [...counts].sort().map(([name, count]) => [prefix + name, String(count)]);
  const rows = [
    ["messages", String(tally.messages)],
    ["requests", String(tally.requests)],
    ["connections", String(tally.connections)],
    ["seconds", o.seconds.toFixed(0)],
    ...counted(tally.counts),
    ...counted(logged, "log: "),
    ["live memory: warm, and each quarter", memory.map(({ live }) => megabytes(live)).join(", ")],
    ["resident memory: warm, and each quarter", memory.map(({ rss }) => megabytes(rss)).join(", ")],
    ["control client: round trips", String(sorted.length)],
    ["control client: median, p99, longest", [0.5, 0.99, 1].map(at).join(", ")],
  ];
  const width = Math.max(...rows.map(([name = ""]) => name.length));
  for (const [name = "", figure] of rows) console.log(`${name.padEnd(width)}  ${figure}`);
  for (const fault of faults) console.log(`FAULT ${fault}`);
  console.log(`${faults.length} faults`);
}
