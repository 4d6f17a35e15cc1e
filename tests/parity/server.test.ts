import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { createServer as CreateServer } from "../../server/createServer";
import { createLog } from "../../server/monitoring/log";
import { aConvexClient } from "../../packages/embedded-convex/tests/support/convexClients";
import { openTokenIssuer, type TokenIssuer } from "../support/tokenIssuer";
import type {
  ParityBackend,
  ParityCaller,
  ParityIdentity,
} from "../../packages/embedded-convex/tests/support/parity";
import { behaviors } from "./behaviors";

const folders: string[] = [];
let issuer: TokenIssuer;
let createServer: typeof CreateServer;

beforeAll(async () => {
  issuer = await openTokenIssuer();
  // convex/auth.config.ts reads the trusted issuer when it is loaded.
  process.env.CLERK_JWT_ISSUER_DOMAIN = issuer.url;
  ({ createServer } = await import("../../server/createServer"));
});

afterAll(() => {
  delete process.env.CLERK_JWT_ISSUER_DOMAIN;
  issuer.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Our server over its WebSocket, with the unmodified Convex client. */
async function openParityBackend(): Promise<ParityBackend> {
  const dataDir = mkdtempSync(join(tmpdir(), "parity-"));
  const server = await createServer({
    dataDir,
    port: 0,
    host: "127.0.0.1",
    signUps: "invite",
    clientDir: null,
    log: createLog("silent"),
  });
  folders.push(dataDir);
  onTestFinished(() => server.close());
  const callers = new Map<string, ParityCaller>();
  return {
    as: (identity) => {
      const key = JSON.stringify(identity);
      const caller = callers.get(key) ?? callerOn(server.url, identity);
      callers.set(key, caller);
      return caller;
    },
  };
}

function callerOn(url: string, identity: ParityIdentity | null): ParityCaller {
  const client = aConvexClient(url, { initialAuthTokenReuse: true });
  if (identity !== null) client.setAuth(() => issuer.tokenFor(identity));
  return {
    query: (query, args) => client.query(query, args),
    mutation: (mutation, args) => client.mutation(mutation, args),
    action: (action, args) => client.action(action, args),
    fetchUpload: (uploadUrl, { contentType, body }) =>
      fetch(uploadUrl, {
        method: "POST",
        headers: { "Content-Type": contentType },
        body,
      }),
  };
}

it.each(behaviors)("$name", async ({ run, shows }) => {
  expect(await run(await openParityBackend())).toEqual(shows);
});
