/**
 * The deployment that the parity tests call: our server on a temporary data folder, or, if CONVEX_SELF_HOSTED_URL is
 * set, a Convex backend to which the functions were deployed with CLERK_JWT_ISSUER_DOMAIN=PARITY_ISSUER.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { createServer as CreateServer } from "../../server/createServer";
import { createLog } from "../../server/monitoring/log";
import { exportData } from "../../server/transfer/exportData";
import { importData } from "../../server/transfer/importData";
import { openTokenIssuer, type TokenIssuer } from "../support/tokenIssuer";

export interface Deployment {
  readonly issuer: TokenIssuer;
  readonly url: () => string;
  /** Writes all data into a new ZIP file, in the format of `npx convex export --include-file-storage`. */
  exportTo(path: string): Promise<void>;
  /** Replaces all data. */
  importFrom(path: string): Promise<void>;
  close(): Promise<void>;
}

export async function openDeployment(): Promise<Deployment> {
  const { CONVEX_SELF_HOSTED_URL: url, PARITY_ISSUER } = process.env;
  if (!url) return await openOwnServer();
  if (!PARITY_ISSUER) throw new Error("PARITY_ISSUER is not set.");
  return convexBackend(url, await openTokenIssuer(Number(new URL(PARITY_ISSUER).port)));
}

/** With the commands that the guides name. They read the address and the admin key from the environment. */
function convexBackend(url: string, issuer: TokenIssuer): Deployment {
  const convex = async (...args: string[]) => {
    await promisify(execFile)(process.execPath, ["node_modules/convex/bin/main.js", ...args]);
  };
  return {
    issuer,
    url: () => url,
    exportTo: (path) => convex("export", "--include-file-storage", "--path", path),
    importFrom: (path) => convex("import", "--replace-all", "-y", path),
    close: () => Promise.resolve(issuer.close()),
  };
}

async function openOwnServer(): Promise<Deployment> {
  const issuer = await openTokenIssuer();
  // convex/auth.config.ts reads the trusted issuer when it is loaded.
  process.env.CLERK_JWT_ISSUER_DOMAIN = issuer.url;
  const { createServer } = await import("../../server/createServer");
  const server = new OwnServer(createServer);
  await server.start();
  return {
    issuer,
    url: () => server.url,
    exportTo: (path) => server.exportTo(path),
    importFrom: (path) => server.importFrom(path),
    close: async () => {
      await server.remove();
      issuer.close();
      delete process.env.CLERK_JWT_ISSUER_DOMAIN;
    },
  };
}

/** Stopped for an export and an import, as the guides say. */
class OwnServer {
  #server: Awaited<ReturnType<typeof CreateServer>> | null = null;
  readonly #folder = mkdtempSync(join(tmpdir(), "parity-"));
  #dataDir = join(this.#folder, "data");

  constructor(private readonly createServer: typeof CreateServer) {}

  get url(): string {
    return this.#server?.url ?? "";
  }

  async start(): Promise<void> {
    this.#server = await this.createServer({
      dataDir: this.#dataDir,
      port: 0,
      host: "127.0.0.1",
      signUps: "invite",
      clientDir: null,
      log: createLog("silent"),
    });
  }

  async stop(): Promise<void> {
    await this.#server?.close();
    this.#server = null;
    // Each server's upload links have its own address.
    delete process.env.CONVEX_SITE_URL;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true });
  }

  async exportTo(path: string): Promise<void> {
    await this.stop();
    await exportData({ dataDir: this.#dataDir, path });
    await this.start();
  }

  async importFrom(path: string): Promise<void> {
    await this.stop();
    this.#dataDir = mkdtempSync(join(this.#folder, "imported-"));
    await importData({ dataDir: this.#dataDir, path });
    await this.start();
  }
}
