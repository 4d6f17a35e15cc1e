import { once } from "node:events";
import { request } from "node:http";
import type { Socket } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import {
  startControlClient,
  type ControlClient,
} from "../packages/embedded-convex/tests/fuzz/controlClient";
import { frame, rawWebSocket } from "../packages/embedded-convex/tests/fuzz/rawFrames";
import { startTarget, type Target } from "../packages/embedded-convex/tests/fuzz/target";
import { eventually } from "../packages/embedded-convex/tests/support/convexClients";
import { fuzzedServer } from "./fuzz/downspout";
import { buildServer } from "./support/builtServer";
import { signUp, type Person } from "./support/people";

/**
 * Malicious and broken clients against the built server. Each test checks that the client is disconnected or slowed
 * down, that the server's memory returns to its former size, and that a control client was served meanwhile.
 */
const MB = 2 ** 20;

let dataDir: string;
let target: Target;
let control: ControlClient;
let person: Person;

beforeAll(async () => {
  buildServer();
  dataDir = mkdtempSync(join(tmpdir(), "misbehaving-"));
  const application = fuzzedServer({});
  target = await startTarget(application, dataDir);
  control = await startControlClient(application, target.url);
  person = await signUp(target.url, "mallory@example.com");
});

afterAll(async () => {
  await control.stop();
  await target.stop();
  rmSync(dataDir, { recursive: true, force: true });
  expect([...control.faults, ...target.faults]).toEqual([]);
});

/** The control client was served since, without an error. */
async function expectOthersUndisturbed() {
  const done = control.times.length;
  await eventually(() => (control.times.length > done || control.faults.length > 0 ? true : null));
  expect(control.faults).toEqual([]);
  expect(target.faults).toEqual([]);
}

/**
 * Waits until the server's live memory is back within the allowance of what it was. A connection's buffers are live
 * until the server, too, has seen the connection close; memory that leaks never comes back.
 */
async function expectMemoryNear(before: number, allowance: number) {
  await eventually(
    async () => ((await liveMemory()) - before < allowance ? true : null),
    50_000,
    100,
  );
}

const liveMemory = async () => (await target.memory()).live;

async function aWebSocket(): Promise<{
  ws: WebSocket;
  received: { type: string; error?: string }[];
  closed: Promise<[number, Buffer]>;
}> {
  const ws = new WebSocket(`${target.url.replace("http", "ws")}/api/sync`);
  const received: { type: string; error?: string }[] = [];
  ws.on("message", (data: Buffer) =>
    received.push(JSON.parse(data.toString()) as { type: string }),
  );
  const closed = once(ws, "close") as Promise<[number, Buffer]>;
  await once(ws, "open");
  ws.send(text({ type: "Connect", sessionId: "m", connectionCount: 0 }));
  return { ws, received, closed };
}

const text = (message: object) => JSON.stringify(message);
const textFrame = (message: object) => frame({ opcode: 1, payload: Buffer.from(text(message)) });

/** Only members may send messages of a megabyte. */
async function signInOn(socket: Socket) {
  socket.write(textFrame({ type: "Connect", sessionId: "m", connectionCount: 0 }));
  const value = await person.fetchToken();
  socket.write(
    textFrame({
      type: "Authenticate",
      baseVersion: 0,
      tokenType: "User",
      value,
    }),
  );
  await untilReceived(socket, "Transition");
}

async function untilReceived(socket: Socket, expected: string) {
  let received = "";
  while (!received.includes(expected)) {
    const [chunk] = (await once(socket, "data")) as [Buffer];
    received += chunk.toString("latin1");
  }
}

/** The code with which the server closes, read from its close frame. */
async function closeCodeOf(socket: Socket): Promise<number> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  await once(socket, "close");
  const received = Buffer.concat(chunks);
  const at = received.lastIndexOf(Buffer.from([0x88, 0x02]));
  return at < 0 ? 0 : received.readUInt16BE(at + 2);
}

