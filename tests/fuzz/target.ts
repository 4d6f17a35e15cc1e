/**
 * The built server under attack, in a process of its own: is it alive, what does its log say, how much memory does it hold on to.
 * Its heap is asked for through Node's inspector, after a collection, so that garbage is not taken for a leak.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { WebSocket } from "ws";

export interface Memory {
  /** Bytes of live objects and buffers, after a collection. */
  readonly live: number;
  /** Bytes that the process holds. */
  readonly rss: number;
  /** Seconds of the processor that it has taken. */
  readonly cpu: number;
}

export interface Target {
  readonly url: string;
  readonly dataDir: string;
  /** What should not be: lines of the log at level error, or lines that are none of the log's. */
  readonly faults: readonly string[];
  /** Lines of the log by level and event. */
  readonly logged: ReadonlyMap<string, number>;
  readonly isAlive: () => boolean;
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

const INSPECTOR =
  /^(Debugger listening on (ws:\S+)|For help, see: |Debugger attached|Debugger ending|Waiting for the debugger)/;

export async function startTarget(dataDir: string): Promise<Target> {
  const child = spawn(
    process.execPath,
    ["--inspect=127.0.0.1:0", "dist/server/main.js"],
    {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        PORT: "0",
        DATA_DIR: dataDir,
        SIGN_UPS: "open",
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const log = new LogLines();
  const inspector = firstMatch(child, "stderr", INSPECTOR, 2);
  const ready = firstMatch(child, "stdout", /^Downspout is ready at (\S+)/, 1);
  const takeLines = (stream: "stdout" | "stderr") =>
    eachLine(child, stream, (line) => log.take(line));
  takeLines("stdout");
  takeLines("stderr");
  const ended = once(child, "exit").then(([code, signal]) => {
    if (!child.killed)
      log.faults.push(`The server ended with ${String(code ?? signal)}.`);
  });
  const url = await Promise.race([
    ready,
    ended.then(() => {
      throw new Error(`The server does not start:\n${log.faults.join("\n")}`);
    }),
  ]);
  const inspectorUrl = await inspector;
  return {
    url,
    dataDir,
    faults: log.faults,
    logged: log.counts,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    memory: () => memoryOf(child.pid ?? 0, inspectorUrl),
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

class LogLines {
  readonly faults: string[] = [];
  readonly counts = new Map<string, number>();

  take(line: string): void {
    if (line === "" || INSPECTOR.test(line) || /^Downspout is ready/.test(line))
      return;
    const found = levelAndEvent(line);
    if (found === null || found.level === "error") {
      if (this.faults.length < 1_000) this.faults.push(line);
      return;
    }
    const key = `${found.level} ${found.event}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }
}

/** Null for a line that the log did not write. */
function levelAndEvent(line: string): { level: string; event: string } | null {
  try {
    const { level, event } = JSON.parse(line) as Record<string, unknown>;
    const isLogged = typeof level === "string" && typeof event === "string";
    return isLogged ? { level, event } : null;
  } catch {
    return null;
  }
}

function eachLine(
  child: ChildProcess,
  stream: "stdout" | "stderr",
  take: (line: string) => void,
): void {
  let rest = "";
  child[stream]?.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  });
}

function firstMatch(
  child: ChildProcess,
  stream: "stdout" | "stderr",
  pattern: RegExp,
  group: number,
): Promise<string> {
  return new Promise((resolve) =>
    eachLine(child, stream, (line) => {
      const found = pattern.exec(line)?.[group];
      if (found !== undefined) resolve(found);
    }),
  );
}

async function memoryOf(pid: number, inspectorUrl: string): Promise<Memory> {
  const ws = new WebSocket(inspectorUrl);
  await once(ws, "open");
  let last = 0;
  const ask = async (method: string, params: object = {}) => {
    const id = (last += 1);
    ws.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [data] = (await once(ws, "message")) as [Buffer];
      const answer = JSON.parse(data.toString()) as {
        id?: number;
        result: { result?: { value: string } };
      };
      if (answer.id === id) return answer.result;
    }
  };
  // Twice: what a finaliser lets go of is free after the next one.
  await ask("HeapProfiler.collectGarbage");
  await ask("HeapProfiler.collectGarbage");
  const expression =
    "JSON.stringify({ ...process.memoryUsage(), ...process.cpuUsage() })";
  const { result } = await ask("Runtime.evaluate", { expression });
  ws.close();
  const usage = JSON.parse(result?.value ?? "{}") as NodeJS.MemoryUsage &
    NodeJS.CpuUsage;
  return {
    live: usage.heapUsed + usage.arrayBuffers,
    rss: rssOf(pid) ?? usage.rss,
    cpu: (usage.user + usage.system) / 1e6,
  };
}

function rssOf(pid: number): number | null {
  if (process.platform !== "linux") return null;
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}
