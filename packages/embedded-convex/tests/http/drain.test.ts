import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { drain } from "../../src/http/drain";
import { serve } from "../support/httpServer";

const MEGABYTE = "x".repeat(1024 * 1024);

/** A server that stops reading in the given way, rejects and drains, and a client with a single connection to it. */
async function aRefusingServer(readSome: (req: IncomingMessage) => Promise<unknown>) {
  const http = await serve(async (req, res) => {
    await readSome(req);
    res.writeHead(413).end("too large");
    drain(req);
    return true;
  });
  onTestFinished(() => http.close());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return async (megabytes: number) => {
    const req = request(http.origin, { method: "POST", agent });
    for (let sent = 0; sent < megabytes; sent += 1) req.write(MEGABYTE);
    req.end();
    const [response] = (await once(req, "response")) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
}

const chunksOf = (req: IncomingMessage) => req.iterator({ destroyOnReturn: false });

describe("unread bodies", () => {
  test.each<[string, (req: IncomingMessage) => Promise<unknown>]>([
    ["before its first byte", () => Promise.resolve()],
    [
      "after a part of it",
      async (req) => {
        for await (const _ of chunksOf(req)) break;
      },
    ],
    [
      "since a while",
      async (req) => {
        for await (const _ of chunksOf(req)) break;
        await pause(50);
      },
    ],
    ["by a reader that was left standing", (req) => chunksOf(req).next()],
    [
      "by one that had paused it",
      async (req) => {
        await once(req, "data");
        req.pause();
      },
    ],
  ])(
    "a body that was left unread (%s) is taken to its end, and its connection serves the next",
    async (_, readSome) => {
      const ask = await aRefusingServer(readSome);
      expect(await ask(6)).toBe(413);
      expect(await ask(1)).toBe(413);
    },
  );

  test("an unread body can be drained twice, and keeps the timeout of its connection", async () => {
    const limits: (number | undefined)[] = [];
    const http = await serve(async (req, res) => {
      limits.push(req.socket.timeout);
      drain(req);
      drain(req);
      await once(req, "close");
      limits.push(req.socket.timeout);
      res.end();
      return true;
    });
    onTestFinished(() => http.close());
    http.server.setTimeout(40_000);
    await fetch(http.origin, { method: "POST", body: MEGABYTE });
    expect(limits).toEqual([40_000, 40_000]);
  });
});
