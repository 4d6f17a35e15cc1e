import { afterAll, beforeAll, expect, it } from "vitest";
import { aBackendServer, type BackendServer } from "../support/backendServer";
import { aConvexClient } from "../support/convexClients";
import type { ParityBackend, ParityCaller } from "../support/parity";
import { app } from "./database/app";
import { databaseBehaviours } from "./database/behaviours";
import { databaseModules } from "./database/functions";

let server: BackendServer;

beforeAll(async () => {
  server = await aBackendServer({ modules: databaseModules });
});

afterAll(() => server.close());

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

it.each(databaseBehaviours)("$name", async ({ run, shows }) => {
  expect(await run(await openParityBackend())).toEqual(shows);
});
