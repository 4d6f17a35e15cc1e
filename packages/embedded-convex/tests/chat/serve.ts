import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  lockDataFolder,
  openBackend,
  type BackendOptions,
} from "embedded-convex";
import { modules } from "./modules";

type ServeOptions = { dataDir: string } & Partial<BackendOptions>;

export async function serve(port: number, options: ServeOptions) {
  const folder = lockDataFolder(options.dataDir);
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const defaults = { modules, ownUrl: url, log: console };
  const backend = openBackend({ ...defaults, ...options });
  backend.attach(server);
  const close = async () => {
    server.close();
    await backend.drain(new Promise((end) => setTimeout(end, 1_000).unref()));
    server.closeAllConnections();
    await backend.close();
    folder.release();
  };
  return { url, backend, close };
}
