/**
 * A backend on a port of this machine, with an HTTP server. A host that serves more, or ends in another way, uses
 * `lockDataFolder`, `openBackend` and its own server instead.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openBackend, type Backend, type BackendOptions } from "./backend";
import { lockDataFolder } from "./dataFolder";

/** How long `close` waits for the requests in flight. */
const DRAIN_MS = 1_000;

export interface ServeOptions extends Partial<BackendOptions> {
  readonly dataDir: string;
  readonly modules: BackendOptions["modules"];
  /** A port of 127.0.0.1. By default, and with 0, a free one. */
  readonly port?: number;
}

export interface Served {
  /** The URL that clients connect to. */
  readonly url: string;
  readonly backend: Backend;
  close(): Promise<void>;
}

/** @throws StartupError, whose message is for the person who starts the server. */
export async function serve({ port = 0, ...options }: ServeOptions): Promise<Served> {
  const folder = lockDataFolder(options.dataDir);
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const backend = openBackend({ ownUrl: url, log: console, ...options });
    backend.attach(server);
    const close = async () => {
      server.close();
      await backend.drain(new Promise((end) => setTimeout(end, DRAIN_MS).unref()));
      server.closeAllConnections();
      await backend.close();
      folder.release();
    };
    return { url, backend, close };
  } catch (error) {
    server.close();
    folder.release();
    throw error;
  }
}
