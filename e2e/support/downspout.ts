import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUILT_SERVER, runProgram } from "../../tests/support/builtServer";
import { runCommand } from "../../tests/support/command";

type Program = ReturnType<typeof runProgram>;

/** The built server, as a person starts it, on its own data folder. */
export class Downspout {
  readonly dataDir: string;
  readonly #settings: Readonly<Record<string, string>>;
  #server: Program | undefined;
  #program: string;
  #url = "";

  private constructor(
    dataDir: string,
    settings: Readonly<Record<string, string>>,
    program: string,
  ) {
    this.dataDir = dataDir;
    this.#settings = settings;
    this.#program = program;
  }

  static async start(settings: Readonly<Record<string, string>> = {}, program = BUILT_SERVER) {
    const dataDir = await mkdtemp(join(tmpdir(), "downspout-e2e-"));
    const server = new Downspout(dataDir, settings, program);
    await server.#launch("0");
    return server;
  }

  get url() {
    return this.#url;
  }

  /** SIGKILL, as in a power cut: no shutdown. */
  async kill() {
    this.#server?.child.kill("SIGKILL");
    await this.#server?.ended;
  }

  async restart() {
    await this.kill();
    await this.#launch(new URL(this.#url).port);
  }

  /** Replaces the program, as an update does. */
  async update(program: string) {
    this.#program = program;
    await this.restart();
  }

  /** Starts again on the rows of an export. */
  async replaceRows(path: string) {
    await this.kill();
    for (const end of ["", "-wal", "-shm"])
      await rm(join(this.dataDir, `data.db${end}`), { force: true });
    runOrThrow("import", this.dataDir, path);
    await this.#launch(new URL(this.#url).port);
  }

  async remove() {
    await this.kill();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #launch(port: string) {
    this.#server = runProgram(this.#program, {
      ...this.#settings,
      DATA_DIR: this.dataDir,
      HOST: "127.0.0.1",
      PORT: port,
    });
    this.#url = await this.#server.ready;
  }
}

/** Runs a command of package.json. Returns what it printed. */
export function runOrThrow(...run: Parameters<typeof runCommand>): string {
  const { status, stdout, stderr } = runCommand(...run);
  if (status !== 0) throw new Error(`${run.join(" ")}: ${stderr}`);
  return stdout;
}

/** The server accepts 20 sign-ups an hour from one address. */
const MAX_TESTS_PER_SERVER = 20;

/** Servers with open sign-up: the start of one costs as much as a short test. */
export class SharedServers {
  #server: Downspout | undefined;
  #tests = 0;

  async urlForOneTest(): Promise<string> {
    if (this.#tests === MAX_TESTS_PER_SERVER) await this.remove();
    this.#server ??= await Downspout.start({ SIGN_UPS: "open" });
    this.#tests += 1;
    return this.#server.url;
  }

  async remove() {
    await this.#server?.remove();
    this.#server = undefined;
    this.#tests = 0;
  }
}
