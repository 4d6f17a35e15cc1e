/** The built server in a child process, and its HTTP API for the bench. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

export interface Account {
  readonly token: string;
}

export class BenchServer {
  readonly url: string;
  readonly dataDir: string;
  /** From the start of the process until it printed that it is ready. */
  readonly startMs: number;
  private readonly child: ChildProcess;

  private constructor(
    child: ChildProcess,
    {
      url,
      dataDir,
      startMs,
    }: { url: string; dataDir: string; startMs: number },
  ) {
    this.child = child;
    this.url = url;
    this.dataDir = dataDir;
    this.startMs = startMs;
  }

  static async start(dataDir: string): Promise<BenchServer> {
    const startedAt = performance.now();
    const child = spawn(process.execPath, ["dist/server/main.js"], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        PORT: "0",
        DATA_DIR: dataDir,
        SIGN_UPS: "open",
        LOG_LEVEL: "error",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    for await (const chunk of child.stdout.iterator({
      destroyOnReturn: false,
    })) {
      output += String(chunk);
      const url = /^Downspout is ready at (\S+)\n/m.exec(output)?.[1];
      if (url === undefined) continue;
      const startMs = performance.now() - startedAt;
      // Drain the log, or a full pipe would block the server.
      child.stdout.resume();
      return new BenchServer(child, { url, dataDir, startMs });
    }
    throw new Error(`The server exited. Its output: ${output}`);
  }

  async stop(): Promise<void> {
    this.child.kill("SIGTERM");
    await once(this.child, "exit");
  }

  /** Resident memory of the process, in bytes. */
  memory(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, "utf8");
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return Number(kilobytes) * 1024;
  }

  async queryRuns(): Promise<number> {
    const health = await fetch(`${this.url}/api/health`);
    return ((await health.json()) as { queryRuns: number }).queryRuns;
  }

  /** Creates an account with a new workspace. */
  async signUp(email: string): Promise<Account> {
    return await this.authenticate("sign-up", { name: "Bench", email });
  }

  async signIn(email: string): Promise<Account> {
    return await this.authenticate("sign-in", { email });
  }

  private async authenticate(
    action: "sign-up" | "sign-in",
    fields: Record<string, string>,
  ): Promise<Account> {
    const { url } = this;
    const response = await fetch(`${url}/api/auth/${action}/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url },
      body: JSON.stringify({ ...fields, password: "correct horse battery" }),
    });
    if (!response.ok) throw new Error(await response.text());
    const cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const answer = await fetch(`${url}/api/auth/token`, {
      headers: { cookie },
    });
    return (await answer.json()) as Account;
  }
}

/** A temporary folder on disk, deleted after `use`. */
export async function inFolder<T>(
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(
    join(process.env.BENCH_DIR ?? ".cache/bench", "data-"),
  );
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A server with a fresh data folder, stopped after `use`. */
export async function withServer<T>(
  use: (server: BenchServer) => Promise<T>,
): Promise<T> {
  return await inFolder(async (folder) => {
    const server = await BenchServer.start(folder);
    try {
      return await use(server);
    } finally {
      await server.stop();
    }
  });
}
