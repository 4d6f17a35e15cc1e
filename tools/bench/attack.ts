/**
 * `npm run test:attack [part of a name]`: starts the built server, and beside it one client that works. Plays each
 * attack of attacks.ts in a separate process, and prints the latency of that client, the longest turn of the server's
 * event loop, the server's peak memory, and the progress of the attacker's own pages. Marks what missed its limit.
 * Exits with 1 if the client's p99 exceeds MAX_P99_MS and three times its p99 in the quiet time just before, or if a
 * page is not back soon after a restart.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { StartupError } from "embedded-convex";
import type { Arguments } from "../../scripts/commandLine";
import { buildServer, runBuiltServer } from "../../tests/support/builtServer";
import { signUp } from "../../tests/support/people";
import { ATTACKS } from "./attacks";
import type { Progress } from "./attackProcess";
import { LOOP_MONITOR, longestTurn, loopReports, type LongestTurn } from "./longestTurn";
import { percentile } from "../../bench/results";
import { measureRestart, RESTART, restartText } from "./restart";
import { inFolder } from "../../bench/server";
import { MAX_CALL_MS, pause, Worker } from "./worker";

const MAX_P99_MS = 250;
/** The most CPU time of one turn of the event loop, without the encoding of results. */
const MAX_TURN_MS = 50;
/** The longest time between two updates of a page; or three times the CPU time of one run of its queries. */
const MAX_GAP_MS = 1_000;
const MAX_OWN_P99_MS = 500;
const NO_ATTACK = "no attack";

type Server = ReturnType<typeof runBuiltServer>;

interface Measured {
  /** The latencies without the attack, just before it. */
  readonly quiet: readonly number[];
  readonly latencies: readonly number[];
  readonly progress: Progress | null;
  readonly blocked: LongestTurn;
  readonly peakBytes: number;
}

async function measure(name: string): Promise<Measured> {
  return await inFolder(async (folder) => {
    const server = runBuiltServer(
      {
        DATA_DIR: folder,
        SIGN_UPS: "open",
        LOG_LEVEL: "error",
        NODE_ENV: "production",
        // The server runs as behind a proxy, whose X-Forwarded-For names the attacker's address.
        PUBLIC_URL: "https://desk.example.com",
      },
      { nodeOptions: ["--import", LOOP_MONITOR] },
    );
    try {
      return await measureOn(server, await server.ready, name);
    } finally {
      server.child.kill("SIGKILL");
      await server.ended;
    }
  });
}

async function measureOn(server: Server, url: string, name: string): Promise<Measured> {
  const person = await signUp(url, "worker@example.com");
  const attacker = await signUp(url, "attacker@example.com");
  const token = await attacker.fetchToken();
  const worker = await Worker.start(url, person);
  const attack = spawn(
    process.execPath,
    [
      ...["--import", "tsx", "tools/bench/attacks.ts"],
      ...[name, url, token, attacker.cookie, String(server.child.pid)],
    ],
    { stdio: ["ignore", "inherit", "inherit", "ipc"] },
  );
  await once(attack, "message");
  const quiet = await worker.work();
  await blockedTurn(server);
  attack.send("go");
  let peakBytes = 0;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, memoryOf(server));
  }, 50);
  const latencies = await worker.work();
  clearInterval(watch);
  attack.send("report");
  const [{ progress }] = (await once(attack, "message")) as [{ progress: Progress | null }];
  attack.kill("SIGKILL");
  const blocked = await blockedTurn(server);
  if (process.env.LOOP_PROFILE) {
    await pause(1500);
    console.log(server.stderr());
  }
  await worker.stop();
  return { quiet, latencies, progress, blocked, peakBytes };
}

