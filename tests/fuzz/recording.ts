/**
 * The messages to spoil: what the installed client itself sends, for every public function, signed out and signed in, written down
 * as it goes over the wire.
 */
import { ConvexClient } from "convex/browser";
import { makeFunctionReference, type FunctionReference } from "convex/server";
import { ConvexError, jsonToConvex, type Value } from "convex/values";
import { WebSocket } from "ws";
import type { TreeObject } from "./json";
import type { Person } from "./people";
import {
  plausibleArgs,
  type Known,
  type PublicFunction,
} from "./publicFunctions";
import type { Random } from "./random";

export interface Recording {
  readonly messages: readonly TreeObject[];
  readonly known: Known;
}

export async function record(o: {
  readonly url: string;
  readonly person: Person;
  readonly functions: readonly PublicFunction[];
  readonly random: Random;
}): Promise<Recording> {
  const known: Known = { ids: new Map(), texts: [] };
  const messages: TreeObject[] = [];
  const record = (text: string) =>
    messages.push(JSON.parse(text) as TreeObject);
  const client = new ConvexClient(o.url, {
    webSocketConstructor: recordingSocket(record),
    logger: false,
    unsavedChangesWarning: false,
    reportDebugInfoToConvex: true,
  });
  await callEach(client, o, known);
  client.setAuth(() => o.person.tokenOrNone());
  await furnish(client, known);
  await callEach(client, o, known);
  await callEach(client, o, known);
  await client.close();
  // The client tells of itself only where it was asked to, in a deployment of Convex's own.
  messages.push({
    type: "Event",
    eventType: "ClientConnect",
    event: [{ name: "convexClientConstructed", startTime: 1 }],
  });
  return { messages, known };
}

function recordingSocket(record: (text: string) => void) {
  class RecordingSocket extends WebSocket {
    override send(data: string): void {
      record(data);
      super.send(data);
    }
  }
  return RecordingSocket as unknown as typeof globalThis.WebSocket;
}

type Reference = FunctionReference<"query" | "mutation" | "action">;

async function callEach(
  client: ConvexClient,
  {
    functions,
    random,
  }: { functions: readonly PublicFunction[]; random: Random },
  known: Known,
): Promise<void> {
  for (const one of functions) {
    // They would take away what the others need.
    if (/:delete.*(Jobs|Inventory|Data)$/.test(one.udfPath)) continue;
    const args = jsonToConvex(plausibleArgs(one, known, random)) as Record<
      string,
      Value
    >;
    const answer = await call(client, one, args).catch(() => null);
    learn(answer, one.udfPath, known);
  }
}

function call(
  client: ConvexClient,
  { udfPath, kind }: PublicFunction,
  args: Record<string, Value>,
): Promise<unknown> {
  const reference = makeFunctionReference(udfPath) as Reference;
  switch (kind) {
    case "query":
      return client.query(reference as FunctionReference<"query">, args);
    case "mutation":
      return client.mutation(reference as FunctionReference<"mutation">, args);
    case "action":
      return client.action(reference as FunctionReference<"action">, args);
  }
}

/** A small business to ask about. */
export async function furnish(
  client: ConvexClient,
  known: Known,
): Promise<void> {
  const act = (udfPath: string, args: Record<string, Value> = {}) =>
    whenFree(() =>
      client.action(makeFunctionReference<"action">(udfPath), args),
    );
  await act("seed:deleteAllData");
  await act("seed:generateFakeData", { customers: 4, jobsPerCustomer: 2 });
  await client.mutation(
    makeFunctionReference<"mutation">("inventorySeed:seedDefaults"),
    {},
  );
  for (const [udfPath, args] of [
    ["jobs:getAll", {}],
    ["customers:listMin", {}],
    ["inventory:listItems", {}],
    ["inventory:listColors", {}],
  ] as const) {
    learn(
      await client.query(makeFunctionReference<"query">(udfPath), args),
      udfPath,
      known,
    );
  }
}

const PAUSE_MS = 100;
const MAX_TRIES = 300;

/** Long work on the same records is refused while other work is at it, as what an attacker began. */
async function whenFree(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      const isTaken =
        error instanceof ConvexError &&
        (error.data as { code?: string }).code === "CONFLICT";
      if (!isTaken || tries === MAX_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

const TABLES: Record<string, string> = {
  jobs: "jobs",
  inventory: "inventoryItems",
};

/** Puts by what can be asked with later: ids under their table and under the key that they are asked by, and any other text. */
function learn(answer: unknown, udfPath: string, known: Known): void {
  const table = TABLES[udfPath.split(":")[0] ?? ""];
  for (const row of [answer].flat().slice(0, 50)) {
    if (typeof row !== "object" || row === null) continue;
    for (const [key, value] of Object.entries(row as Record<string, unknown>)) {
      if (typeof value !== "string") continue;
      if (key === "_id" && table !== undefined) {
        put(known, table, value);
        if (table === "jobs") put(known, "id", value);
      } else if (/^(customer_id|colorNumber|continueCursor)$/.test(key)) {
        put(known, key === "continueCursor" ? "cursor" : key, value);
      } else if (known.texts.length < 200) known.texts.push(value);
    }
  }
}

/** The newest few: older ones may be gone. */
function put(known: Known, key: string, value: string): void {
  const values = known.ids.get(key) ?? [];
  if (!values.includes(value)) values.push(value);
  known.ids.set(key, values.slice(-20));
}
