/**
 * What clients with and without a sign-in may do to a server, in a separate process, so that their work does not slow
 * down the client that is measured. Each attack runs until it is killed.
 */
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { WebSocket } from "ws";
import { imageBytes } from "../../tests/support/images";
import { readyToAttack, type Attack, type Target } from "./attackProcess";
import { CROWDS } from "./crowds";

/** The address of the attacker, as the proxy in front of the server names it. */
const FROM = { "x-forwarded-for": "203.0.113.9" };

/** `count` keys in an object: 3.5 MB for 300,000. */
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, 1]));
const callOf = (args: object) => Buffer.from(JSON.stringify({ path: "customers:search", args }));
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Objects within every limit, with as many different keys as a message may have, in a megabyte. */
const distinctKeys = () =>
  callOf({
    term: Array.from({ length: 9 }, (_, at) =>
      Object.fromEntries(
        Array.from({ length: 1_000 }, (_, i) => [`k${at * 1_000 + i}`.padEnd(100, "x"), 1]),
      ),
    ),
  });

const marks = (count: number) => callOf({ term: `a${"\u0301".repeat(count)}` });

/** Every attack by its name in the report. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  ...CROWDS,
  "stranger: calls of 300,000 keys": (target) => {
    const body = callOf(keys(300_000));
    return repeat(8, () => post(`${target.url}/api/query`, body));
  },
  "stranger: 24 calls of a million keys": (target) => {
    const body = callOf(keys(1_000_000));
    return repeat(24, () => post(`${target.url}/api/query`, body));
  },
  "stranger: websocket messages of 300,000 keys": (target) => {
    const message = mutation(keys(300_000));
    return repeat(8, () => sendOnSocket(target, [message]));
  },
  "stranger: 1,500 websockets": (target) => repeat(1_500, () => holdSocket(target)),
  "stranger: subscriptions": (target) => {
    const message = subscriptions(500);
    return repeat(50, () => sendOnSocket(target, [message]));
  },
  "stranger: small calls": (target) =>
    repeat(50, () => post(`${target.url}/api/query`, callOf({ term: "a" }))),
  "stranger: calls with an invalid token": (target) =>
    repeat(50, () =>
      post(
        `${target.url}/api/query`,
        callOf({ term: "a" }),
        bearer(`${target.token.slice(0, -20)}${"A".repeat(20)}`),
      ),
    ),
  "stranger: uploads without a ticket": (target) =>
    repeat(20, () => post(`${target.url}/upload?ticket=x&key=y`, "x".repeat(4e6))),
  "stranger: password guesses": (target) =>
    repeat(20, (at) =>
      post(
        `${target.url}/api/auth/sign-in/email`,
        JSON.stringify({ email: `a${at % 50}@b.co`, password: "guess it now" }),
        { "content-type": "application/json" },
      ),
    ),
  ...gets("stranger", 100, {
    jwks: "/api/auth/jwks",
    "the session": "/api/auth/get-session",
    "the sign-up policy": "/api/auth/sign-up/policy",
    "an unknown account route": "/api/auth/nothing",
    "the page": "/",
    health: "/api/health",
    "an unknown file": "/api/storage/01234567-89ab-cdef-0123-456789abcdef",
    "an unknown call": "/api/nothing",
  }),
  "stranger: 100 connections for a token with a false cookie": (target) =>
    repeat(100, () =>
      get(`${target.url}/api/auth/token`, {
        cookie: `__Secure-downspout.session_token=${"x".repeat(32)}.${"A".repeat(43)}%3D`,
      }),
    ),
  "member: 300 connections for a token": (target) =>
    repeat(300, () => get(`${target.url}/api/auth/token`, { cookie: target.cookie })),
  "member: 100 connections for the team": (target) =>
    repeat(100, () => get(`${target.url}/api/auth/team`, { cookie: target.cookie })),
  "member: 40 uploads of 20 MB held open": (target) => repeat(40, () => holdUpload(target)),
  "member: calls of a megabyte of different keys": (target) => {
    const body = distinctKeys();
    return repeat(4, () => post(`${target.url}/api/query`, body, bearer(target.token)));
  },
  "member: websocket messages of 300,000 keys": (target) => {
    const messages = [JSON.stringify(authenticate(target)), mutation(keys(300_000))];
    return repeat(8, () => sendOnSocket(target, messages));
  },
  "member: search for a million combining marks": (target) => {
    const body = marks(1_000_000);
    return repeat(2, () => post(`${target.url}/api/query`, body, bearer(target.token)));
  },
  "member: search for 400,000 combining marks": (target) => {
    const body = marks(400_000);
    return repeat(2, () => post(`${target.url}/api/query`, body, bearer(target.token)));
  },
};

/** Repeats `act`, `parallel` at a time. A failure is a response of the server too: the attack goes on. */
async function repeat(parallel: number, act: (at: number) => Promise<unknown>): Promise<void> {
  await readyToAttack();
  let at = 0;
  const runOne = async () => {
    for (;;) {
      await act((at += 1)).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  await Promise.all(Array.from({ length: parallel }, runOne));
}

/** An attack by GETs for each path, by its name. */
function gets(
  who: string,
  connections: number,
  paths: Readonly<Record<string, string>>,
): Record<string, Attack> {
  return Object.fromEntries(
    Object.entries(paths).map(([what, path]): [string, Attack] => [
      `${who}: ${connections} connections for ${what}`,
      (target) => repeat(connections, () => get(target.url + path)),
    ]),
  );
}

function get(url: string, headers: Record<string, string> = {}): Promise<void> {
  return send({ url, method: "GET", headers });
}

function post(
  url: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<void> {
  return send({ url, method: "POST", headers, body });
}

async function send({
  url,
  method,
  headers,
  body,
}: {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Buffer;
}): Promise<void> {
  const req = request(url, { method, headers: { ...FROM, ...headers } });
  req.on("error", () => undefined);
  const answered = once(req, "response") as Promise<[IncomingMessage]>;
  req.end(body);
  const [response] = await answered;
  response.resume();
  await once(response, "close");
}

async function openSocket({ url }: Target): Promise<WebSocket> {
  const ws = new WebSocket(`${url.replace("http", "ws")}/api/sync`, {
    headers: FROM,
  });
  await once(ws, "open");
  ws.on("error", () => undefined);
  ws.send(JSON.stringify({ type: "Connect", sessionId: "s", connectionCount: 0 }));
  return ws;
}

/** Ends when the server closes the connection, or after three seconds. */
async function sendOnSocket(target: Target, messages: readonly string[]): Promise<void> {
  const ws = await openSocket(target);
  for (const message of messages) ws.send(message);
  await closedOrAfter(ws, 3_000);
}

async function holdSocket(target: Target): Promise<void> {
  await closedOrAfter(await openSocket(target), 60_000);
}

async function closedOrAfter(ws: WebSocket, ms: number): Promise<void> {
  const timer = setTimeout(() => ws.terminate(), ms);
  await once(ws, "close");
  clearTimeout(timer);
}

function authenticate({ token }: Target): object {
  return {
    type: "Authenticate",
    tokenType: "User",
    baseVersion: 0,
    value: token,
  };
}

function mutation(args: object): string {
  return JSON.stringify({
    type: "Mutation",
    requestId: 0,
    udfPath: "customers:create",
    args: [args],
  });
}

function subscriptions(count: number): string {
  return JSON.stringify({
    type: "ModifyQuerySet",
    baseVersion: 0,
    newVersion: 1,
    modifications: Array.from({ length: count }, (_, queryId) => ({
      type: "Add",
      queryId,
      udfPath: "customers:search",
      args: [{ term: `${queryId}` }],
    })),
  });
}

/** A photo without its end, so that the server scans it to its last byte. */
const photo = Buffer.alloc(20 * 1024 * 1024);
photo.set(imageBytes("image/jpeg").subarray(0, -2));

/** Uploads a photo of 20 MB except for its last byte. Ends when the server closes the connection. */
async function holdUpload({ url, token }: Target): Promise<void> {
  const http = new ConvexHttpClient(url, { logger: false });
  http.setAuth(token);
  const link = new URL(
    await http.mutation(
      makeFunctionReference<"mutation", Record<string, never>, string>("jobs:generateUploadUrl"),
      {},
      { skipQueue: true },
    ),
  );
  const req = request(url + link.pathname + link.search, {
    method: "POST",
    headers: {
      ...FROM,
      "content-type": "image/jpeg",
      "content-length": photo.length,
    },
  });
  req.on("error", () => undefined);
  req.write(photo.subarray(0, -1));
  const [response] = (await once(req, "response")) as [IncomingMessage];
  response.resume();
  req.destroy();
}

// Without a process to report to, this module was imported for the names of the attacks.
const [, , name = "", url, token = "", cookie = "", pid = ""] = process.argv;
if (process.send !== undefined && url !== undefined) {
  // A connection that the server ended may fail at any time: the attack goes on.
  process.on("uncaughtException", () => undefined);
  const attack = ATTACKS[name] ?? (() => repeat(0, () => Promise.resolve()));
  await attack({ url, token, cookie, pid: Number(pid) });
}
