/**
 * Open pages of one address, in a separate process. When its connection ends, each does what the product's page does:
 * it requests a token, connects and subscribes, until it is back.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import { DAY_MS, FIRST_DAY } from "../../bench/jobs";

export interface OpenPagesReport {
  /** Milliseconds from the message "restarted" until each page had its results. */
  readonly backMs: readonly number[];
  /** The pages that would have shown the gate: the server said that nobody is signed in. */
  readonly gates: number;
}

/** The address of the office, as the proxy in front of the server names it. */
const FROM = { "x-forwarded-for": "198.51.100.7" };

// As in the page: TokenCache.ts, untilOnline.ts and accountsApi.ts of src/.
const TOKEN_LIMIT_MS = 8_000;
const FIRST_RETRY_MS = 1_000;
/** LineMonitor.ts ends longer waits once the server responds. */
const MAX_RETRY_MS = 1_500;
/** The longest pause before a reconnect. The Convex client takes a random time too. */
const RECONNECT_MS = 1_000;

const QUERIES = [
  {
    udfPath: "jobs:getScheduledForDay",
    args: { dayStart: FIRST_DAY, dayEnd: FIRST_DAY + DAY_MS },
  },
  { udfPath: "jobs:countWaiting", args: { deliveredBefore: FIRST_DAY } },
];

let restartedAt = Infinity;
let gates = 0;
let open = 0;
const backMs: number[] = [];

/** Runs until the process ends. */
async function page(url: string, cookie: string): Promise<void> {
  for (;;) {
    const token = await tokenOf(url, cookie);
    if (token === null) {
      gates += 1;
      return;
    }
    const ws = new WebSocket(`${url.replace("http", "ws")}/api/sync`, {
      headers: FROM,
      perMessageDeflate: false,
    });
    ws.on("error", () => undefined);
    const closed = once(ws, "close");
    ws.once("open", () => subscribe(ws, token));
    ws.on("message", (data: Buffer) => {
      if (!data.toString().includes('"Query')) return;
      ws.removeAllListeners("message");
      open += 1;
      if (restartedAt !== Infinity) backMs.push(performance.now() - restartedAt);
    });
    await closed;
    await pause(RECONNECT_MS * Math.random());
  }
}

function subscribe(ws: WebSocket, value: string): void {
  const send = (message: object) => ws.send(JSON.stringify(message));
  send({ type: "Connect", sessionId: randomUUID(), connectionCount: 0 });
  send({ type: "Authenticate", tokenType: "User", baseVersion: 0, value });
  send({
    type: "ModifyQuerySet",
    baseVersion: 0,
    newVersion: 1,
    modifications: QUERIES.map(({ udfPath, args }, queryId) => ({
      ...{ type: "Add", queryId, udfPath, args: [args] },
    })),
  });
}

/** Null if nobody is signed in. */
async function tokenOf(url: string, cookie: string): Promise<string | null> {
  for (let ms = FIRST_RETRY_MS; ; ms = Math.min(2 * ms, MAX_RETRY_MS)) {
    const answer = await answerOf(`${url}/api/auth/token`, cookie);
    if (answer?.status === 401) return null;
    if (answer?.status === 200) return (JSON.parse(answer.text) as { token: string }).token;
    const retryAfter = Number(answer?.retryAfter ?? NaN);
    await pause(Number.isNaN(retryAfter) ? ms : retryAfter * 1000 * (1 + Math.random()));
  }
}

interface TokenAnswer {
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** Null without a response. */
async function answerOf(url: string, cookie: string): Promise<TokenAnswer | null> {
  const signal = AbortSignal.timeout(TOKEN_LIMIT_MS);
  const req = request(url, { headers: { ...FROM, cookie }, signal });
  try {
    req.end();
    const [response] = (await once(req, "response")) as [IncomingMessage];
    let text = "";
    for await (const chunk of response) text += String(chunk);
    const { statusCode: status, headers } = response;
    return { status, retryAfter: headers["retry-after"], text };
  } catch {
    return null;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

type Order = { readonly url: string; readonly cookies: readonly string[] } | "restarted" | "report";

async function begin(url: string, cookies: readonly string[]): Promise<void> {
  for (const cookie of cookies) void page(url, cookie);
  while (open < cookies.length) await pause(50);
  process.send?.("ready");
}

process.on("message", (order: Order) => {
  if (order === "restarted") restartedAt = performance.now();
  else if (order === "report") process.send?.({ backMs, gates } satisfies OpenPagesReport);
  else void begin(order.url, order.cookies);
});
