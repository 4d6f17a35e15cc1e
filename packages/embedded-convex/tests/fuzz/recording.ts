/**
 * The messages to mutate: those that the installed client sends for every public function, signed out and signed in.
 */
import { ConvexClient } from "convex/browser";
import { makeFunctionReference, type FunctionReference } from "convex/server";
import { jsonToConvex, type Value } from "convex/values";
import { WebSocket } from "ws";
import type { ListedFunction } from "../support/publicFunctions";
import type { Random } from "../support/random";
import type { FuzzedApplication, User } from "./application";
import type { TreeObject } from "./json";
import { plausibleArgs, type Known } from "./plausibleArgs";

export interface Recording {
  readonly messages: readonly TreeObject[];
  readonly known: Known;
}

interface Recorded {
  readonly application: FuzzedApplication;
  readonly url: string;
  readonly user: User;
  readonly functions: readonly ListedFunction[];
  readonly random: Random;
}

export async function record(o: Recorded): Promise<Recording> {
  const { maxNumbers = {} } = o.application;
  const known: Known = { ids: new Map(), texts: [], maxNumbers };
  const messages: TreeObject[] = [];
  const client = new ConvexClient(o.url, {
    webSocketConstructor: recordingSocket((text) => messages.push(JSON.parse(text) as TreeObject)),
    logger: false,
    unsavedChangesWarning: false,
    reportDebugInfoToConvex: true,
  });
  await callEach(client, o, known);
  client.setAuth(o.user.fetchToken);
  await seed(client, o.application, known);
  await callEach(client, o, known);
  await callEach(client, o, known);
  await client.close();
  // The client sends events only to deployments of Convex itself.
  messages.push({
    type: "Event",
    eventType: "ClientConnect",
    event: [{ name: "convexClientConstructed", startTime: 1 }],
  });
  return { messages, known };
}

function recordingSocket(onSend: (text: string) => void) {
  class RecordingSocket extends WebSocket {
    override send(data: string): void {
      onSend(data);
      super.send(data);
    }
  }
  return RecordingSocket as unknown as typeof globalThis.WebSocket;
}

async function callEach(
  client: ConvexClient,
  { application, functions, random }: Recorded,
  known: Known,
): Promise<void> {
  for (const one of functions) {
    if (application.destructive?.test(one.path)) continue;
    const args = jsonToConvex(plausibleArgs(one, known, random)) as Record<string, Value>;
    const result = await call(client, one, args).catch(() => null);
    learn(result, one, { application, known });
  }
}

type Reference = FunctionReference<"query" | "mutation" | "action">;

function call(
  client: ConvexClient,
  { path, kind }: Pick<ListedFunction, "path" | "kind">,
  args: Record<string, Value>,
): Promise<unknown> {
  const reference = makeFunctionReference(path) as Reference;
  switch (kind) {
    case "query":
      return client.query(reference as FunctionReference<"query">, args);
    case "mutation":
      return client.mutation(reference as FunctionReference<"mutation">, args);
    case "action":
      return client.action(reference as FunctionReference<"action">, args);
  }
}

/** Replaces the attacker's documents and learns their ids. */
export async function seed(
  client: ConvexClient,
  application: FuzzedApplication,
  known: Known,
): Promise<void> {
  await application.seed(client);
  for (const { path, args } of application.sources) {
    const result: unknown = await client.query(makeFunctionReference<"query">(path), args);
    learn(result, { path, returns: null }, { application, known });
  }
}

/** Remembers the ids and texts of a result as arguments for later calls. */
function learn(
  result: unknown,
  { path, returns }: Pick<ListedFunction, "path" | "returns">,
  { application, known }: { readonly application: FuzzedApplication; readonly known: Known },
): void {
  if (typeof result === "string" && returns?.type === "id")
    remember(known, returns.tableName, result);
  const [module = ""] = path.split(":");
  for (const row of rowsOf(result).slice(0, 50)) {
    for (const [key, value] of Object.entries(row)) {
      if (typeof value !== "string") continue;
      const names =
        key === "_id"
          ? (application.idsFor[module] ?? [])
          : application.keys.filter((name) => name === key);
      for (const name of names) remember(known, name, value);
      if (names.length === 0 && known.texts.length < 200) known.texts.push(value);
    }
  }
  const { continueCursor } = (result ?? {}) as { continueCursor?: unknown };
  if (typeof continueCursor === "string") remember(known, "cursor", continueCursor);
}

/** A document, a list of documents, or a page of them. */
function rowsOf(result: unknown): object[] {
  const { page = result } = (result ?? {}) as { page?: unknown };
  return [page].flat().filter((row): row is object => typeof row === "object" && row !== null);
}

/** Keeps the newest 20: older documents may be deleted. */
function remember(known: Known, key: string, value: string): void {
  const values = known.ids.get(key) ?? [];
  if (!values.includes(value)) values.push(value);
  known.ids.set(key, values.slice(-20));
}
