/**
 * The server restarts while an office has its pages open, all behind one address: how soon each page is back, without
 * the gate, and what a person of another office gets meanwhile.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { runBuiltServer } from "../../tests/support/builtServer";
import { signUp } from "../../tests/support/people";
import type { OpenPagesReport } from "./openPages";
import { percentile } from "../../bench/results";
import { inFolder } from "../../bench/server";
import { Worker } from "./worker";

const PEOPLE = 15;
const PAGES = 200;
const MAX_BACK_MS = 10_000;

export const RESTART = `restart: ${PAGES} open pages of one address`;

interface Restart extends OpenPagesReport {
  readonly quiet: readonly number[];
  /** The latencies from the end of the restart on. */
  readonly latencies: readonly number[];
}

export async function measureRestart(): Promise<Restart> {
  return await inFolder(async (folder) => {
    const port = await freePort();
    const children: ChildProcess[] = [];
    const start = () => {
      const server = runBuiltServer({
        DATA_DIR: folder,
        PORT: String(port),
        SIGN_UPS: "open",
        LOG_LEVEL: "error",
        NODE_ENV: "production",
        PUBLIC_URL: "https://desk.example.com",
      });
      children.push(server.child);
      return server;
    };
    const openPages = () => {
      const file = "tools/bench/openPages.ts";
      const child = spawn(process.execPath, ["--import", "tsx", file], {
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      children.push(child);
      return child;
    };
    try {
      return await restart(start, openPages);
    } finally {
      for (const child of children) child.kill("SIGKILL");
    }
  });
}

async function restart(
  start: () => ReturnType<typeof runBuiltServer>,
  openPages: () => ChildProcess,
): Promise<Restart> {
  const first = start();
  const url = await first.ready;
  const person = await signUp(url, "worker@example.com");
  const cookies: string[] = [];
  for (let at = 0; at < PEOPLE; at += 1)
    cookies.push((await signUp(url, `person${at}@example.com`)).cookie);
  const pages = openPages();
  const ofPages = Array.from({ length: PAGES }, (_, at) => at % PEOPLE);
  pages.send({ url, cookies: ofPages.map((at) => cookies[at]) });
  await once(pages, "message");
  const before = await Worker.start(url, person);
  const quiet = await before.work();
  await before.stop();
  first.child.kill("SIGTERM");
  await first.ended;
  await start().ready;
  pages.send("restarted");
  const after = await Worker.start(url, person);
  const latencies = await after.work();
  await after.stop();
  pages.send("report");
  const [report] = (await once(pages, "message")) as [OpenPagesReport];
  return { quiet, latencies, ...report };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

export function restartText(
  { quiet, latencies, backMs, gates }: Restart,
  maxP99: (quiet: readonly number[]) => number,
): { readonly line: string; readonly isMet: boolean } {
  const p99 = (times: readonly number[]) => percentile(times, 99).toFixed(0);
  const slowestMs = Math.max(...backMs);
  const checks: [string, boolean][] = [
    ["latency of others", percentile(latencies, 99) <= maxP99(quiet)],
    ["pages back", backMs.length === PAGES && slowestMs <= MAX_BACK_MS],
    ["gate", gates === 0],
  ];
  const misses = checks.filter(([, isMet]) => !isMet).map(([what]) => what);
  const line = [
    RESTART.padEnd(48),
    `p50 ${percentile(latencies, 50).toFixed(0)} ms`.padEnd(12),
    `p99 ${p99(latencies)} ms (quiet ${p99(quiet)} ms)`.padEnd(30),
    `${backMs.length} pages back, the slowest after ${slowestMs.toFixed(0)} ms, ${gates} at the gate`,
    misses.length === 0 ? "" : `[MISSED: ${misses.join(", ")}]`,
  ].join("  ");
  return { line, isMet: misses.length === 0 };
}
