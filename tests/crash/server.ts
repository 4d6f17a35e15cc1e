/** The built server on one folder and one port, started and killed again and again. */
import { once } from "node:events";
import { createServer } from "node:net";
import { runBuiltServer, type ServerProcess } from "../support/builtServer";
import { wholeNumber, type Random } from "../../domain/random";

export class RestartedServer {
  readonly url: string;
  /** What it did that a server never should: ended by itself, or complained. */
  readonly faults: string[] = [];
  #current: ServerProcess | null = null;
  #isKilled = false;

  constructor(
    private readonly dataDir: string,
    private readonly port: number,
  ) {
    this.url = `http://127.0.0.1:${port}`;
    // Also where a fault of the harness itself ends it.
    process.once("exit", () => this.#current?.child.kill("SIGKILL"));
  }

  /** Begins to start; `ready` tells when it has. */
  begin(nodeOptions: readonly string[] = []): void {
    const { dataDir, port } = this;
    const server = runBuiltServer(
      {
        DATA_DIR: dataDir,
        PORT: String(port),
        SIGN_UPS: "open",
        LOG_LEVEL: "warn",
      },
      { nodeOptions },
    );
    this.#current = server;
    this.#isKilled = false;
    void server.ended.then((end) => {
      for (const line of complaintsOf(server))
        this.faults.push(`The server said: ${line}`);
      if (end !== 0 && !this.#isKilled)
        this.faults.push(`The server ended by itself with ${end}.`);
    });
  }

  async ready(): Promise<void> {
    await this.#running.ready;
  }

  /** At once: nothing else of this process happens before it. */
  kill(): void {
    this.#isKilled = true;
    this.#running.child.kill("SIGKILL");
  }

  /** What ended it: a code or a signal. */
  ended(): Promise<number | string> {
    return this.#running.ended;
  }

  /** In order, as an operator does. */
  async stop(): Promise<void> {
    this.#running.child.kill("SIGTERM");
    const end = await this.ended();
    if (end !== 0)
      this.faults.push(`Told to stop, the server ended with ${end}.`);
  }

  /** Whatever happened: leaves no process behind. */
  async dispose(): Promise<void> {
    if (this.#current === null) return;
    this.kill();
    await this.ended();
  }

  get #running(): ServerProcess {
    if (this.#current === null) throw new Error("It was never started.");
    return this.#current;
  }
}

/** Its log tells of warnings and errors only, so that every line of it is one. */
function complaintsOf(server: ServerProcess): string[] {
  const logged = server.stdout().split("\n");
  return [
    ...logged.filter((line) => line.startsWith("{")),
    ...server.stderr().split("\n"),
  ].filter((line) => line !== "");
}

/**
 * A port that the system gives to nobody by itself: a client that knocks while the server is away would else come to be given
 * the very port that it knocks at, and speak with itself.
 */
export async function aFixedPort(random: Random): Promise<number> {
  for (;;) {
    const port = wholeNumber(random, 20_000, 30_000);
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
