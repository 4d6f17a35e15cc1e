import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Server, createServer } from "../../../../server/createServer";
import { createLog } from "../../../../server/monitoring/log";
import { aConvexClient } from "../support/convexClients";
import type {
  ParityBackend,
  ParityCaller,
} from "../../../../tests/parity/backend";
import { app } from "./database/app";
import { databaseBehaviours } from "./database/behaviours";
import { databaseModules } from "./database/functions";

// On a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const dataDir = mkdtempSync(join(tmpdir(), "parity-"));
let server: Server;

beforeAll(async () => {
  server = await createServer({
    dataDir,
    port: 0,
    host: "127.0.0.1",
    signUps: "invite",
    clientDir: null,
    modules: databaseModules,
    log: createLog("silent"),
  });
}, 30_000);

afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true });
});

/** Over the wire, for the client as it comes. One server serves all claims: each begins with empty tables. */
async function openParityBackend(): Promise<ParityBackend> {
  const client = aConvexClient(server.url);
  const caller: ParityCaller = {
    query: (query, args) => client.query(query, args),
    mutation: (mutation, args) => client.mutation(mutation, args),
    action: (action, args) => client.action(action, args),
    fetchUpload: () => Promise.reject(new Error("There is no route for it.")),
  };
  await caller.mutation(app.clear, {});
  return { as: () => caller };
}

it.each(databaseBehaviours)("$name", async ({ run, shows }) => {
  expect(await run(await openParityBackend())).toEqual(shows);
});