/** The longest turn since the last call. Waits at most MAX_CALL_MS for a server that is blocked. */
async function blockedTurn({ child, stderr }: Server): Promise<LongestTurn> {
  const before = loopReports(stderr()).length;
  child.kill("SIGUSR2");
  const until = performance.now() + MAX_CALL_MS;
  for (;;) {
    const report = loopReports(stderr())[before];
    if (report !== undefined) return longestTurn(report);
    if (performance.now() > until) break;
    await pause(20);
  }
  const never = { elapsed: MAX_CALL_MS, cpu: MAX_CALL_MS };
  return { ...never, withoutEncoding: MAX_CALL_MS, encoding: 0 };
}

function memoryOf({ child }: Server): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

function progressText(progress: Progress): string {
  const { fewestUpdates, ownMutationsMs } = progress;
  const ms = (figure: number) => `${figure.toFixed(0)} ms`;
  return [
    `${progress.writes} writes and ${fewestUpdates} updates or more of each page in CPU ${ms(progress.cpuMs)}`,
    `longest gap ${ms(progress.longestGapMs)} (CPU ${ms(progress.longestGapCpuMs)}; three runs of a page's queries take CPU ${ms(3 * progress.runCpuMs)})`,
    `${ownMutationsMs.length} own mutations with p99 ${ms(percentile(ownMutationsMs, 99))}`,
  ].join(", ");
}

function maxP99(quiet: readonly number[]): number {
  return Math.max(MAX_P99_MS, 3 * percentile(quiet, 99));
}

/** What the run missed: the latency of others, the event loop, and the progress of the person's own pages. */
function missed({ quiet, latencies, progress, blocked }: Measured): string[] {
  const limit = maxP99(quiet);
  const checks: [string, boolean][] = [
    ["latency of others", percentile(latencies, 99) <= limit],
    ["longest turn", blocked.withoutEncoding <= MAX_TURN_MS],
  ];
  if (progress !== null) {
    const { longestGapMs, longestGapCpuMs, runCpuMs, ownMutationsMs } = progress;
    const maxGapMs = Math.max(MAX_GAP_MS, 3 * runCpuMs);
    checks.push(
      ["gap", Math.min(longestGapMs, longestGapCpuMs) <= maxGapMs],
      ["own mutations", percentile(ownMutationsMs, 99) <= MAX_OWN_P99_MS],
    );
  }
  return checks.filter(([, isMet]) => !isMet).map(([what]) => what);
}

export async function main({ positionals: [part = ""] }: Arguments): Promise<void> {
  const names = [NO_ATTACK, ...Object.keys(ATTACKS), RESTART].filter((name) => name.includes(part));
  if (names.length === 0) throw new StartupError(`No attack has "${part}" in its name.`);
  if (process.env.ATTACK_BUILD !== "off") buildServer();
  let isWithstood = true;
  for (const name of names) {
    if (name === RESTART) {
      const { line, isMet } = restartText(await measureRestart(), maxP99);
      isWithstood &&= isMet;
      console.log(line);
      continue;
    }
    const measured = await measure(name);
    const { quiet, latencies, progress, blocked, peakBytes } = measured;
    const p99 = (times: readonly number[]) => percentile(times, 99).toFixed(0);
    const misses = missed(measured);
    isWithstood &&= !misses.includes("latency of others");
    console.log(
      [
        name.padEnd(48),
        `p50 ${percentile(latencies, 50).toFixed(0)} ms`.padEnd(12),
        `p99 ${p99(latencies)} ms (quiet ${p99(quiet)} ms)`.padEnd(30),
        `longest turn ${blocked.elapsed} ms (CPU ${blocked.cpu} ms, without encoding ${blocked.withoutEncoding} ms, encoding ${blocked.encoding} ms)`.padEnd(
          76,
        ),
        `peak ${(peakBytes / 2 ** 20).toFixed(0)} MiB`,
        progress === null ? "" : progressText(progress),
        misses.length === 0 ? "" : `[MISSED: ${misses.join(", ")}]`,
      ].join("  "),
    );
  }
  if (!isWithstood) process.exit(1);
}
