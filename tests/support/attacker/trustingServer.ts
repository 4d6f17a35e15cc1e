/** The product's server on a temporary data folder. Besides its own accounts it trusts a token issuer of the test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModuleMap } from "../../../packages/embedded-convex/src/runtime/registry";
import type { Log } from "../../../packages/embedded-convex/src/log";
import { createLog } from "../../../server/monitoring/log";
import { openTokenIssuer, type TokenIssuer } from "../tokenIssuer";
import { DataObserver } from "./workspaces";

export interface TrustingServer {
  readonly url: string;
  readonly issuer: TokenIssuer;
  readonly modules: ModuleMap;
  readonly observed: DataObserver;
  close(): Promise<void>;
}

export async function openTrustingServer(log: Log = createLog("silent")): Promise<TrustingServer> {
  const issuer = await openTokenIssuer();
  // convex/auth.config.ts reads the trusted issuer when it is loaded.
  process.env.CLERK_JWT_ISSUER_DOMAIN = issuer.url;
  const { createServer } = await import("../../../server/createServer");
  const { loadModules } = await import("../../../server/modules");
  const dataDir = mkdtempSync(join(tmpdir(), "attacker-"));
  const server = await createServer({
    dataDir,
    port: 0,
    host: "127.0.0.1",
    signUps: "invite",
    clientDir: null,
    log,
  });
  const observed = new DataObserver(dataDir);
  return {
    url: server.url,
    issuer,
    modules: loadModules(),
    observed,
    close: async () => {
      delete process.env.CLERK_JWT_ISSUER_DOMAIN;
      observed.close();
      await server.close();
      issuer.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
