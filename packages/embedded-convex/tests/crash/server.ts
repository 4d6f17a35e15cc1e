/** A server on one data folder and one port that is killed and restarted. */
import { once } from "node:events";
import { createServer } from "node:net";
import type { Program, RunServer } from "../support/program";
import type { Random } from "../support/random";

export class RestartedServer {
  readonly url: string;
  /** Log lines, and unexpected exits. */
  readonly faults: string[] = [];
  readonly #run: RunServer;
  readonly #env: { readonly DATA_DIR: string; readonly PORT: string };
  #current: Program | null = null;
  #isKilled = false;

  constructor(run: RunServer, dataDir: string, port: number) {
    this.#run = run;
    this.#env = { DATA_DIR: dataDir, PORT: String(port) };
    this.url = `http://127.0.0.1:${port}`;
    // Also if the test itself fails.
    process.once("exit", () => this.#current?.child.kill("SIGKILL"));
  }

  /** Does not wait for the server to be ready. */
  start(nodeOptions: readonly string[] = []): void {
    const env = { ...this.#env, SIGN_UPS: "open", LOG_LEVEL: "warn" };
    const server = this.#run(env, { nodeOptions });
    this.#current = server;
    this.#isKilled = false;
    void server.ended.then((end) => {
      for (const line of logLines(server)) this.faults.push(`The server logged: ${line}`);
      if (end !== 0 && !this.#isKilled) this.faults.push(`The server ended with ${end}.`);
    });
  }

  async ready(): Promise<void> {
    await this.#running.ready;
  }

  /** Synchronous: no other event of this process happens before it. */
  kill(): void {
    this.#isKilled = true;
    this.#running.child.kill("SIGKILL");
  }

  ended(): Promise<number | string> {
    return this.#running.ended;
  }

  async stop(): Promise<void> {
    this.#running.child.kill("SIGTERM");
    const end = await this.ended();
    if (end !== 0) this.faults.push(`The server ended with ${end} after SIGTERM.`);
  }

  async dispose(): Promise<void> {
    if (this.#current === null) return;
    this.kill();
    await this.ended();
  }

  get #running(): Program {
    if (this.#current === null) throw new Error("The server is not started.");
    return this.#current;
  }
}

/** The log level is "warn", so every log line is a fault. */
function logLines(server: Program): string[] {
  const logged = server.stdout().split("\n");
  return [...logged.filter((line) => line.startsWith("{")), ...server.stderr().split("\n")].filter(
    (line) => line !== "",
  );
}

/**
 * A free port outside the range of ephemeral ports: while the server is down, a client that reconnects could otherwise
 * get the server's port as its own and connect to itself.
 */
export async function freePort(random: Random): Promise<number> {
  for (;;) {
    const port = random.between(20_000, 30_000);
    const probe = createServer().listen(port, "127.0.0.1");
    try {
      await once(probe, "listening");
    } catch {
      continue;
    }
    probe.close();
    await once(probe, "close");
    return port;
  }
}
