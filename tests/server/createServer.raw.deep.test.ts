/** The HTTP server against raw sockets. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createServer, type ServerOptions } from "../../server/createServer";
import { createLog } from "../../server/monitoring/log";
import type { HttpTimeouts } from "../../server/http/timeouts";
import {
  rawAnswer,
  rawConnection,
  statusOf,
} from "../../packages/embedded-convex/tests/support/rawHttp";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";
import { wireModules } from "../../packages/embedded-convex/tests/support/wireModules";

const PAGE = "<!doctype html><title>the page</title>";
const SECRET = "what nobody may read";

async function open(folder: string, options: Partial<ServerOptions> = {}) {
  const clientDir = join(folder, "client");
  mkdirSync(join(clientDir, "assets"), { recursive: true });
  writeFileSync(join(clientDir, "index.html"), PAGE);
  writeFileSync(join(folder, "secret.txt"), SECRET);
  const server = await createServer({
    port: 0,
    host: "127.0.0.1",
    dataDir: join(folder, "data"),
    signUps: "invite",
    clientDir,
    log: createLog("silent"),
    modules: wireModules,
    ...options,
  });
  writeFileSync(join(folder, "data", "secret.txt"), SECRET);
  return server;
}

/** Shared by tests, since a first start generates a signing key, which is slow. */
let url: string;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "raw-server-"));
  const server = await open(folder);
  url = server.url;
  return async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  };
});

async function serverWithTimeouts(timeouts: Partial<HttpTimeouts>): Promise<string> {
  const server = await open(temporaryFolder(), { timeouts });
  onTestFinished(() => server.close());
  return server.url;
}

const lines = (...all: string[]) => [...all, "", ""].join("\r\n");

describe("request paths", () => {
  it("a request path reaches only client files, however it is encoded", async () => {
    const names = [
      "/../secret.txt",
      "/../data/secret.txt",
      "/assets/../../secret.txt",
      "/./.././secret.txt",
      "/....//secret.txt",
      "//secret.txt",
      "/%2e%2e/secret.txt",
      "/..%2fsecret.txt",
      "/%252e%252e%252fsecret.txt",
      "/..%c0%afsecret.txt",
      "/..\\secret.txt",
      "/..%5csecret.txt",
      "/secret.txt%00.html",
      "/..%00/secret.txt",
      "/assets/%",
      "/api/storage/../../secret.txt",
      "/api/storage/..%2f..%2fsecret.txt",
      "/api/storage/00000000-0000-0000-0000-0000000000..",
      "http://127.0.0.1/../secret.txt",
      "http://elsewhere.example/../../data/secret.txt",
      "file:///etc/passwd",
      "..",
    ];
    for (const name of names)
      for (const accept of ["text/html", "*/*", "application/json"]) {
        const answer = await rawAnswer(
          url,
          lines(
            `GET ${name} HTTP/1.1`,
            "Host: 127.0.0.1",
            `Accept: ${accept}`,
            "Connection: close",
          ),
        );
        expect(answer, name).not.toContain(SECRET);
        expect(answer, name).not.toContain("root:");
        const isPage = answer.endsWith(PAGE) && statusOf(answer) === 200;
        expect(isPage || [400, 404].includes(statusOf(answer)), name).toBe(true);
      }
  });

  it("a path with an invalid byte is rejected", async () => {
    for (const name of ["/\0", "/a\nb", "/a b"])
      expect(statusOf(await rawAnswer(url, lines(`GET ${name} HTTP/1.1`, "Host: x")))).toBe(400);
  });

  it("a path of an API call matches in its exact form only", async () => {
    const body = JSON.stringify({ path: "people:whoami", args: {} });
    for (const [target, status] of [
      ["/api/query", 200],
      [`${url}/api/query`, 404],
      ["/api/../api/query", 404],
      ["//api/query", 404],
      ["/api/query/", 404],
      ["/API/query", 404],
      ["/api%2fquery", 404],
    ] as const) {
      const answer = await rawAnswer(
        url,
        `${lines(
          `POST ${target} HTTP/1.1`,
          "Host: 127.0.0.1",
          `Content-Length: ${body.length}`,
          "Connection: close",
        )}${body}`,
      );
      expect(statusOf(answer), target).toBe(status);
    }
  });
});

