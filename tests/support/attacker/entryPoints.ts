/**
 * The two entry points to the functions, without the real client, which would not send an invalid token and would parse
 * the responses. An answer includes the response as text.
 */
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import type { JSONValue } from "convex/values";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { Call } from "./functionArguments";

export interface Answer {
  readonly ok: boolean;
  /** Of the ConvexError, or of the rejected request. */
  readonly code: string | null;
  readonly value: JSONValue | undefined;
  /** The whole response without the correlation id. */
  readonly text: string;
}

interface Answers {
  readonly answers: readonly Answer[];
  /** The error if the token was rejected. */
  readonly tokenRefusal: string | null;
}

export type EntryPoint = (
  url: string,
  token: string | null,
  calls: readonly Call[],
) => Promise<Answers>;

export const ENTRY_POINTS: Readonly<Record<string, EntryPoint>> = {
  "over plain HTTP": overHttp,
  "over the websocket": overSocket,
};

const withoutRequestId = (text: string) => text.replace(/\[Request ID: \w+\]/g, "[Request ID]");

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
      headers: {
        // A kept connection may be closed by the server as the next call is sent on it.
        connection: "close",
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
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
  const socket = await Socket.open(url, calls);
  socket.send({
    type: "Connect",
    sessionId: randomUUID(),
    connectionCount: 0,
    lastCloseReason: null,
  });
  if (token !== null)
    socket.send({
      type: "Authenticate",
      tokenType: "User",
      value: token,
      baseVersion: 0,
    });
  await socket.query();
  await socket.call("mutation", "Mutation");
  await socket.call("action", "Action");
  return socket.close();
}

/** In one message: a message has at most 10,000 values. */
const MOST_QUERIES = 500;

/** Makes the calls over one websocket. A call's index is its query id or request id. */
class Socket {
  readonly #ws: WebSocket;
  readonly #calls: readonly Call[];
  readonly #answers = new Map<number, Answer>();
  readonly #chunks: string[] = [];
  #tokenRefusal: string | null = null;
  #onAnswer = (): void => undefined;
  #onFailure = (_: Error): void => undefined;

  private constructor(ws: WebSocket, calls: readonly Call[]) {
    this.#ws = ws;
    this.#calls = calls;
    ws.on("message", (data: Buffer) => this.#take(parse(data.toString())));
    ws.once("close", () => this.#onFailure(new Error("The server closed the connection.")));
  }

  static async open(url: string, calls: readonly Call[]): Promise<Socket> {
    const ws = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`);
    onTestFinished(() => ws.terminate());
    const socket = new Socket(ws, calls);
    await once(ws, "open");
    return socket;
  }

  send(message: object): void {
    this.#ws.send(JSON.stringify(message));
  }

  /** Subscribes to the queries and, when each has a result, unsubscribes. */
  async query(): Promise<void> {
    const queries = this.#calls.flatMap(({ path, kind, args }, queryId) =>
      kind === "query" ? [{ type: "Add", queryId, udfPath: path, args: [args] }] : [],
    );
    const type = "ModifyQuerySet";
    let version = 0;
    for (let at = 0; at < queries.length; at += MOST_QUERIES) {
      const modifications = queries.slice(at, at + MOST_QUERIES);
      const newVersion = version + 1;
      this.send({ type, baseVersion: version, newVersion, modifications });
      version = newVersion;
    }
    await this.#answersTo("query");
    const modifications = queries.map(({ queryId }) => ({
      type: "Remove",
      queryId,
    }));
    const newVersion = version + 1;
    this.send({ type, baseVersion: version, newVersion, modifications });
  }

  async call(kind: "mutation" | "action", type: string): Promise<void> {
    for (const [requestId, one] of this.#calls.entries())
      if (one.kind === kind) this.send({ type, requestId, udfPath: one.path, args: [one.args] });
    await this.#answersTo(kind);
  }

  close(): Answers {
    this.#ws.close();
    return {
      answers: this.#calls.map((_, at) => this.#answers.get(at)!),
      tokenRefusal: this.#tokenRefusal,
    };
  }

  #answersTo(kind: Call["kind"]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onFailure = reject;
      this.#onAnswer = () => {
        const isMissing = this.#calls.some(
          (call, at) => call.kind === kind && !this.#answers.has(at),
        );
        if (!isMissing) resolve();
      };
      this.#onAnswer();
    });
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case "Transition":
        for (const one of message.modifications ?? [])
          if (one.type !== "QueryRemoved")
            this.#keep(one.queryId, one.type === "QueryUpdated", one);
        break;
      case "TransitionChunk":
        this.#chunks.push(message.chunk ?? "");
        if (this.#chunks.length < (message.totalParts ?? 0)) return;
        this.#take(parse(this.#chunks.splice(0).join("")));
        break;
      case "MutationResponse":
      case "ActionResponse":
        this.#keep(message.requestId, message.success === true, message);
        break;
      case "AuthError":
        this.#tokenRefusal = message.error ?? "";
        break;
      case "FatalError":
        this.#onFailure(new Error(message.error));
        break;
    }
    this.#onAnswer();
  }

  /** Keeps the first answer to each call. */
  #keep(id = -1, ok: boolean, message: ServerMessage): void {
    if (this.#answers.has(id)) return;
    this.#answers.set(id, {
      ok,
      code: message.errorData?.code ?? null,
      value: message.value ?? message.result,
      text: withoutRequestId(JSON.stringify(message)),
    });
  }
}

function parse(text: string): ServerMessage {
  return JSON.parse(text) as ServerMessage;
}
