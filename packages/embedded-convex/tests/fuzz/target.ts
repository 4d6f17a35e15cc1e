/**
 * The server under attack, in its own process: whether it runs, what it logs, how much memory it uses. Live memory is
 * read through Node's inspector after a garbage collection, so that garbage does not count as a leak.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { WebSocket } from "ws";
import { eventually } from "../support/eventually";
import type { FuzzedApplication } from "./application";

export interface Memory {
  /** Bytes of live objects and buffers, after a garbage collection. */
  readonly live: number;
  /** Resident bytes of the process. */
  readonly rss: number;
  /** Seconds of CPU time. */
  readonly cpu: number;
}

export interface Target {
  readonly url: string;
  /** Log lines at level error, output that is not from the log, and an unexpected exit. */
  readonly faults: readonly string[];
  /** Number of log lines by level and event. */
  readonly logged: ReadonlyMap<string, number>;
  readonly isAlive: () => boolean;
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

const INSPECTOR_LINE =
  /^(Debugger listening on (ws:\S+)|For help, see: |Debugger attached|Debugger ending|Waiting for the debugger)/;

export async function startTarget(
  { run, expectedErrors }: Pick<FuzzedApplication, "run" | "expectedErrors">,
  dataDir: string,
): Promise<Target> {
  const program = run(
    { DATA_DIR: dataDir, NODE_ENV: "production", SIGN_UPS: "open" },
    { nodeOptions: ["--inspect=127.0.0.1:0"] },
  );
  const { child, ended } = program;
  const log = new LogLines(expectedErrors);
  for (const stream of [child.stdout, child.stderr]) eachLine(stream, (line) => log.take(line));
  let isStopped = false;
  const exited = ended.then((end) => {
    if (!isStopped) log.faults.push(`The server ended with ${end}.`);
  });
  const url = await program.ready;
  const inspectorUrl = await eventually(
    () => /^Debugger listening on (ws:\S+)/m.exec(program.stderr())?.[1] ?? null,
  );
  return {
    url,
    faults: log.faults,
    logged: log.counts,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    memory: () => memoryOf(child.pid ?? 0, inspectorUrl),
    stop: async () => {
      isStopped = true;
      child.kill("SIGTERM");
      await exited;
    },
  };
}

class LogLines {
  readonly faults: string[] = [];
  readonly counts = new Map<string, number>();
  readonly #expectedErrors: RegExp | undefined;

  constructor(expectedErrors: RegExp | undefined) {
    this.#expectedErrors = expectedErrors;
  }

  take(line: string): void {
    if (line === "" || INSPECTOR_LINE.test(line) || / is ready at /.test(line)) return;
    const parsed = levelAndEvent(line);
    const isExpected = this.#expectedErrors?.test(line) === true;
    if (parsed === null || (parsed.level === "error" && !isExpected)) {
      if (this.faults.length < 1_000) this.faults.push(line);
      return;
    }
    const key = `${parsed.level} ${parsed.event}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }
}

/** Null if the line is not from the log. */
function levelAndEvent(line: string): { level: string; event: string } | null {
  try {
    const { level, event } = JSON.parse(line) as Record<string, unknown>;
    const isLogged = typeof level === "string" && typeof event === "string";
    return isLogged ? { level, event } : null;
  } catch {
    return null;
  }
}

function eachLine(stream: NodeJS.ReadableStream | null, take: (line: string) => void): void {
  let rest = "";
  stream?.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  });
}

async function memoryOf(pid: number, inspectorUrl: string): Promise<Memory> {
  const ws = new WebSocket(inspectorUrl);
  await once(ws, "open");
  let last = 0;
  const call = async (method: string, params: object = {}) => {
    const id = (last += 1);
    ws.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [data] = (await once(ws, "message")) as [Buffer];
      const message = JSON.parse(data.toString()) as {
        id?: number;
        result: { result?: { value?: string } };
      };
      if (message.id === id) return message.result;
    }
  };
  // Twice: objects that a finalizer releases are collected by the next one.
  await call("HeapProfiler.collectGarbage");
  await call("HeapProfiler.collectGarbage");
  // In a function of Convex `process` is not Node's own, and the inspector may ask during one.
  const expression =
    'const { memoryUsage, cpuUsage } = require("node:process");' +
    "JSON.stringify({ ...memoryUsage(), ...cpuUsage() })";
  const { result } = await call("Runtime.evaluate", {
    expression: `{ ${expression} }`,
    includeCommandLineAPI: true,
  });
  ws.close();
  if (result?.value === undefined) throw new Error("The memory is not known.");
  const usage = JSON.parse(result.value) as NodeJS.MemoryUsage & NodeJS.CpuUsage;
  return {
    live: usage.heapUsed + usage.arrayBuffers,
    rss: residentBytes(pid) ?? usage.rss,
    cpu: (usage.user + usage.system) / 1e6,
  };
}

function residentBytes(pid: number): number | null {
  if (process.platform !== "linux") return null;
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}