describe("request smuggling", () => {
  const INNER = lines("GET /api/health HTTP/1.1", "Host: x");
  const start = ["POST /api/query HTTP/1.1", "Host: x"];

  it.each([
    ["with two lengths", ["Content-Length: 0", "Content-Length: 38"]],
    ["with a list of lengths", ["Content-Length: 0, 38"]],
    ["with a length and chunks", ["Content-Length: 38", "Transfer-Encoding: chunked"]],
    ["with chunks and a length", ["Transfer-Encoding: chunked", "Content-Length: 38"]],
    ["with chunked not last", ["Transfer-Encoding: chunked, identity"]],
    ["with an unknown coding", ["Transfer-Encoding: xchunked"]],
    ["with a space before the colon", ["Transfer-Encoding : chunked"]],
    ["with a folded line", ["Transfer-Encoding:", "  chunked"]],
    ["with a negative length", ["Content-Length: -1"]],
    ["with a hexadecimal length", ["Content-Length: 0x26"]],
  ])("%s is answered once, with a refusal, and the line is cut", async (_, headers) => {
    const outer = lines(...start, ...headers);
    const answer = await rawAnswer(url, `${outer}0\r\n\r\n${INNER}`);
    expect(statusOf(answer)).toBe(400);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(answer).not.toContain("uptime");
  });
});

describe("oversized requests", () => {
  it.each([
    ["an address", [`GET /${"a".repeat(20_000)} HTTP/1.1`, "Host: x"]],
    ["a header", ["GET / HTTP/1.1", "Host: x", `X: ${"a".repeat(20_000)}`]],
    [
      "all headers together",
      ["GET / HTTP/1.1", "Host: x", ...Array.from({ length: 3_000 }, (_, i) => `X${i}: ${i}`)],
    ],
  ])("an oversized request is rejected for %s", async (_, request) => {
    expect(statusOf(await rawAnswer(url, lines(...request)))).toBe(431);
  });
});

describe("pages of another origin", () => {
  it("a page of another origin gets no CORS approval", async () => {
    const paths = [
      "/",
      "/api/query",
      "/api/mutation",
      "/api/action",
      "/api/auth/token",
      "/api/auth/sign-in/email",
      "/api/storage/upload",
      "/api/health",
      "/hook",
    ];
    for (const path of paths)
      for (const method of ["OPTIONS", "GET", "POST"]) {
        const { headers } = await fetch(url + path, {
          method,
          headers: {
            origin: "https://elsewhere.example",
            "sec-fetch-site": "cross-site",
            "access-control-request-method": "POST",
            "access-control-request-headers": "authorization,content-type",
          },
        });
        const leave = [...headers.keys()].filter((name) => name.startsWith("access-control-"));
        expect(leave, `${method} ${path}`).toEqual([]);
        expect(headers.get("x-frame-options")).toBe("DENY");
        expect(headers.get("x-content-type-options")).toBe("nosniff");
      }
  });

  it("a page of another origin cannot open a WebSocket", async () => {
    const upgrade = (origin: string) =>
      rawAnswer(
        url,
        lines(
          "GET /api/sync HTTP/1.1",
          `Host: ${new URL(url).host}`,
          "Connection: Upgrade",
          "Upgrade: websocket",
          "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
          `Origin: ${origin}`,
        ),
      );
    for (const origin of [
      "https://elsewhere.example",
      "http://127.0.0.1:1",
      "http://127.0.0.1.elsewhere.example",
      "null",
      "file://",
    ])
      expect(statusOf(await upgrade(origin)), origin).toBe(403);
  });
});

describe("slow clients", () => {
  it("a slow client is disconnected while it sends headers", async () => {
    const hurried = await serverWithTimeouts({
      headersMs: 60,
      checkIntervalMs: 20,
    });
    const { socket, ended } = await rawConnection(hurried);
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n");
    const drip = setInterval(() => socket.write("X: y\r\n"), 5);
    onTestFinished(() => clearInterval(drip));
    expect(statusOf(await ended)).toBe(408);
  });

  it("a slow client is disconnected while it sends a body, on every route", async () => {
    const hurried = await serverWithTimeouts({ bodyMs: 60, bodyBytes: 1_000 });
    const paths = [
      "/api/query",
      "/api/auth/sign-in/email",
      "/api/storage/upload?token=none",
      "/hook",
      "/api/nothing",
    ];
    await Promise.all(
      paths.map(async (path) => {
        const { socket, ended } = await rawConnection(hurried);
        socket.write(
          lines(
            `POST ${path} HTTP/1.1`,
            "Host: 127.0.0.1",
            "Content-Type: application/json",
            "Content-Length: 9000",
          ),
        );
        const drip = setInterval(() => socket.write("x"), 5);
        onTestFinished(() => clearInterval(drip));
        await ended;
      }),
    );
    expect((await fetch(`${hurried}/api/health`)).status).toBe(200);
  });
});