describe("clients that send 100 MB", () => {
  it("a client that sends 100 MB in one message is disconnected after the frame header", async () => {
    const before = await liveMemory();
    const socket = await rawWebSocket(target.url);
    const code = closeCodeOf(socket);
    socket.write(frame({ opcode: 1, payload: Buffer.alloc(10), length: 100 * MB }));
    expect(await code).toBe(1009);
    await expectMemoryNear(before, 2 * MB);
    await expectOthersUndisturbed();
  });

  it("a client that sends 100 MB in fragments is disconnected at the message limit", async () => {
    const before = await liveMemory();
    const socket = await rawWebSocket(target.url);
    await signInOn(socket);
    const sendPiece = (opcode: number, bytes: number) =>
      socket.write(frame({ opcode, fin: false, payload: Buffer.alloc(bytes, "x") }));
    sendPiece(1, MB / 4);
    for (let sent = MB / 4; sent < MB; sent += MB / 4) sendPiece(0, MB / 4);
    // The pong shows that the server took every piece before the ping and did not close the connection.
    socket.write(frame({ opcode: 9, payload: Buffer.from("all taken?") }));
    await untilReceived(socket, "all taken?");
    const code = closeCodeOf(socket);
    sendPiece(0, 1);
    // The rest of the 100 MB, whether or not the server has closed the connection by then.
    for (let sent = MB; sent < 100 * MB; sent += MB) sendPiece(0, MB);
    expect(await code).toBe(1009);
    await expectMemoryNear(before, 2 * MB);
    await expectOthersUndisturbed();
  });

  it.each([
    ["as it said", { "content-length": 100 * MB }],
    ["without saying so", { "transfer-encoding": "chunked" }],
  ])(
    "a client that sends 100 MB of JSON over HTTP, %s, gets an error and is disconnected",
    async (_, headers) => {
      const before = await liveMemory();
      let sent = 0;
      const end = await new Promise<number | string | undefined>((resolve, reject) => {
        const req = request(`${target.url}/api/mutation`, { method: "POST", headers }, (res) => {
          res.resume();
          resolve(res.statusCode);
        });
        req.on("error", (error: NodeJS.ErrnoException) =>
          error.code === "ECONNRESET" ? resolve(error.code) : reject(error),
        );
        const piece = Buffer.alloc(MB, " ");
        const send = () => {
          if (sent === 100 || req.destroyed) return;
          sent += 1;
          if (req.write(piece)) setImmediate(send);
          else req.once("drain", send);
        };
        send();
      });
      // TCP discards the answer if the end of the connection overtakes it, as a client that goes on sending may see.
      expect([413, "ECONNRESET"]).toContain(end);
      // The server reads 17 MB, throws away 8 MB more and ends the connection; the buffers of both sockets take the
      // rest.
      expect(sent).toBeLessThan(60);
      await expectMemoryNear(before, 2 * MB);
      await expectOthersUndisturbed();
    },
  );
});

describe("clients with too many queries", () => {
  it("a client with too many queries is rejected at the limit with a message", async () => {
    const before = await liveMemory();
    const { ws, received, closed } = await aWebSocket();
    const value = await person.fetchToken();
    ws.send(
      text({
        type: "Authenticate",
        baseVersion: 0,
        tokenType: "User",
        value,
      }),
    );
    ws.send(
      text({
        type: "ModifyQuerySet",
        baseVersion: 0,
        newVersion: 1,
        modifications: Array.from({ length: 10_000 }, (_, queryId) => ({
          type: "Add",
          queryId,
          udfPath: "customers:search",
          args: [{ term: `term ${queryId}` }],
        })),
      }),
    );
    expect((await closed)[0]).toBe(1002);
    expect(received.at(-1)).toEqual({
      type: "FatalError",
      error: "A message has more than 10000 values.",
    });
    await expectMemoryNear(before, 2 * MB);
    await expectOthersUndisturbed();
  });

  it("a client with too many queries at the limit on ten connections is served, and its queries end with the connections", async () => {
    const before = await liveMemory();
    const token = await person.fetchToken();
    const clients = await Promise.all(Array.from({ length: 10 }, () => aWebSocket()));
    for (const [at, { ws }] of clients.entries()) {
      ws.send(
        text({
          type: "Authenticate",
          baseVersion: 0,
          tokenType: "User",
          value: token,
        }),
      );
      const modifications = Array.from({ length: 1_000 }, (_, queryId) => ({
        type: "Add",
        queryId,
        udfPath: "customers:getByCustomerId",
        args: [{ customer_id: `C-${at}-${queryId}` }],
      }));
      const versions = { baseVersion: 0, newVersion: 1 };
      ws.send(text({ type: "ModifyQuerySet", ...versions, modifications }));
    }
    await Promise.all(
      clients.map(({ received }) =>
        eventually(() => (received.some(({ type }) => /^Transition/.test(type)) ? true : null)),
      ),
    );
    await expectMemoryNear(before, 100 * MB);
    await expectOthersUndisturbed();
    for (const { ws, closed } of clients) {
      ws.close();
      await closed;
    }
    await expectMemoryNear(before, 3 * MB);
  });
});

