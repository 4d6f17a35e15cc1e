import { describe, expect, it } from "vitest";
import {
  HttpRefusal,
  sendJson,
} from "../../../packages/embedded-convex/src/http/answers";
import { Requests, type Handler } from "../../../server/http/router";
import { Traffic } from "../../../server/monitoring/requestMetrics";
import { anHttpServer } from "../../../packages/embedded-convex/tests/support/handlerServer";
import { diskError } from "../../../packages/embedded-convex/tests/support/failingDisk";
import { memoryLog } from "../../../packages/embedded-convex/tests/runtime/fixtures/testEngine";

const FILE_ID = "01234567-89ab-cdef-0123-456789abcdef";

async function aServer(handler: Handler, tellsItself = false) {
  const log = memoryLog();
  const traffic = new Traffic({ log });
  const left: Handler = () => Promise.resolve(false);
  const requests = new Requests({
    log,
    traffic,
    routes: [
      { name: "another", handler: left },
      {
        name: (req) => `of ${req.headers["x-kind"] as string}`,
        handler,
        tellsItself,
      },
    ],
  });
  const url = await anHttpServer((req, res) => requests.handle(req, res));
  const ask = (path: string) =>
    fetch(url + path, { headers: { "x-kind": "a" } });
  const served = () => {
    traffic.close();
    return log.lines
      .filter(({ message }) => message === "served")
      .map(({ fields }) => [fields.class, fields.refused, fields.failed]);
  };
  const told = (...levels: string[]) =>
    log.lines.filter(({ level }) => levels.includes(level));
  return { ask, served, told, log };
}

const answering = (status: number) =>
  aServer((_, res) => {
    sendJson(res, status, {});
    return Promise.resolve(true);
  });

describe("a request", () => {
  it.each([
    [200, 0, 0],
    [304, 0, 0],
    [404, 1, 0],
    [429, 1, 0],
    [560, 1, 0],
    [500, 0, 1],
    [503, 0, 1],
  ])(
    "that is answered with %d is counted in the class of its handler",
    async (status, refused, failed) => {
      const server = await answering(status);
      expect((await server.ask("/x")).status).toBe(status);
      expect(server.served()).toEqual([["GET of a", refused, failed]]);
    },
  );

  it("has a line of its own at debug only, without its query and without the id of a file", async () => {
    const server = await answering(200);
    await server.ask(`/api/storage/${FILE_ID}?token=secret`);
    expect(server.told("info", "warn", "error")).toEqual([]);
    const [line] = server.told("debug");
    expect(line?.fields).toMatchObject({
      method: "GET",
      path: "/api/storage/*",
      status: 200,
    });
  });

  it("that could not be served has a line at warn; one that a function refused has none", async () => {
    const unserved = await answering(503);
    await unserved.ask("/api/auth/token?x=secret");
    expect(unserved.told("warn").map(({ fields }) => fields)).toEqual([
      { method: "GET", path: "/api/auth/token", status: 503 },
    ]);
    const refused = await answering(560);
    await refused.ask("/api/mutation");
    expect(refused.told("warn", "error")).toEqual([]);
  });

  it("that could not be served by a handler that tells so itself has no second line", async () => {
    const server = await aServer((_, res) => {
      sendJson(res, 503, {});
      return Promise.resolve(true);
    }, true);
    await server.ask("/api/health");
    expect(server.told("warn", "error")).toEqual([]);
    expect(server.served()).toEqual([["GET of a", 0, 1]]);
  });

  it("that a handler refuses by throwing is told why", async () => {
    const server = await aServer(() =>
      Promise.reject(new HttpRefusal(413, "RequestTooLarge", "Too large.")),
    );
    const answer = await server.ask("/x");
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { code: "RequestTooLarge", message: "Too large." },
    ]);
    expect(server.served()).toEqual([["GET of a", 1, 0]]);
    expect(server.told("warn", "error")).toEqual([]);
  });

  it("that a handler breaks on is answered without the reason, which is in the log", async () => {
    const server = await aServer(() =>
      Promise.reject(new Error("inner words")),
    );
    const answer = await server.ask(`/api/storage/${FILE_ID}?token=secret`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("inner words");
    expect(server.served()).toEqual([["GET of a", 0, 1]]);
    const [line, ...others] = server.told("warn", "error");
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      level: "error",
      message: "a request failed",
      fields: { path: "/api/storage/*" },
    });
    expect(line?.fields.error).toContain("inner words");
  });

  it("that no handler takes is left, and not counted", async () => {
    const server = await aServer(() => Promise.resolve(false));
    expect((await server.ask("/x")).status).toBe(404);
    expect(server.served()).toEqual([]);
    expect(server.told("debug")).toEqual([]);
  });
});

describe("a request that the disk is at fault for", () => {
  it.each([
    ["ENOSPC", "The disk of the server is full. Nothing was saved."],
    ["EROFS", "The disk of the server cannot be written. Nothing was saved."],
    ["EIO", "The disk of the server failed."],
  ])("with %s is answered with a sentence", async (code, message) => {
    const server = await aServer(() => Promise.reject(diskError(code)));
    const answer = await server.ask("/x");
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ message });
    expect(server.told("error")).toHaveLength(1);
  });
});
