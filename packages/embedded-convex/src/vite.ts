/**
 * The Vite plugin: serves a backend inside Vite's own development server, on Vite's port, with the functions loaded
 * through Vite. Editing a function replaces the modules and reruns every subscription; editing the server restarts
 * Vite.
 *
 * Vite's hot reloading uses another websocket on the same port: the plugin handles only upgrades of the sync protocol.
 */
import type { IncomingMessage, Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import type { Duplex } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import type { ErrorPayload, Plugin, ViteDevServer } from "vite";
import type { Backend } from "./backend";
import type { ModuleMap } from "./runtime/registry";

/** Debounce: editors save several files at once, and some twice. */
const SETTLE_MS = 50;

const CLOSING_MS = 500;

export type DevBackend = Pick<Backend, "handle" | "upgrade" | "replaceModules"> & {
  close(deadline: Promise<void>): Promise<void>;
};

export interface DevBackendOptions {
  /** The URL on which Vite listens, such as `http://127.0.0.1:5173`. */
  readonly ownUrl: string;
  readonly env: NodeJS.ProcessEnv;
  readonly modules: ModuleMap;
}

export type OpenDevBackend = (options: DevBackendOptions) => Promise<DevBackend>;

export interface EmbeddedConvexOptions {
  /**
   * Path of a module that exports `openDevBackend: OpenDevBackend`. Loaded through Vite, not imported, so that a
   * restart uses the current files.
   */
  readonly backend: string;
  /** Path of a module that exports `loadModules: () => ModuleMap`, loaded the same way. */
  readonly modules: string;
  /** A change under these folders replaces the functions. */
  readonly functionFolders: readonly string[];
  /** A change under these folders restarts Vite. */
  readonly serverFolders: readonly string[];
  /** Excluded from Vite's file watcher: the database changes constantly. */
  readonly dataDir: string;
  readonly env?: NodeJS.ProcessEnv;
}

export function embeddedConvex(options: EmbeddedConvexOptions): Plugin {
  return {
    name: "embedded-convex",
    apply: (_, { command, mode }) => command === "serve" && mode !== "test",
    config: () => ({
      server: { watch: { ignored: [`${resolve(options.dataDir)}/**`] } },
    }),
    configureServer(vite) {
      // In middleware mode Vite has no HTTP server.
      if (vite.httpServer === null) return;
      const mounted = new MountedBackend(vite, vite.httpServer as HttpServer, options);
      // On a restart Vite creates the new server with this plugin before it closes the old one, so each closes its own
      // backend.
      const closeVite = vite.close.bind(vite);
      vite.close = async () => {
        await mounted.close();
        await closeVite();
      };
    },
  };
}

class MountedBackend {
  readonly #vite: ViteDevServer;
  readonly #options: EmbeddedConvexOptions;
  readonly #opening: Promise<DevBackend>;
  readonly #http: HttpServer;
  #replacing: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Why the functions as they are edited do not run. */
  #fault: ErrorPayload | null = null;

  constructor(vite: ViteDevServer, http: HttpServer, options: EmbeddedConvexOptions) {
    this.#vite = vite;
    this.#http = http;
    this.#options = options;
    this.#opening = this.#open();
    this.#opening.catch((error: unknown) => this.#report(error));
    this.#connect();
    // Pages that are opened or reloaded meanwhile.
    vite.ws.on("connection", this.#showFault);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#replacing);
    this.#http.off("upgrade", this.#upgrade);
    this.#vite.ws.off("connection", this.#showFault);
    const backend = await this.#opening.catch(() => null);
    await backend?.close(after(CLOSING_MS));
  }

  async #open(): Promise<DevBackend> {
    const port = await listening(this.#http);
    const { openDevBackend } = (await this.#vite.ssrLoadModule(this.#options.backend)) as {
      openDevBackend: OpenDevBackend;
    };
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
    // Vite's own upgrades are marked by their subprotocol and must not wait for the backend.
    if (req.headers["sec-websocket-protocol"]?.startsWith("vite")) return;
    this.#opening.then(
      (backend) => backend.upgrade(req, socket, head),
      () => socket.destroy(),
    );
  };

  #changed(file: string): void {
    const { root } = this.#vite.config;
    const isIn = (folder: string) => file.startsWith(`${resolve(root, folder)}/`);
    const { functionFolders, serverFolders } = this.#options;
    if (serverFolders.some(isIn)) this.#later(() => this.#vite.restart());
    else if (functionFolders.some(isIn)) this.#later(() => this.#replaceModules());
  }

  #later(act: () => Promise<void>): void {
    if (this.#isClosed) return;
    clearTimeout(this.#replacing);
    this.#replacing = setTimeout(() => {
      act().catch((error: unknown) => this.#report(error));
    }, SETTLE_MS);
  }

  async #replaceModules(): Promise<void> {
    const backend = await this.#opening.catch(() => null);
    // The functions were broken at the start: the corrected ones start with Vite.
    if (backend === null) return this.#vite.restart();
    await backend.replaceModules(await this.#loadModules());
    this.#vite.config.logger.info("functions replaced", { timestamp: true });
    if (this.#fault === null) return;
    this.#fault = null;
    // An update removes what Vite's client shows over the page.
    this.#vite.ws.send({ type: "update", updates: [] });
  }

  async #loadModules(): Promise<ModuleMap> {
    const { loadModules } = (await this.#vite.ssrLoadModule(this.#options.modules)) as {
      loadModules: () => ModuleMap;
    };
    return loadModules();
  }

  readonly #showFault = (page: { send: (text: string) => void }) => {
    if (this.#fault !== null) page.send(JSON.stringify(this.#fault));
  };

  /** Shows errors in edited functions in the terminal and on the page. The last modules that loaded stay in use. */
  #report(error: unknown): void {
    const { name, ...err } = errorOf(error);
    this.#fault = { type: "error", err };
    this.#vite.ws.send(this.#fault);
    // Compared by name: the class was loaded through Vite and differs from the one that this file could import.
    const text = name === "StartupError" ? err.message : err.stack || err.message;
    this.#vite.config.logger.error(text, { timestamp: true });
  }
}

/**
 * Vite adds the file and the place to an error of a module. Its compiler colors the message for a
 * terminal, which a page and a log file would show as codes.
 */
function errorOf(error: unknown): ErrorPayload["err"] & { name: string } {
  const { name, message, stack, id, frame } = error as Error & Partial<ErrorPayload["err"]>;
  const plain = (text: string) => stripVTControlCharacters(text);
  return {
    name,
    message: plain(message),
    stack: plain(stack ?? ""),
    id,
    frame: frame && plain(frame),
  };
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
