/**
 * `npm run bench [-- PART ...]`: measures the built server with real clients, and the disk's own rates in the same run.
 *
 * Three processes share the machine: the server, its clients, and this one, which only waits. Prints a table and writes
 * it as JSON to .cache/bench/results.json. BENCH_SECONDS sets how long each rate is measured (4), BENCH_DIR the parent
 * of the data folders (.cache/bench, because the system's temporary folder may be in memory).
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { buildStale } from "../scripts/build";
import type { Arguments } from "../scripts/commandLine";
import { churn, INSPECTED } from "../tools/bench/churn";
import { type ClientProcess, withClients } from "./clientProcess";
import { field } from "../tools/bench/field";
import { growth } from "../tools/bench/growth";
import { idle } from "../tools/bench/idle";
import { imports } from "../tools/bench/imports";
import { live } from "./live";
import { office } from "../tools/bench/office";
import { page } from "./page";
import type { Row } from "./results";
import { withServer } from "./server";
import { throughput } from "./throughput";
import { uploads } from "./uploads";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const RESULTS = ".cache/bench/results.json";

/** Each part has a fresh data folder, so that no part slows down the next. */
const PARTS: Readonly<
  Record<string, (clients: ClientProcess) => Promise<Row[]>>
> = {
  throughput: (clients) =>
    withServer((server) => throughput(server, clients, SECONDS)),
  live: (clients) => withServer((server) => live(server, clients)),
  uploads: (clients) => withServer((server) => uploads(server, clients)),
  idle: (clients) => withServer((server) => idle(server, clients)),
  churn: (clients) => withServer((server) => churn(server, clients), INSPECTED),
  imports: () => withServer(imports),
  growth,
  field,
  office,
  page,
};

export async function main({ positionals: wanted }: Arguments): Promise<void> {
  await buildStale(
    (name) => console.log(`Building the ${name} ...`),
    ["client", "server"],
  );
  mkdirSync(".cache/bench", { recursive: true });
  const loadBefore = loadavg()[0] ?? 0;
  console.log(
    `\n${cpus().length} x ${cpus()[0]?.model.trim() ?? "?"}, Node ${process.version}, load ${loadBefore.toFixed(1)} before`,
  );
  const results: Record<string, Row[]> = {};
  for (const [name, measure] of Object.entries(PARTS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`\nMeasuring ${name} ...`);
    const rows = await withClients(measure);
    results[name] = rows;
    print(rows);
  }
  const report = {
    at: new Date().toISOString(),
    node: process.version,
    loadBefore,
    results,
  };
  writeFileSync(RESULTS, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\nWrote ${RESULTS}`);
  // convex-test's timers of scheduled functions would keep the process alive for hours.
  process.exit();
}

function print(rows: readonly Row[]): void {
  const widest = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, figure, goal, isMet } of rows) {
    const verdict =
      isMet === null ? "" : `  [${isMet ? "met" : "MISSED"}: ${goal}]`;
    console.log(`${what.padEnd(widest)}  ${figure}${verdict}`);
  }
}
