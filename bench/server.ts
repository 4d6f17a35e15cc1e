/** The built server in its own process, and what the bench requests from it over HTTP. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { processorMs } from "./results";
import { runBuiltServer } from "../tests/support/builtServer";
import { signIn, signUp, type Person } from "../tests/support/people";

export interface Account extends Pick<Person, "fetchToken"> {
  readonly token: string;
}

type Server = ReturnType<typeof runBuiltServer>;

export class BenchServer {
  readonly url: string;
  readonly dataDir: string;
  /** The time from the start of the process to its ready line. */
  readonly startMs: number;
  readonly #server: Server;

  private constructor(server: Server, started: { url: string; dataDir: string; startMs: number }) {
    this.#server = server;
    this.url = started.url;
    this.dataDir = started.dataDir;
    this.startMs = started.startMs;
  }

  static async start(
    dataDir: string,
    nodeOptions: readonly string[] = [],
    settings: Readonly<Record<string, string>> = {},
  ): Promise<BenchServer> {
    const startedAt = performance.now();
    const server = runBuiltServer(
      {
        NODE_ENV: "production",
        DATA_DIR: dataDir,
        SIGN_UPS: "open",
        LOG_LEVEL: "error",
        // A backup would begin a minute after the start, in the middle of the measurement.
        DAILY_BACKUPS: "off",
        ...settings,
      },
      { nodeOptions },
    );
    server.child.stderr?.pipe(process.stderr);
    const url = await server.ready;
    const startMs = performance.now() - startedAt;
    return new BenchServer(server, { url, dataDir, startMs });
  }

  async stop(): Promise<void> {
    this.#server.child.kill("SIGTERM");
    await this.#server.ended;
  }

  processorMs(): number {
    return processorMs(this.#server.child.pid);
  }

  /** Resident memory of the process, in bytes. */
  memory(): number {
    const status = readFileSync(`/proc/${this.#server.child.pid}/status`, "utf8");
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return Number(kilobytes) * 1024;
  }

  /** The inspector of a server that was started with `--inspect`. */
  get inspectorUrl(): string {
    const url = /listening on (ws:\S+)/.exec(this.#server.stderr())?.[1];
    if (url === undefined) throw new Error("The server has no inspector.");
    return url;
  }

  async queryRuns(): Promise<number> {
    const health = await fetch(`${this.url}/api/health`);
    return ((await health.json()) as { queryRuns: number }).queryRuns;
  }

  /** A new person with their own workspace. */
  async signUp(email: string): Promise<Account> {
    return accountOf(await signUp(this.url, email));
  }

  /** Signs in again after a restart of the server. */
  async signIn(email: string): Promise<Account> {
    return accountOf(await signIn(this.url, email));
  }
}

async function accountOf({ fetchToken }: Person): Promise<Account> {
  return { token: await fetchToken(), fetchToken };
}

/** A folder on a disk: the one for temporary files may be in memory. Deleted after `use`. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const parent = process.env.BENCH_DIR ?? ".cache/bench";
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "data-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A server on a new folder, stopped after `use`. */
export async function withServer<T>(
  use: (server: BenchServer) => Promise<T>,
  nodeOptions: readonly string[] = [],
): Promise<T> {
  return await inFolder(async (folder) => {
    const server = await BenchServer.start(folder, nodeOptions);
    try {
      return await use(server);
    } finally {
      await server.stop();
    }
  });
}
