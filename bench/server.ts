/** The built server as a process of its own, and what the bench asks of it over HTTP. */
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
  /** From the start of the process until it said that it is ready. */
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
    let said = "";
    for await (const chunk of child.stdout.iterator({
      destroyOnReturn: false,
    })) {
      said += String(chunk);
      const url = /^Downspout is ready at (\S+)\n/m.exec(said)?.[1];
      if (url === undefined) continue;
      const startMs = performance.now() - startedAt;
      // What its log says from here on must not fill the pipe.
      child.stdout.resume();
      return new BenchServer(child, { url, dataDir, startMs });
    }
    throw new Error(`The server ended, and said: ${said}`);
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

  /** A new person with a workspace of their own. */
  async signUp(email: string): Promise<Account> {
    return await this.enter("sign-up", { name: "Bench", email });
  }

  /** Once more, after the server was started anew. */
  async signIn(email: string): Promise<Account> {
    return await this.enter("sign-in", { email });
  }

  private async enter(
    way: "sign-up" | "sign-in",
    who: Record<string, string>,
  ): Promise<Account> {
    const { url } = this;
    const response = await fetch(`${url}/api/auth/${way}/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url },
      body: JSON.stringify({ ...who, password: "correct horse battery" }),
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

/** A folder where data would be, not one that may be memory; gone when `use` is done. */
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

/** A server on a fresh folder, stopped when `use` is done. */
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
