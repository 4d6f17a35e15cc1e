import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  lockDataFolder,
  openBackend,
  type Backend,
  type BackendOptions,
} from "../../src/index";
import { memoryLog } from "../runtime/fixtures/testEngine";

export interface BackendServer {
  readonly url: string;
  readonly backend: Backend;
  readonly log: ReturnType<typeof memoryLog>;
  close(): Promise<void>;
}

/** A backend on a Node HTTP server, as the README shows. A data folder that the caller passes is kept. */
export async function aBackendServer(
  options: Pick<BackendOptions, "modules"> & Partial<BackendOptions>,
): Promise<BackendServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "backend-"));
  const folder = lockDataFolder(dataDir);
  const http = createServer();
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const log = memoryLog();
  const backend = openBackend({ ownUrl: url, log, ...options, dataDir });
  backend.attach(http);
  return {
    url,
    backend,
    log,
    close: async () => {
      const closed = once(http, "close");
      http.close();
      await backend.drain(new Promise((end) => setTimeout(end, 1_000).unref()));
      http.closeAllConnections();
      await closed;
      await backend.close();
      folder.release();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true });
    },
  };
}
