/**
 * The two ways into the functions, spoken by hand: a client that would not send a bad token, or would hide what it was told, is
 * of no use here. An answer is kept as it came, as text.
 */
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import type { JSONValue } from "convex/values";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { Call } from "./publicFunctions";

export interface Answer {
  readonly ok: boolean;
  /** Of the application's own refusals, or of the request's. */
  readonly code: string | null;
  readonly value: JSONValue | undefined;
  /** All of it, but for the number by which the log knows the call. */
  readonly text: string;
}

interface Answers {
  readonly answers: readonly Answer[];
  /** What was said of the token, if it was refused before any call. */
  readonly tokenRefusal: string | null;
}

export type WayIn = (
  url: string,
  token: string | null,
  calls: readonly Call[],
) => Promise<Answers>;

export const WAYS_IN: Readonly<Record<string, WayIn>> = {
  "over plain HTTP": overHttp,
  "over the websocket": overSocket,
};

const withoutRequestId = (text: string) =>
  text.replace(/\[Request ID: \w+\]/g, "[Request ID]");

async function overHttp(
  url: string,
  token: string | null,
  calls: readonly Call[],
): Promise<Answers> {
  const answers: Answer[] = [];
  const refusals = new Set<string>();
  for (const { path, kind, args } of calls) {
    const response = await fetch(`${url}/api/${kind}`, {
      method: "POST",
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      body: JSON.stringify({ path, args, format: "convex_encoded_json" }),
    });
    const text = await response.text();
    const body = JSON.parse(text) as {
      status?: string;
      code?: string;
      value?: JSONValue;
      errorData?: { code?: string };
    };
    const code = body.errorData?.code ?? body.code ?? null;
    if (response.status === 401) refusals.add(text);
    const ok = response.status === 200 && body.status === "success";
    answers.push({ ok, code, value: body.value, text: withoutRequestId(text) });
  }
  const [tokenRefusal = null] = refusals;
  return { answers, tokenRefusal };
}

interface ServerMessage {
  readonly type: string;
  readonly queryId?: number;
  readonly requestId?: number;
  readonly error?: string;
  readonly chunk?: string;
  readonly partNumber?: number;
  readonly totalParts?: number;
  readonly success?: boolean;
  readonly result?: JSONValue;
  readonly value?: JSONValue;
  readonly errorData?: { readonly code?: string };
  readonly modifications?: readonly ServerMessage[];
}

async function overSocket(
  url: string,
  token: string | null,
  calls: readonly Call[],
): Promise<Answers> {
  const ws = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`);
  onTestFinished(() => ws.terminate());
  const answers = new Map<number, Answer>();
  const chunks: string[] = [];
  let tokenRefusal: string | null = null;
  let settle = (): void => undefined;
  let fail = (_: Error): void => undefined;

  const keep = (id: number, ok: boolean, message: ServerMessage) => {
    if (answers.has(id)) return;
    const text = withoutRequestId(JSON.stringify(message));
    const value = message.value ?? message.result;
    answers.set(id, { ok, code: message.errorData?.code ?? null, value, text });
  };
  const take = (message: ServerMessage): void => {
    switch (message.type) {
      case "Transition":
        for (const one of message.modifications ?? [])
          if (one.type !== "QueryRemoved")
            keep(one.queryId ?? -1, one.type === "QueryUpdated", one);
        break;
      case "TransitionChunk":
        chunks.push(message.chunk ?? "");
        if (chunks.length < (message.totalParts ?? 0)) return;
        take(JSON.parse(chunks.splice(0).join("")) as ServerMessage);
        break;
      case "MutationResponse":
      case "ActionResponse":
        keep(message.requestId ?? -1, message.success === true, message);
        break;
      case "AuthError":
        tokenRefusal = message.error ?? "";
        break;
      case "FatalError":
        fail(new Error(message.error));
        break;
    }
    settle();
  };
  ws.on("message", (data: Buffer) =>
    take(JSON.parse(data.toString()) as ServerMessage),
  );
  const allOf = (kinds: readonly string[]) =>
    new Promise<void>((resolve, reject) => {
      fail = reject;
      settle = () => {
        const isOpen = calls.some(
          ({ kind }, at) => kinds.includes(kind) && !answers.has(at),
        );
        if (!isOpen) resolve();
      };
      ws.once("close", () => reject(new Error("The server hung up.")));
      settle();
    });
  const say = (message: object) => ws.send(JSON.stringify(message));

  await once(ws, "open");
  say({
    type: "Connect",
    sessionId: randomUUID(),
    connectionCount: 0,
    lastCloseReason: null,
  });
  if (token !== null)
    say({
      type: "Authenticate",
      tokenType: "User",
      value: token,
      baseVersion: 0,
    });
  const queries = calls.flatMap(({ path, kind, args }, queryId) =>
    kind === "query"
      ? [{ type: "Add", queryId, udfPath: path, args: [args] }]
      : [],
  );
  say({
    type: "ModifyQuerySet",
    baseVersion: 0,
    newVersion: 1,
    modifications: queries,
  });
  await allOf(["query"]);
  say({
    type: "ModifyQuerySet",
    baseVersion: 1,
    newVersion: 2,
    modifications: queries.map(({ queryId }) => ({ type: "Remove", queryId })),
  });
  const send = (wanted: string, type: string) => {
    calls.forEach(({ path, kind, args }, requestId) => {
      if (kind !== wanted) return;
      say({ type, requestId, udfPath: path, args: [args] });
    });
  };
  send("mutation", "Mutation");
  await allOf(["mutation"]);
  send("action", "Action");
  await allOf(["action"]);
  ws.close();
  return {
    answers: calls.map((_, at) => answers.get(at)!),
    tokenRefusal,
  };
}
