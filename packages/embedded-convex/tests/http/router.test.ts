import { describe, expect, it, vi } from "vitest";
import { HttpError } from "../../src/httpError";
import { sendJson } from "../../src/http/responses";
import { Router, type AnsweredRequest, type Handler, type Route } from "../../src/http/router";
import { anHttpServer } from "../support/handlerServer";
import { aGate } from "../support/requestGate";
import { diskError } from "../support/failingDisk";
import { memoryLog } from "../runtime/fixtures/testEngine";

const FILE_ID = "01234567-89ab-cdef-0123-456789abcdef";

async function aServer(handler: Handler, logsOwnFailures = false) {
  const log = memoryLog();
  const answered: AnsweredRequest[] = [];
  const left: Handler = () => Promise.resolve(false);
  const router = new Router({
    log,
    gate: aGate(),
    onAnswered: (request) => answered.push(request),
    routes: [
      { name: "/version", matches: () => true, handler: left },
      {
        name: "HTTP actions",
        matches: () => true,
        classOf: (req) => `of ${req.headers["x-kind"] as string}`,
        handler,
        logsOwnFailures,
      },
    ],
  });
  const url = await anHttpServer((req, res) => router.handle(req, res));
  const ask = (path: string) => fetch(url + path, { headers: { "x-kind": "a" } });
  const served = () => answered.map(({ method, name, status }) => [`${method} ${name}`, status]);
  const logged = (...levels: string[]) => log.lines.filter(({ level }) => levels.includes(level));
  return { ask, answered, served, logged };
}

const answering = (status: number) =>
  aServer((_, res) => {
    sendJson(res, status, {});
    return Promise.resolve(true);
  });

describe("limits", () => {
  const route = (more: Partial<Route> = {}): Route => ({
    name: "/version",
    matches: () => true,
    handler: (_, res) => {
      res.end();
      return Promise.resolve(true);
    },
    ...more,
  });

  it("does not start with a route that has no row in the table", () => {
    const options = { log: memoryLog(), gate: aGate() };
    expect(() => new Router({ ...options, routes: [route({ name: "/new" })] })).toThrow(
      '"/new" has no row in the table of request limits',
    );
  });

  it("asks the gate before the handler, with the caller of the route, and leaves after it", async () => {
    const seen: string[] = [];
    const gate = aGate();
    vi.spyOn(gate, "enter").mockImplementation((name, _, caller) => {
      seen.push(`${name} enters as ${caller?.identity?.subject ?? "nobody"}`);
      return Promise.resolve(() => void seen.push("leaves"));
    });
    const ada = { subject: "ada", issuer: "own", tokenIdentifier: "own|ada" };
    const router = new Router({
      log: memoryLog(),
      gate,
      routes: [
        route({ matches: () => false }),
        route({
          callerOf: () => ({ identity: ada }),
          handler: (_, res, { maxBytes }) => {
            seen.push(`runs with ${maxBytes} bytes`);
            res.end();
            return Promise.reject(new Error("too late"));
          },
        }),
      ],
    });
    const url = await anHttpServer((req, res) => router.handle(req, res));
    await fetch(url);
    expect(seen).toEqual(["/version enters as ada", "runs with 0 bytes", "leaves"]);
  });

  it("does not run a request whose client has disconnected while it waited", async () => {
    const gate = aGate();
    let enter: () => void = () => undefined;
    const entered = vi
      .spyOn(gate, "enter")
      .mockImplementation(() => new Promise((resolve) => (enter = () => resolve(() => undefined))));
    const handler = vi.fn(route().handler);
    const routes = [route({ handler })];
    const router = new Router({ log: memoryLog(), gate, routes });
    let handled = Promise.resolve(false);
    let hasGone = false;
    const url = await anHttpServer((req, res) => {
      res.once("close", () => (hasGone = true));
      return (handled = router.handle(req, res));
    });
    const leaving = new AbortController();
    const request = fetch(url, { signal: leaving.signal }).catch(() => null);
    await vi.waitFor(() => expect(entered).toHaveBeenCalled());
    leaving.abort();
    await request;
    await vi.waitFor(() => expect(hasGone).toBe(true));
    enter();
    expect(await handled).toBe(true);
    expect(handler).not.toHaveBeenCalled();
  });
});

