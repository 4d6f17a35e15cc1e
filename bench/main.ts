/**
 * `npm run bench`: what the built server does for real clients, next to what the disk itself allows in the same run.
 *
 * Three processes share the machine, as they would in an office: the server, its clients, and this one, which waits. The table is
 * printed, and kept as JSON in .cache/bench/results.json.
 */
import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { buildStale } from "../scripts/build";
import type { Answer, Task } from "./clients";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const SUBSCRIBERS = 200;
const RESULTS = ".cache/bench/results.json";

interface Row {
  readonly what: string;
  readonly figure: string;
  readonly goal: string;
  readonly isMet: boolean | null;
}

await buildStale((name) => console.log(`Building the ${name} ...`), ["server"]);
// In the folder where data would be, not in one that may be memory.
mkdirSync(".cache/bench", { recursive: true });
const dataDir = mkdtempSync(
  join(process.env.BENCH_DIR ?? ".cache/bench", "data-"),
);
const server = await startServer(dataDir);
const clients = fork("bench/clients.ts", { execArgv: ["--import", "tsx"] });
try {
  const rows = await measure(server.url, clients, dataDir);
  print(rows);
} finally {
  clients.disconnect();
  server.child.kill("SIGKILL");
  await once(server.child, "exit");
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(
  url: string,
  clients: ChildProcess,
  folder: string,
): Promise<Row[]> {
  const ask = (task: Task) => askClients(clients, task);
  const [token, otherToken] = [
    await signUp(url, "one@example.com"),
    await signUp(url, "other@example.com"),
  ];
  const day = Date.UTC(2026, 10, 20);
  await ask({ type: "prepare", url, token, jobs: 50, day });

  const bareBefore = bareCommits(folder);
  const updates = (clients: number, field: "jobs_price" | "job_notes") =>
    timesOf(ask, { type: "updates", clients, seconds: SECONDS, field });
  const alone = await updates(1, "jobs_price");
  const many = await updates(50, "jobs_price");
  const manyNotes = await updates(50, "job_notes");
  const bareAfter = bareCommits(folder);
  const bare = (bareBefore + bareAfter) / 2;
  const live = await timesOf(ask, {
    type: "watch",
    subscribers: SUBSCRIBERS,
    changes: 50,
  });
  const runsBefore = await queryRuns(url);
  await ask({ type: "others", token: otherToken, changes: 100 });
  const reruns = (await queryRuns(url)) - runsBefore;

  const rateOf = ({ times, elapsedMs }: typeof alone) =>
    (times.length / elapsedMs) * 1000;
  const ratio = rateOf(many) / bare;
  const median = percentile(alone.times, 50);
  const p99 = percentile(live.times, 99);
  return [
    {
      what: "Bare better-sqlite3, one row a commit",
      figure: `${perSecond(bare)} (${perSecond(bareBefore)} before, ${perSecond(bareAfter)} after)`,
      goal: "",
      isMet: null,
    },
    {
      what: "jobs.update of a price, 1 client",
      figure: `${perSecond(rateOf(alone))}, ${(rateOf(alone) / bare).toFixed(2)} of bare`,
      goal: "",
      isMet: null,
    },
    {
      what: "jobs.update of a price, 50 clients",
      figure: `${perSecond(rateOf(many))}, ${ratio.toFixed(2)} of bare`,
      goal: ">= 0.5 of bare",
      isMet: ratio >= 0.5,
    },
    {
      what: "jobs.update of notes, which are searched, 50 clients",
      figure: `${perSecond(rateOf(manyNotes))}, ${(rateOf(manyNotes) / bare).toFixed(2)} of bare`,
      goal: "",
      isMet: null,
    },
    {
      what: "Round trip, 1 client, median",
      figure: `${median.toFixed(2)} ms (p99 ${percentile(alone.times, 99).toFixed(2)} ms)`,
      goal: "< 2 ms",
      isMet: median < 2,
    },
    {
      what: "Round trip, 50 clients, median",
      figure: `${percentile(many.times, 50).toFixed(2)} ms (p99 ${percentile(many.times, 99).toFixed(2)} ms)`,
      goal: "",
      isMet: null,
    },
    {
      what: `A change seen by ${SUBSCRIBERS} subscribers, p99`,
      figure: `${p99.toFixed(1)} ms (median ${percentile(live.times, 50).toFixed(1)} ms)`,
      goal: "<= 50 ms",
      isMet: p99 <= 50,
    },
    {
      what: "Queries rerun by 100 commits of another workspace",
      figure: String(reruns),
      goal: "0",
      isMet: reruns === 0,
    },
  ];
}

async function startServer(folder: string) {
  const child = spawn(process.execPath, ["dist/server/main.js"], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: "0",
      DATA_DIR: folder,
      SIGN_UPS: "open",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    const url = /^Downspout is ready at (\S+)\n/m.exec(said)?.[1];
    if (url === undefined) continue;
    // What its log says from here on must not fill the pipe.
    child.stdout.resume();
    return { child, url };
  }
  throw new Error(`The server ended, and said: ${said}`);
}

async function askClients(clients: ChildProcess, task: Task): Promise<Answer> {
  clients.send(task);
  const [answer] = (await Promise.race([
    once(clients, "message"),
    once(clients, "exit").then(() => {
      throw new Error("The clients ended.");
    }),
  ])) as [Answer];
  return answer;
}

async function timesOf(ask: (task: Task) => Promise<Answer>, task: Task) {
  const answer = await ask(task);
  if (!("times" in answer)) throw new Error("The clients measured nothing.");
  return answer;
}

async function signUp(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({
      name: "Bench",
      email,
      password: "correct horse battery",
    }),
  });
  if (!response.ok) throw new Error(await response.text());
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const answer = await fetch(`${url}/api/auth/token`, { headers: { cookie } });
  return ((await answer.json()) as { token: string }).token;
}

