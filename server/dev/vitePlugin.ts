/**
 * Development: the same backend inside Vite's own server, on Vite's port, with the functions loaded through Vite. A change under
 * convex/ or domain/ replaces the functions and runs again whatever is watched; a change of the server itself starts it anew.
 *
 * Vite's hot reloading has a websocket of its own, which is left alone: each takes only the upgrades that are for it.
 */
import type { IncomingMessage, Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import type { Duplex } from "node:stream";
import type { Plugin, ViteDevServer } from "vite";
import type { Backend } from "../backend";
import type * as devBackendModule from "./devBackend";
import type * as functionModules from "../modules";

/** Loaded through Vite, never imported: what is on the disk now, and not what was when Vite started. */
const BACKEND = "/server/dev/devBackend.ts";
const MODULES = "/server/modules.ts";

/** An editor saves several files at once, and some of them twice. */
const SETTLE_MS = 50;

const CLOSING_MS = 500;

export interface DownspoutServerOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** The module that loads the functions, and the folders where a change replaces them; for tests. */
  readonly modules?: string;
  readonly functionFolders?: readonly string[];
}

export function downspoutServer(options: DownspoutServerOptions = {}): Plugin {
  const { DATA_DIR } = options.env ?? process.env;
  const dataDir = resolve(DATA_DIR === undefined ? ".data" : DATA_DIR);
  return {
    name: "downspout-server",
    apply: (_, { command, mode }) => command === "serve" && mode !== "test",
    // The database changes with every click, and is no source of anything.
    config: () => ({ server: { watch: { ignored: [`${dataDir}/**`] } } }),
    configureServer(vite) {
      // Without a server of its own, as in a preview of the config, there is nothing to listen with.
      if (vite.httpServer === null) return;
      const backend = new DevBackend(
        vite,
        vite.httpServer as HttpServer,
        options,
      );
      // When Vite starts itself anew, the new server is made before the old one closes, with this same plugin: each closes its own.
      const closeVite = vite.close.bind(vite);
      vite.close = async () => {
        await backend.close();
        await closeVite();
      };
    },
  };
}

class DevBackend {
  readonly #vite: ViteDevServer;
  readonly #options: DownspoutServerOptions;
  readonly #opening: Promise<Backend>;
  readonly #http: HttpServer;
  #replacing: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    vite: ViteDevServer,
    http: HttpServer,
    options: DownspoutServerOptions,
  ) {
    this.#vite = vite;
    this.#http = http;
    this.#options = options;
    this.#opening = this.#open();
    this.#opening.catch((error: unknown) => this.#report(error));
    this.#connect();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#replacing);
    this.#http.off("upgrade", this.#upgrade);
    const backend = await this.#opening.catch(() => null);
    await backend?.close(after(CLOSING_MS));
  }

  async #open(): Promise<Backend> {
    const port = await listening(this.#http);
    const { openDevBackend } = (await this.#vite.ssrLoadModule(
      BACKEND,
    )) as typeof devBackendModule;
    return openDevBackend({
      ownUrl: `http://127.0.0.1:${port}`,
      env: this.#options.env ?? process.env,
      modules: await this.#loadModules(),
    });
  }

  #connect(): void {
    const { middlewares, watcher } = this.#vite;
    middlewares.use((req, res, next) => {
      this.#opening
        .then((backend) => backend.handle(req, res))
        .then((isHandled) => {
          if (!isHandled) next();
        })
        .catch(next);
    });
    this.#http.on("upgrade", this.#upgrade);
    for (const event of ["add", "change", "unlink"] as const) {
      watcher.on(event, (file: string) => this.#changed(file));
    }
  }

  readonly #upgrade = (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Vite's own are told by their protocol; nothing of it may wait for the backend.
    if (req.headers["sec-websocket-protocol"]?.startsWith("vite")) return;
    this.#opening.then(
      (backend) => backend.upgrade(req, socket, head),
      () => socket.destroy(),
    );
  };

  #changed(file: string): void {
    const { root } = this.#vite.config;
    const isIn = (folder: string) =>
      file.startsWith(`${resolve(root, folder)}/`);
    if (isIn("server") || isIn("packages")) {
      this.#later(() => this.#vite.restart());
      return;
    }
    const folders = this.#options.functionFolders ?? ["convex", "domain"];
    if (folders.some(isIn)) this.#later(() => this.#replaceModules());
  }

  #later(act: () => Promise<void>): void {
    if (this.#isClosed) return;
    clearTimeout(this.#replacing);
    this.#replacing = setTimeout(() => {
      act().catch((error: unknown) => this.#report(error));
    }, SETTLE_MS);
  }

  async #replaceModules(): Promise<void> {
    const backend = await this.#opening;
    await backend.replaceModules(await this.#loadModules());
    this.#vite.config.logger.info("functions replaced", { timestamp: true });
  }

  async #loadModules(): Promise<
    ReturnType<typeof functionModules.loadModules>
  > {
    const { loadModules } = (await this.#vite.ssrLoadModule(
      this.#options.modules ?? MODULES,
    )) as typeof functionModules;
    return loadModules();
  }

  /** What is wrong with the functions while they are being written is for who writes them: the old ones serve on. */
  #report(error: unknown): void {
    const { name, message, stack } = error as Error;
    const text = name === "StartupError" ? message : (stack ?? message);
    this.#vite.config.logger.error(text, { timestamp: true });
  }
}

async function listening(http: HttpServer): Promise<number> {
  if (!http.listening) {
    await new Promise((resolve) => http.once("listening", resolve));
  }
  return (http.address() as AddressInfo).port;
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
