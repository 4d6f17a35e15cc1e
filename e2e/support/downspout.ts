import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The product as a person starts it: the built server, on a data folder of its own. */
export class Downspout {
  private process: ChildProcess | undefined;
  private readyUrl = "";

  private constructor(
    readonly dataDir: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}) {
    const dataDir = await mkdtemp(join(tmpdir(), "downspout-e2e-"));
    const server = new Downspout(dataDir, settings);
    await server.launch("0");
    return server;
  }

  get url() {
    return this.readyUrl;
  }

  /** Power cut: no goodbye, nothing flushed. */
  async kill() {
    const running = this.process;
    if (!running || running.exitCode !== null || running.signalCode !== null)
      return;
    const gone = once(running, "exit");
    running.kill("SIGKILL");
    await gone;
  }

  async restart() {
    await this.kill();
    await this.launch(new URL(this.readyUrl).port);
  }

  async remove() {
    await this.kill();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private async launch(port: string) {
    const child = spawn(process.execPath, ["dist/server/main.js"], {
      env: {
        ...process.env,
        ...this.settings,
        DATA_DIR: this.dataDir,
        HOST: "127.0.0.1",
        PORT: port,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.process = child;
    this.readyUrl = await readyLine(child);
  }
}

function readyLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /Downspout is ready at (http:\/\/\S+)/.exec(output);
      if (ready?.[1]) resolve(ready[1]);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) =>
      reject(
        new Error(`The server stopped (${code}) before it served:\n${output}`),
      ),
    );
  });
}