async function queryRuns(url: string): Promise<number> {
  const health = await fetch(`${url}/api/health`);
  return ((await health.json()) as { queryRuns: number }).queryRuns;
}

/** What the disk allows: one row changed and made durable, again and again, with nothing else to do. */
function bareCommits(folder: string): number {
  const file = join(folder, "bare.db");
  const database = new Database(file);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.exec(
    "CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, text TEXT)",
  );
  database.prepare("INSERT OR REPLACE INTO rows VALUES (1, '')").run();
  const update = database.prepare("UPDATE rows SET text = ? WHERE id = 1");
  const startedAt = performance.now();
  const until = startedAt + (SECONDS * 1000) / 2;
  let commits = 0;
  while (performance.now() < until) {
    update.run(`Turn ${commits} ${"x".repeat(300)}`);
    commits += 1;
  }
  const rate = (commits / (performance.now() - startedAt)) * 1000;
  database.close();
  return rate;
}

function percentile(times: readonly number[], percent: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  const at = Math.ceil((percent / 100) * sorted.length) - 1;
  return sorted[Math.max(at, 0)] ?? Number.NaN;
}

function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString("en-US")}/s`;
}

function print(rows: readonly Row[]): void {
  const widest = (cell: (row: Row) => string) =>
    Math.max(...rows.map((row) => cell(row).length));
  const [what, figure] = [
    widest((row) => row.what),
    widest((row) => row.figure),
  ];
  console.log(
    `\n${cpus().length} x ${cpus()[0]?.model.trim() ?? "?"}, Node ${process.version}\n`,
  );
  for (const row of rows) {
    const verdict =
      row.isMet === null ? "" : `${row.isMet ? "met" : "MISSED"}: ${row.goal}`;
    console.log(
      `${row.what.padEnd(what)}  ${row.figure.padEnd(figure)}  ${verdict}`.trimEnd(),
    );
  }
  const results = { at: new Date().toISOString(), node: process.version, rows };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  console.log(`\nKept in ${RESULTS}`);
}