describe("requests", () => {
  it.each([[200], [304], [404], [429], [560], [500], [503]])(
    "a request with status %d is reported under the name of its route",
    async (status) => {
      const server = await answering(status);
      expect((await server.ask("/x")).status).toBe(status);
      expect(server.served()).toEqual([["GET of a", status]]);
    },
  );

  it("a request is reported without its query and without the id of a file", async () => {
    const server = await answering(200);
    await server.ask(`/api/storage/${FILE_ID}?token=secret`);
    expect(server.logged("info", "warn", "error")).toEqual([]);
    expect(server.answered).toMatchObject([{ method: "GET", path: "/api/storage/*", status: 200 }]);
  });

  it("a request whose client disconnects after the body was sent logs no error", async () => {
    const server = await aServer(async (req) => {
      await new Promise((resolve) => req.resume().once("end", resolve));
      const error = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
      req.destroy();
      req.socket.destroy();
      throw error;
    });
    await expect(server.ask("/x")).rejects.toThrow();
    expect(server.logged("error")).toEqual([]);
  });

  it("a request with a 5xx status is logged at warn, except when a function threw", async () => {
    const unserved = await answering(503);
    await unserved.ask("/api/auth/token?x=secret");
    expect(unserved.logged("warn").map(({ fields }) => fields)).toEqual([
      { method: "GET", path: "/api/auth/token", status: 503 },
    ]);
    const refused = await answering(560);
    await refused.ask("/api/mutation");
    expect(refused.logged("warn", "error")).toEqual([]);
  });

  it("a request with a 5xx status is not logged twice if its handler logs failures", async () => {
    const server = await aServer((_, res) => {
      sendJson(res, 503, {});
      return Promise.resolve(true);
    }, true);
    await server.ask("/api/health");
    expect(server.logged("warn", "error")).toEqual([]);
    expect(server.served()).toEqual([["GET of a", 503]]);
  });

  it("gets the HttpError that a handler throws", async () => {
    const server = await aServer(() =>
      Promise.reject(new HttpError(413, "RequestTooLarge", "Too large.")),
    );
    const answer = await server.ask("/x");
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { code: "RequestTooLarge", message: "Too large." },
    ]);
    expect(server.served()).toEqual([["GET of a", 413]]);
    expect(server.logged("warn", "error")).toEqual([]);
  });

  it("gets 500 without details when a handler throws, and the log has the error", async () => {
    const server = await aServer(() => Promise.reject(new Error("inner words")));
    const answer = await server.ask(`/api/storage/${FILE_ID}?token=secret`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("inner words");
    expect(server.served()).toEqual([["GET of a", 500]]);
    const [line, ...others] = server.logged("warn", "error");
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      level: "error",
      message: "a request failed",
      fields: { path: "/api/storage/*" },
    });
    expect(line?.fields.error).toContain("inner words");
  });

  it("a request without a matching handler is not handled and not reported", async () => {
    const server = await aServer(() => Promise.resolve(false));
    expect((await server.ask("/x")).status).toBe(404);
    expect(server.served()).toEqual([]);
  });
});

describe("requests that fail because of the disk", () => {
  it.each([
    ["ENOSPC", "The disk of the server is full. Nothing was saved."],
    ["EROFS", "The disk of the server cannot be written. Nothing was saved."],
    ["EIO", "The disk of the server failed."],
  ])(
    "a request that fails because of the disk with %s is answered with a sentence",
    async (code, message) => {
      const server = await aServer(() => Promise.reject(diskError(code)));
      const answer = await server.ask("/x");
      expect(answer.status).toBe(500);
      expect(await answer.json()).toMatchObject({ message });
      expect(server.logged("error")).toHaveLength(1);
    },
  );
});
