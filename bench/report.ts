/**
 * Measures the built server with real clients, part after part. Three processes share the machine: the server, its
 * clients, and this one, which only waits. BENCH_DIR is the parent of the data folders (.cache/bench, because the
 * system's temporary folder may be in memory).
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { buildStale } from "../scripts/build";
import { type ClientProcess, withClients } from "./clientProcess";
import type { Row } from "./results";

/** By name. Each part has a fresh data folder, so that no part slows down the next. */
export type Parts = Readonly<Record<string, (clients: ClientProcess) => Promise<Row[]>>>;

/** Prints a table of the wanted parts, or of all, writes it to .cache/bench/<name>.json, and ends the process. */
export async function measureParts(
  name: string,
  parts: Parts,
  wanted: readonly string[],
): Promise<void> {
  await buildStale((part) => console.log(`Building the ${part} ...`), ["client", "server"]);
  mkdirSync(".cache/bench", { recursive: true });
  const loadBefore = loadavg()[0] ?? 0;
  console.log(
    `\n${cpus().length} x ${cpus()[0]?.model.trim() ?? "?"}, Node ${process.version}, load ${loadBefore.toFixed(1)} before`,
  );
  const results: Record<string, Row[]> = {};
  for (const [part, measure] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(part)) continue;
    console.log(`\nMeasuring ${part} ...`);
    const rows = await withClients(measure);
    results[part] = rows;
    print(rows);
  }
  const report = {
    at: new Date().toISOString(),
    node: process.version,
    loadBefore,
    results,
  };
  const path = `.cache/bench/${name}.json`;
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\nWrote ${path}`);
  // convex-test's timers of scheduled functions would keep the process alive for hours.
  process.exit();
}

function print(rows: readonly Row[]): void {
  const widest = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, figure, goal, isMet } of rows) {
    const verdict = isMet === null ? "" : `  [${isMet ? "met" : "MISSED"}: ${goal}]`;
    console.log(`${what.padEnd(widest)}  ${figure}${verdict}`);
  }
}
