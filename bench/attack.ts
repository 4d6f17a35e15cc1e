/**
 * `npm run test:attack [part of a name]`: starts the built server, and beside it one client that works. Plays each
 * attack of attacks.ts in a separate process, and prints the latency of that client, the longest turn of the server's
 * event loop, and the server's peak memory. Exits with 1 if the client's p99 exceeds MAX_P99_MS and three times its p99
 * in the quiet time just before.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { StartupError } from "embedded-convex";
import { WebSocket } from "ws";
import type { Arguments } from "../scripts/commandLine";
import { buildServer, runBuiltServer } from "../tests/support/builtServer";
import { signUp } from "../tests/support/people";
import { ATTACKS } from "./attacks";
import type { Progress } from "./attackProcess";
import { aJob } from "./jobs";
import { percentile } from "./results";
import { inFolder } from "./server";

const MAX_P99_MS = 250;
const SECONDS = Number(process.env.ATTACK_SECONDS ?? 10);
/** A call without an answer after this time counts with it. */
const MAX_CALL_MS = 20_000;
const NO_ATTACK = "no attack";

/**
 * Prints, for each SIGUSR2, the longest turn of the event loop in milliseconds: elapsed, and of CPU time, which other
 * programs on the machine do not lengthen.
 */
const LOOP_MONITOR = `data:text/javascript,
let last = { at: performance.now(), cpu: process.cpuUsage() };
let longest = { elapsed: 0, cpu: 0 };
setInterval(() => {
  const used = process.cpuUsage(last.cpu);
  const elapsed = performance.now() - last.at - 5;
  longest = {
    elapsed: Math.max(longest.elapsed, elapsed),
    cpu: Math.max(longest.cpu, (used.user + used.system) / 1000),
  };
  last = { at: performance.now(), cpu: process.cpuUsage() };
}, 5).unref();
process.on("SIGUSR2", () => {
  const { elapsed, cpu } = longest;
  process.stderr.write("blocked " + Math.round(elapsed) + " " + Math.round(cpu) + "\\n");
  longest = { elapsed: 0, cpu: 0 };
});`;

const create = makeFunctionReference<
  "mutation",
  Record<string, unknown>,
  string
>("jobs:create");
const update = makeFunctionReference<
  "mutation",
  { id: string; jobs_price: number },
  null
>("jobs:update");

type Server = ReturnType<typeof runBuiltServer>;

/** The longest turn of the event loop, in milliseconds. */
interface Blocked {
  readonly elapsed: number;
  readonly cpu: number;
}

interface Measured {
  /** Without the attack, just before it. */
  readonly quiet: readonly number[];
  readonly latencies: readonly number[];
  readonly progress: Progress | null;
  readonly blocked: Blocked;
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
        // As behind a proxy, whose X-Forwarded-For names the attacker's address.
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

async function measureOn(
  server: Server,
  url: string,
  name: string,
): Promise<Measured> {
  const [worker, attacker] = [
    await signUp(url, "worker@example.com"),
    await signUp(url, "attacker@example.com"),
  ];
  const token = await attacker.fetchToken();
  const client = new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    logger: false,
    unsavedChangesWarning: false,
  });
  client.setAuth(worker.fetchToken);
  const id = await client.mutation(create, aJob(0));
  const attack = spawn(
    process.execPath,
    ["--import", "tsx", "bench/attacks.ts", name, url, token],
    { stdio: ["ignore", "inherit", "inherit", "ipc"] },
  );
  await once(attack, "message");
  const quiet = await work(client, id);
  await longestTurn(server);
  attack.send("go");
  let peakBytes = 0;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, memoryOf(server));
  }, 50);
  const latencies = await work(client, id);
  clearInterval(watch);
  attack.send("report");
  const [{ progress }] = (await once(attack, "message")) as [
    { progress: Progress | null },
  ];
  attack.kill("SIGKILL");
  const blocked = await longestTurn(server);
  await client.close();
  return { quiet, latencies, progress, blocked, peakBytes };
}

/** One call after another, as a person who types would make them. */
async function work(client: ConvexClient, id: string): Promise<number[]> {
  const latencies: number[] = [];
  const endsAt = performance.now() + SECONDS * 1000;
  while (performance.now() < endsAt) {
    const startedAt = performance.now();
    const call = client.mutation(update, {
      id,
      jobs_price: 1 + (latencies.length % 1_000),
    });
    await Promise.race([call, pause(MAX_CALL_MS)]);
    latencies.push(performance.now() - startedAt);
    await pause(20);
  }
  return latencies;
}

/** Since the last call. Waits at most MAX_CALL_MS for a server that is blocked. */
async function longestTurn({ child, stderr }: Server): Promise<Blocked> {
  const linesOf = () => [...stderr().matchAll(/^blocked (\d+) (\d+)$/gm)];
  const before = linesOf().length;
  child.kill("SIGUSR2");
  const until = performance.now() + MAX_CALL_MS;
  while (linesOf().length === before) {
    if (performance.now() > until) {
      return { elapsed: MAX_CALL_MS, cpu: MAX_CALL_MS };
    }
    await pause(20);
  }
  const [, elapsed, cpu] = linesOf().at(-1) ?? [];
  return { elapsed: Number(elapsed), cpu: Number(cpu) };
}

function memoryOf({ child }: Server): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function progressText(progress: Progress): string {
  const { fewestUpdates, longestGapMs, ownMutationsMs } = progress;
  const own = percentile(ownMutationsMs, 99).toFixed(0);
  return `; its pages: ${fewestUpdates} updates or more, longest gap ${longestGapMs.toFixed(0)} ms, ${ownMutationsMs.length} own mutations with p99 ${own} ms`;
}

export async function main({
  positionals: [part = ""],
}: Arguments): Promise<void> {
  const names = [NO_ATTACK, ...Object.keys(ATTACKS)].filter((name) =>
    name.includes(part),
  );
  if (names.length === 0)
    throw new StartupError(`No attack has "${part}" in its name.`);
  if (process.env.ATTACK_BUILD !== "off") buildServer();
  let isWithstood = true;
  for (const name of names) {
    const { quiet, latencies, progress, blocked, peakBytes } =
      await measure(name);
    const [before, p99] = [percentile(quiet, 99), percentile(latencies, 99)];
    isWithstood &&= p99 <= Math.max(MAX_P99_MS, 3 * before);
    console.log(
      [
        name.padEnd(48),
        `p50 ${percentile(latencies, 50).toFixed(0)} ms`.padEnd(12),
        `p99 ${p99.toFixed(0)} ms (quiet ${before.toFixed(0)} ms)`.padEnd(30),
        `longest turn ${blocked.elapsed} ms (CPU ${blocked.cpu} ms)`.padEnd(36),
        `peak ${(peakBytes / 2 ** 20).toFixed(0)} MiB`,
        progress === null ? "" : progressText(progress),
      ].join(" "),
    );
  }
  if (!isWithstood) process.exit(1);
}
