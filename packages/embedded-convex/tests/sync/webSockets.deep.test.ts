import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { makeFunctionReference } from "convex/server";
import { SignJWT } from "jose";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import { InvalidToken } from "../../src/identity";
import { memoryLog } from "../runtime/fixtures/testEngine";
import { isOwnOrigin, originOf } from "../../src/http/requestOrigin";
import { MAX_IN_FLIGHT } from "../../src/sync/people";
import type { ConnectionLimits } from "../../src/sync/connectionLimiter";
import type { RequestRateLimit } from "../../src/requestRate";
import { SyncServer } from "../../src/sync/syncServer";
import { WebSockets } from "../../src/sync/webSockets";
import { aConvexClient, eventually, watch } from "../support/convexClients";
import { FakeRunner, keyRules, type Keys } from "../support/fakeRunner";
import { aGate, tableWith } from "../support/requestGate";

const kv = {
  get: makeFunctionReference<"query", { key: string }, unknown>("kv:get"),
  whoami: makeFunctionReference<"query", { key?: string }, string | null>("kv:whoami"),
  nowhere: makeFunctionReference<"query", { key?: string }, unknown>("no:where"),
  set: makeFunctionReference<"mutation", { key: string; value: unknown }, null>("kv:set"),
  refuse: makeFunctionReference<"mutation", { key?: string }, null>("kv:refuse"),
  act: makeFunctionReference<"action", { key: string }, string>("kv:act"),
  slow: makeFunctionReference<"action", { key: string }, string>("kv:slow"),
};

interface Options {
  readonly port?: number;
  readonly runner?: FakeRunner;
  readonly tickMs?: number;
  readonly connections?: Partial<ConnectionLimits>;
  readonly unauthenticatedMessageBytes?: number;
  readonly unauthenticatedRate?: RequestRateLimit;
}

async function aServer({
  port = 0,
  runner = new FakeRunner(),
  tickMs,
  connections,
  unauthenticatedMessageBytes,
  unauthenticatedRate,
}: Options = {}) {
  const log = memoryLog();
  // All test connections come from this machine, so a header names the address to count.
  const addressOf = (req: IncomingMessage) => String(req.headers["x-from"] ?? "here");
  const unauthenticatedMaxBytes = unauthenticatedMessageBytes ?? Infinity;
  const { Connect, Authenticate } = tableWith({ unauthenticatedMaxBytes });
  const rate = unauthenticatedRate ?? null;
  const table = tableWith({ unauthenticatedMaxBytes, rate });
  const gate = aGate({
    table: { ...table, Connect: Connect!, Authenticate: Authenticate! },
    addressOf,
  });
  const sync = new SyncServer({
    runner,
    readRules: keyRules,
    log,
    verifyToken: (token) => Promise.resolve().then(() => verify(token)),
    gate,
  });
  const http = createServer((_, res) => res.end());
  const addresses = { ownUrl: "http://127.0.0.1", publicUrl: undefined };
  const sockets = new WebSockets({
    sync,
    log,
    originOf: (req) => originOf(req, addresses),
    isOwnOrigin: (req) => isOwnOrigin(req, addresses),
    addressOf,
    gate,
    connections,
    ...(tickMs === undefined ? {} : { tickMs }),
  });
  http.on("upgrade", (req, socket, head) => {
    if (!sockets.upgrade(req, socket, head)) socket.destroy();
  });
  http.listen(port, "127.0.0.1");
  await once(http, "listening");
  const stop = () => stopServer(http, sockets);
  onTestFinished(stop);
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return { runner, sync, sockets, url, stop };
}

async function stopServer(http: Server, sockets: WebSockets<Keys, Keys>) {
  await sockets.close(new Promise((resolve) => setTimeout(resolve, 500)));
  http.closeAllConnections();
  http.close();
}

const KEY = new TextEncoder().encode("a key that only this test knows!");

