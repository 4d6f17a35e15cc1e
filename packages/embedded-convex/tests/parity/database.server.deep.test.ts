import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serve } from "../../src/serve";
import { memoryLog } from "../runtime/fixtures/testEngine";
import { aConvexClient } from "../support/convexClients";
import type { ParityBackend, ParityCaller } from "../support/parity";
import { app } from "./database/app";
import { databaseBehaviors } from "./database/behaviors";
import { databaseModules } from "./database/functions";

const dataDir = mkdtempSync(join(tmpdir(), "parity-"));
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  const log = memoryLog();
  server = await serve({ dataDir, modules: databaseModules, log });
});

afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true });
});

/** Over a websocket, with the real client. One server serves all behaviors; each begins with empty tables. */
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

it.each(databaseBehaviors)("$name", async ({ run, shows }) => {
  expect(await run(await openParityBackend())).toEqual(shows);
});