describe("clients that send and do not read", () => {
  it("a client that sends and does not read is paused, and delays no other client", async () => {
    const before = await liveMemory();
    const socket = await rawWebSocket(target.url);
    socket.on("error", () => undefined);
    socket.pause();
    socket.write(textFrame({ type: "Connect", sessionId: "deaf", connectionCount: 0 }));
    const udfPath = `nowhere:${"x".repeat(400)}`;
    // The data piles up on the client's side, because the server stopped reading.
    for (let requestId = 0; socket.writableLength < 4 * MB; requestId += 1) {
      socket.write(textFrame({ type: "Mutation", requestId, udfPath, args: [{}] }));
      if (requestId % 500 === 0) await new Promise(setImmediate);
    }
    await expectMemoryNear(before, 10 * MB);
    await expectOthersUndisturbed();
    // The kernel may still take a message that it had no room for.
    await eventually(async () => {
      const buffered = socket.writableLength;
      await expectOthersUndisturbed();
      return socket.writableLength === buffered ? true : null;
    });
    expect(socket.writableLength).toBeGreaterThan(4 * MB - 64 * 1024);
    socket.destroy();
  });

  it("2,000 silent connections cost little memory", async () => {
    const before = await liveMemory();
    const sockets = await Promise.all(
      Array.from({ length: 2_000 }, () => rawWebSocket(target.url)),
    );
    await expectMemoryNear(before, 60 * MB);
    await expectOthersUndisturbed();
    for (const socket of sockets) socket.destroy();
  });
});

describe("expensive clients", () => {
  it("an expensive client with 500 invalid tokens in a row gets an error for each", async () => {
    const { ws, received } = await aWebSocket();
    const [head = "", payload = ""] = (await person.fetchToken()).split(".");
    const value = `${head}.${payload}.${"A".repeat(342)}`;
    for (let times = 0; times < 500; times += 1) {
      ws.send(
        text({
          type: "Authenticate",
          baseVersion: 0,
          tokenType: "User",
          value,
        }),
      );
    }
    await expectOthersUndisturbed();
    await eventually(() => (received.length === 500 ? true : null));
    expect(new Set(received.map(({ type }) => type))).toEqual(new Set(["AuthError"]));
    ws.close();
  });

  it.each([
    ["a search for a megabyte", { term: "gutter ".repeat(140_000) }],
    ["a search for 100,000 words", { term: wordsBeyondCount(100_000) }],
    ["arguments of 1,000,000 bytes", { term: "x".repeat(1_000_000) }],
    ["arguments that nest", { term: nested(100) }],
  ])("an expensive client with %s is answered", async (_, args) => {
    const { ws, received } = await aWebSocket();
    const value = await person.fetchToken();
    const versions = { baseVersion: 0, newVersion: 1 };
    ws.send(text({ type: "Authenticate", baseVersion: 0, tokenType: "User", value }));
    const add = { type: "Add", queryId: 0, udfPath: "customers:search" };
    ws.send(
      text({
        type: "ModifyQuerySet",
        ...versions,
        modifications: [{ ...add, args: [args] }],
      }),
    );
    const isTold = () => received.some((message) => /Query(Updated|Failed)/.test(text(message)));
    await eventually(() => (isTold() ? true : null));
    ws.close();
    await expectOthersUndisturbed();
  });

  it("an expensive client that floods the server with mutations does not starve others", async () => {
    const { ws, received } = await aWebSocket();
    const value = await person.fetchToken();
    ws.send(text({ type: "Authenticate", baseVersion: 0, tokenType: "User", value }));
    const done = control.times.length;
    const flood = 3_000;
    for (let requestId = 0; requestId < flood; requestId += 1) {
      ws.send(
        text({
          type: "Mutation",
          requestId,
          udfPath: "customers:create",
          args: [{ customer_name: `Flood ${requestId}` }],
        }),
      );
    }
    await eventually(() =>
      received.filter(({ type }) => type === "MutationResponse").length === flood ? true : null,
    );
    // During the flood, not only after it.
    expect(control.times.length - done).toBeGreaterThan(5);
    await expectOthersUndisturbed();
    ws.close();
  });
});

function wordsBeyondCount(count: number): string {
  return Array.from({ length: count }, (_, at) => `w${at}`).join(" ");
}

function nested(depth: number): unknown {
  return JSON.parse("[".repeat(depth) + "]".repeat(depth));
}