let tokens = 0;
async function aToken(subject: string, lifetimeSeconds: number) {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ sub: subject, count: (tokens += 1) })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(KEY);
}

function verify(token: string) {
  const [, payload = ""] = token.split(".");
  const { sub, exp } = JSON.parse(Buffer.from(payload, "base64url").toString()) as {
    sub: string;
    exp: number;
  };
  if (exp * 1000 <= Date.now()) throw new InvalidToken("The token has expired.");
  return {
    identity: { subject: sub, issuer: "own", tokenIdentifier: `own|${sub}` },
    expiresAt: exp * 1000,
  };
}

async function aRawSocket(url: string) {
  const ws = new WebSocket(`${url.replace("http", "ws")}/api/sync`);
  onTestFinished(() => ws.terminate());
  const messages: Record<string, unknown>[] = [];
  ws.on("message", (data: Buffer) =>
    messages.push(JSON.parse(data.toString()) as Record<string, unknown>),
  );
  const closed = once(ws, "close");
  await once(ws, "open");
  return { ws, messages, closed };
}

/** Starts to count the characters that are sent in each turn of the event loop, by all websockets. */
function sentPerTurn(): () => number[] {
  const turns = [0];
  const send = vi.spyOn(WebSocket.prototype, "send");
  const count = () => {
    const sent = send.mock.calls.splice(0).map(([data]) => (data as string).length);
    turns.push(sent.reduce((sum, length) => sum + length, 0));
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  onTestFinished(() => {
    clearImmediate(next);
    send.mockRestore();
  });
  return () => turns;
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes. */
function liveArrayBuffers(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

describe("the real client", () => {
  // Spec 1.4, 7.1, 7.6
  it("subscribes to queries and runs mutations and actions", async () => {
    const { url } = await aServer();
    const client = aConvexClient(url);
    const live = watch(client, kv.get, { key: "a" });
    await live.until((value) => value === null);
    await client.mutation(kv.set, { key: "a", value: { n: 1 } });
    // The client resolves a mutation only when its results include the effects.
    expect(live.values.at(-1)).toEqual({ n: 1 });
    expect(await client.action(kv.act, { key: "a" })).toBe("acted on a");
  });

  it("receives errors with their data", async () => {
    const { url } = await aServer();
    const client = aConvexClient(url);
    await expect(client.mutation(kv.refuse, {})).rejects.toThrow("refused");
    const live = watch(client, kv.nowhere, {});
    expect(await live.untilError()).toMatchObject({
      data: { code: "NOT_FOUND" },
    });
  });

  // Spec 1.3
  it("receives changes by another client", async () => {
    const { url } = await aServer();
    const [one, other] = [aConvexClient(url), aConvexClient(url)];
    const live = watch(other, kv.get, { key: "a" });
    await live.until((value) => value === null);
    await one.mutation(kv.set, { key: "a", value: "from one" });
    expect(await live.until((value) => value !== null)).toBe("from one");
  });

  it("receives a result of a megabyte", async () => {
    const { url, runner } = await aServer();
    const long = "gutter ☂ ".repeat(120_000);
    runner.values.set("a", long);
    const live = watch(aConvexClient(url), kv.get, { key: "a" });
    expect(await live.until((value) => value !== null)).toBe(long);
  });

  // Spec 4.21
  it("reconnects after a server restart and resumes its queries and mutations", async () => {
    const first = await aServer();
    const { port } = new URL(first.url);
    const client = aConvexClient(first.url);
    const live = watch(client, kv.get, { key: "a" });
    await live.until((value) => value === null);
    await first.stop();
    const pending = client.mutation(kv.set, {
      key: "a",
      value: "asked while away",
    });
    await aServer({ port: Number(port), runner: first.runner });
    await pending;
    expect(await live.until((value) => value !== null)).toBe("asked while away");
    expect(first.runner.mutationRuns).toHaveLength(1);
  });

  it("runs the mutations of one client in order", async () => {
    const { url, runner } = await aServer();
    const client = aConvexClient(url);
    const order = Array.from({ length: 50 }, (_, at) => `k${at}`);
    await Promise.all(order.map((key) => client.mutation(kv.set, { key, value: 1 })));
    expect(runner.mutationRuns).toEqual(order.map((key) => `kv:set ${key}`));
  });
});

describe("the real client, signed in", () => {
  it("the real client has the identity of its token, and none after signing out", async () => {
    const { url } = await aServer();
    // Otherwise the client would still be confirming a fresh token when it signs out, and would use it again.
    const client = aConvexClient(url, { initialAuthTokenReuse: true });
    client.setAuth(() => aToken("ada", 3600));
    const live = watch(client, kv.whoami, {});
    await live.until((who) => who === "ada");
    client.client.clearAuth();
    await live.until((who) => who === null);
  });

  it("keeps its identity when its token is refreshed, without rerunning queries", async () => {
    const { url, runner } = await aServer();
    const client = aConvexClient(url);
    const fetched: boolean[] = [];
    client.setAuth(({ forceRefreshToken }) => {
      fetched.push(forceRefreshToken);
      return aToken("ada", 3600);
    });
    const live = watch(client, kv.whoami, {});
    await live.until((who) => who === "ada");
    // The client first confirms a possibly old token by fetching a fresh one.
    await eventually(() => (fetched.length === 2 ? true : null));
    await client.mutation(kv.set, { key: "z", value: 1 });
    expect(live.values).toEqual(["ada"]);
    expect(runner.queryRuns.filter((run) => run.startsWith("kv:whoami"))).toHaveLength(1);
  });

  // Spec 4.22
  it("fetches a new token when the old one expired, and loses no mutation", async () => {
    const { url, runner } = await aServer();
    const client = aConvexClient(url);
    let lifetime = 2;
    const changes: boolean[] = [];
    let fetches = 0;
    client.setAuth(
      () => {
        fetches += 1;
        // The client does not refresh a token with a shorter lifetime ahead of time.
        const token = aToken("ada", lifetime);
        if (fetches === 2) lifetime = 3600;
        return token;
      },
      (isAuthenticated) => changes.push(isAuthenticated),
    );
    const live = watch(client, kv.whoami, {});
    await live.until((who) => who === "ada");
    await eventually(() => (fetches === 2 ? true : null));
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    await client.mutation(kv.set, { key: "a", value: "after expiry" });
    expect(runner.values.get("a")).toBe("after expiry");
    expect(runner.mutationRuns).toEqual(["kv:set a"]);
    expect(fetches).toBe(3);
    expect(changes).not.toContain(false);
    expect(new Set(live.values)).toEqual(new Set(["ada"]));
  });

  // Spec 8.11
  it("the real client is signed out when the server rejects its tokens", async () => {
    const { url } = await aServer();
    const client = aConvexClient(url);
    const changes: boolean[] = [];
    client.setAuth(
      () => aToken("ada", -5),
      (is) => changes.push(is),
    );
    const live = watch(client, kv.whoami, {});
    await eventually(() => (changes.at(-1) === false ? true : null));
    expect(await live.until((who) => who === null)).toBeNull();
  });
});

describe("connections", () => {
  it("a connection is rejected for a page of another site", async () => {
    const { url } = await aServer();
    const ws = new WebSocket(`${url.replace("http", "ws")}/api/sync`, {
      origin: "https://elsewhere.example",
    });
    const [error] = (await once(ws, "error")) as [Error];
    expect(error.message).toContain("403");
    const own = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`, {
      origin: url,
    });
    await once(own, "open");
    own.terminate();
  });

  // Spec 8.12
  it.each([
    ["text that is not JSON", "garbage"],
    ["a message of no kind", '{"type":"Nonsense"}'],
    ["bytes", Buffer.from([1, 2, 3])],
    [
      "a message before Connect",
      '{"type":"Mutation","requestId":0,"udfPath":"kv:set","args":[{}]}',
    ],
  ])("ends with a FatalError on %s, while another goes on", async (_, sent) => {
    const { url, runner } = await aServer();
    const live = watch(aConvexClient(url), kv.get, { key: "a" });
    await live.until((value) => value === null);
    const { ws, messages, closed } = await aRawSocket(url);
    ws.send(sent);
    const [code] = (await closed) as [number];
    expect(code).toBe(1002);
    expect(messages).toMatchObject([{ type: "FatalError" }]);
    runner.commit("a", "still here");
    await live.until((value) => value === "still here");
  });

  it("a connection is closed by a message of 20 MB", async () => {
    const { url } = await aServer();
    const { ws, closed } = await aRawSocket(url);
    ws.send("x".repeat(20 * 1024 * 1024));
    const [code] = (await closed) as [number];
    expect(code).toBe(1009);
  });

  // Spec 7.4
  it("receives a Ping when idle", async () => {
    const { url } = await aServer({ tickMs: 10 });
    const { messages } = await aRawSocket(url);
    await eventually(() => (messages.length > 2 ? true : null));
    expect(messages[0]).toEqual({ type: "Ping" });
  });

  it("a connection is closed without a Connect, and stays open with one", async () => {
    const { url, sockets } = await aServer({ tickMs: 10 });
    const { closed } = await aRawSocket(url);
    const client = await aRawSocket(url);
    client.ws.send(JSON.stringify({ type: "Connect", sessionId: "s", connectionCount: 0 }));
    const [code, reason] = (await closed) as [number, Buffer];
    expect([code, reason.toString()]).toEqual([1008, "no Connect came"]);
    const sent = client.messages.length;
    await eventually(() => (client.messages.length > sent + 5 ? true : null));
    expect(sockets.size).toBe(1);
  });

  it("a connection that answers no ping is closed", async () => {
    const { url, sockets } = await aServer({ tickMs: 20 });
    const socket = await aDeafSocket(url);
    await eventually(() => (sockets.size === 1 ? true : null));
    await eventually(() => (sockets.size === 0 ? true : null));
    socket.destroy();
  });

  it("a connection is not read while too many requests are in flight, and then resumes", async () => {
    const { url, runner } = await aServer();
    const client = aConvexClient(url);
    const acts = Array.from({ length: MAX_IN_FLIGHT * 3 }, (_, at) =>
      client.action(kv.slow, { key: `${at}` }),
    );
    const results = await Promise.all(acts);
    expect(results.at(-1)).toBe(`acted on ${MAX_IN_FLIGHT * 3 - 1}`);
    expect(runner.queryRuns).toEqual([]);
  });

  it("runs at most MAX_IN_FLIGHT requests at once, also of messages that arrive together", async () => {
    let running = 0;
    let most = 0;
    const runner = new FakeRunner();
    const runAction = runner.runAction.bind(runner);
    runner.runAction = async (call) => {
      running += 1;
      most = Math.max(most, running);
      const outcome = await runAction(call);
      running -= 1;
      return outcome;
    };
    const { url } = await aServer({ runner });
    const socket = await aDeafSocket(url);
    const asked = MAX_IN_FLIGHT * 3;
    const actions = Array.from({ length: asked }, (_, requestId) => ({
      type: "Action",
      requestId,
      udfPath: "kv:slow",
      args: [{}],
    }));
    let answers = "";
    socket.resume();
    socket.on("data", (chunk: Buffer) => (answers += chunk.toString("latin1")));
    socket.cork();
    sendFrame(socket, { type: "Connect", sessionId: "s", connectionCount: 0 });
    for (const action of actions) sendFrame(socket, action);
    socket.uncork();
    await eventually(() => (answers.split("ActionResponse").length > asked ? true : null));
    expect(most).toBe(MAX_IN_FLIGHT);
  });

  it("a connection that reads nothing buffers only a few results", async () => {
    const { url, runner, sync } = await aServer();
    const socket = await aDeafSocket(url);
    sendFrame(socket, {
      type: "Connect",
      sessionId: "deaf",
      connectionCount: 0,
    });
    sendFrame(socket, {
      type: "ModifyQuerySet",
      baseVersion: 0,
      newVersion: 1,
      modifications: [{ type: "Add", queryId: 0, udfPath: "kv:get", args: [{ key: "a" }] }],
    });
    await eventually(() => (runner.queryRuns.length === 1 ? true : null));
    const live = watch(aConvexClient(url), kv.get, { key: "a" });
    const before = liveArrayBuffers();
    const megabyte = "x".repeat(1024 * 1024);
    for (let at = 0; at < 100; at += 1) {
      runner.commit("a", `${at} ${megabyte}`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await live.until((value) => typeof value === "string" && value.startsWith("99 "));
    expect(liveArrayBuffers() - before).toBeLessThan(40 * 1024 * 1024);
    expect(sync.size).toBe(2);
    socket.destroy();
  });

  it("gets a long Transition over several turns of the event loop, with nothing between its chunks", async () => {
    const { url, runner, sockets } = await aServer();
    runner.values.set("a", "x".repeat(4 * 1024 * 1024));
    const { ws, messages } = await aRawSocket(url);
    const sent = sentPerTurn();
    ws.send(JSON.stringify(CONNECT));
    ws.send(
      JSON.stringify({
        type: "ModifyQuerySet",
        baseVersion: 0,
        newVersion: 1,
        modifications: [{ type: "Add", queryId: 0, udfPath: "kv:get", args: [{ key: "a" }] }],
      }),
    );
    ws.once("message", () => {
      ws.send(
        JSON.stringify({
          type: "Mutation",
          requestId: 0,
          udfPath: "kv:set",
          args: [{ key: "b", value: 1 }],
        }),
      );
      void sockets.tick().then(() => sockets.tick());
    });
    await eventually(() =>
      messages.some(({ type }) => type === "MutationResponse") ? true : null,
    );
    const chunks = messages.filter(({ type }) => type === "TransitionChunk");
    expect(chunks).toHaveLength(65);
    expect(messages.slice(0, 65)).toEqual(chunks);
    expect(Math.max(...sent())).toBeLessThan(512 * 1024);
  });

  it("a connection that closes is removed with its queries", async () => {
    const { url, sync, sockets } = await aServer();
    const { ws } = await aRawSocket(url);
    expect(sockets.size).toBe(1);
    ws.close();
    await eventually(() => (sockets.size === 0 && sync.size === 0 ? true : null));
  });

  it("gets the responses in flight before the server stops", async () => {
    const { url, runner, stop } = await aServer();
    let endSlowWork: (() => void) | null = null;
    runner.slowWork = () =>
      new Promise((resolve) => {
        endSlowWork = resolve;
      });
    const { ws, messages, closed } = await aRawSocket(url);
    ws.send(JSON.stringify({ type: "Connect", sessionId: "s", connectionCount: 0 }));
    ws.send(
      JSON.stringify({
        type: "Action",
        requestId: 0,
        udfPath: "kv:slow",
        args: [{ key: "a" }],
      }),
    );
    const end = await eventually(() => endSlowWork);
    void stop();
    end();
    const [code] = (await closed) as [number];
    expect(code).toBe(1001);
    expect(messages).toMatchObject([{ type: "ActionResponse", result: "acted on a" }]);
  });
});

/** Opens a raw websocket that reads nothing and answers nothing. */
async function aDeafSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(
    `GET /api/sync HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
  );
  await once(socket, "data");
  socket.pause();
  return socket;
}

function sendFrame(socket: Socket, message: object): void {
  const payload = Buffer.from(JSON.stringify(message));
  const header = Buffer.from([
    0x81,
    0x80 | 126,
    payload.length >> 8,
    payload.length & 255,
    0,
    0,
    0,
    0,
  ]);
  socket.write(Buffer.concat([header, payload]));
}

/** A websocket from this address, or the status with which the upgrade was refused. */
async function connectFrom(url: string, from: string) {
  const ws = new WebSocket(`${url.replace("http", "ws")}/api/sync`, {
    headers: { "x-from": from },
  });
  onTestFinished(() => ws.terminate());
  ws.on("error", () => undefined);
  const messages: string[] = [];
  ws.on("message", (data: Buffer) => messages.push(data.toString()));
  const refused = once(ws, "unexpected-response").then(
    ([, response]) => (response as { statusCode: number }).statusCode,
  );
  const opened = once(ws, "open").then(() => "open" as const);
  return { ws, messages, outcome: await Promise.race([refused, opened]) };
}

const CONNECT = { type: "Connect", sessionId: "s", connectionCount: 0 };

async function signIn(ws: WebSocket, subject: string) {
  const value = await aToken(subject, 3600);
  ws.send(JSON.stringify(CONNECT));
  ws.send(
    JSON.stringify({
      type: "Authenticate",
      tokenType: "User",
      baseVersion: 0,
      value,
    }),
  );
}

const isOpen = ({ ws }: { ws: WebSocket }) => ws.readyState === WebSocket.OPEN;

describe("the connection limit", () => {
  it("counts addresses separately, and releases closed connections", async () => {
    const { url } = await aServer({
      connections: { total: 10, perAddress: 2 },
    });
    const members = [await connectFrom(url, "a"), await connectFrom(url, "a")] as const;
    for (const { ws, messages } of members) {
      await signIn(ws, "ada");
      await eventually(() => (messages.length > 0 ? true : null));
    }
    // A rejected connection is not counted.
    for (let i = 0; i < 3; i += 1) expect((await connectFrom(url, "a")).outcome).toBe(503);
    expect((await connectFrom(url, "b")).outcome).toBe("open");
    members[0].ws.close();
    await eventually(async () => ((await connectFrom(url, "a")).outcome === 503 ? null : true));
  });

  it("closes the oldest client without an identity when no slot is free for a new one", async () => {
    const { url } = await aServer({ connections: { total: 3 } });
    const member = await connectFrom(url, "a");
    await signIn(member.ws, "ada");
    await eventually(() => (member.messages.length > 0 ? true : null));
    const strangers = [await connectFrom(url, "b"), await connectFrom(url, "c")] as const;
    const last = await connectFrom(url, "d");
    expect(last.outcome).toBe("open");
    await eventually(() => (isOpen(strangers[0]) ? null : true));
    expect([member, strangers[1], last].map(isOpen)).toEqual([true, true, true]);
  });

  it("keeps 200 members behind one address, and few of those who stay without an identity", async () => {
    const { url, sockets } = await aServer({
      // Only the ticks below: the second one that a connection sees may close it.
      tickMs: 3_600_000,
      connections: { unauthenticatedPerAddress: 5 },
      unauthenticatedRate: { rate: 0.001, burst: 1 },
    });
    const members = await Promise.all(
      Array.from({ length: 200 }, () => connectFrom(url, "office")),
    );
    await sockets.tick();
    await Promise.all(members.map(({ ws }, at) => signIn(ws, `${at}`)));
    // The first Transition confirms the identity.
    await eventually(
      () =>
        members.every(({ messages }) => messages.some((text) => text.includes('"Transition"')))
          ? true
          : null,
      200_000,
    );
    const strangers = await Promise.all(
      Array.from({ length: 30 }, () => connectFrom(url, "office")),
    );
    for (const { ws } of strangers) ws.send(JSON.stringify(CONNECT));
    await sockets.tick();
    expect(sockets.size).toBe(230);
    await sockets.tick();
    // The server drops a connection before its client notices.
    await eventually(() => (strangers.filter(isOpen).length <= 5 ? true : null));
    expect(strangers.filter(isOpen)).toHaveLength(5);
    expect(members.filter(isOpen)).toHaveLength(200);
    expect(sockets.size).toBe(205);
    // Each handshake waits for a turn of the event loop that no other gets, twice: minutes on a busy machine.
  }, 240_000);
});

describe("clients that are not signed in", () => {
  const long = "x".repeat(300_000);

  it("a client that is not signed in may send only short messages, and is disconnected before a long one is complete", async () => {
    const { url } = await aServer({ unauthenticatedMessageBytes: 100_000 });
    const { ws, closed } = await aRawSocket(url);
    ws.send(JSON.stringify({ ...CONNECT, sessionId: "x".repeat(99_000) }));
    const [code, reason] = (await closed) as [number, Buffer];
    // Too long for a session id, but read.
    expect([code, reason.toString()]).toEqual([1002, "protocol error"]);
    const other = await aRawSocket(url);
    other.ws.send(long.slice(0, 150_000));
    expect((await other.closed)[0]).toBe(1009);
    const third = await aRawSocket(url);
    // The first fragment of a message that never ends.
    third.ws.send(long, { fin: false });
    expect((await third.closed)[0]).toBe(1009);
  });

  it("a client that is not signed in may send long messages right behind a valid token", async () => {
    const { url } = await aServer({ unauthenticatedMessageBytes: 10_000 });
    const { ws, messages } = await aRawSocket(url);
    await signIn(ws, "ada");
    ws.send(
      JSON.stringify({
        type: "Mutation",
        requestId: 0,
        udfPath: "kv:set",
        args: [{ key: "a", value: long }],
      }),
    );
    await eventually(() =>
      messages.some(({ type, success }) => type === "MutationResponse" && success) ? true : null,
    );
  });

  it("a client that is not signed in has a limited rate of requests, which does not delay members of the same address", async () => {
    const { url, runner } = await aServer({
      unauthenticatedRate: { rate: 0.001, burst: 3 },
    });
    const act = (requestId: number) =>
      JSON.stringify({
        type: "Action",
        requestId,
        udfPath: "kv:act",
        args: [{ key: `${requestId}` }],
      });
    const stranger = await aRawSocket(url);
    stranger.ws.send(JSON.stringify(CONNECT));
    for (let at = 0; at < 10; at += 1) stranger.ws.send(act(at));
    await eventually(() => (stranger.messages.length === 3 ? true : null));
    const member = await aRawSocket(url);
    await signIn(member.ws, "ada");
    for (let at = 0; at < 10; at += 1) member.ws.send(act(at));
    await eventually(() =>
      member.messages.filter(({ type }) => type === "ActionResponse").length === 10 ? true : null,
    );
    expect(stranger.messages).toHaveLength(3);
    expect(runner.mutationRuns).toEqual([]);
  });

  it("a client that is not signed in is refused a message of more requests than may run at once, and again at its rate", async () => {
    const { url, runner } = await aServer({
      unauthenticatedRate: { rate: 0.001, burst: 3 },
    });
    const tooMany = JSON.stringify({
      type: "ModifyQuerySet",
      baseVersion: 0,
      newVersion: 1,
      modifications: [1, 2, 3, 4].map((queryId) => ({
        type: "Add",
        queryId,
        udfPath: "kv:get",
        args: [{ key: "a" }],
      })),
    });
    const greedy = async () => {
      const socket = await aRawSocket(url);
      socket.ws.send(JSON.stringify(CONNECT));
      socket.ws.send(tooMany);
      return socket;
    };
    for (let refusals = 0; refusals < 3; refusals += 1) {
      expect((await (await greedy()).closed)[0]).toBe(1002);
    }
    const fourth = await greedy();
    const member = await aRawSocket(url);
    await signIn(member.ws, "ada");
    await eventually(() => (member.messages.length > 0 ? true : null));
    expect(fourth.messages).toEqual([]);
    expect(isOpen(fourth)).toBe(true);
    expect(runner.queryRuns).toEqual([]);
  });
});
