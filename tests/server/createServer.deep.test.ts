import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { recordBackup } from "../../server/backup/lastBackup";
import { createServer, type ServerOptions } from "../../server/createServer";
import { createLog } from "../../server/monitoring/log";
import {
  aConvexClient,
  eventually,
  watch,
} from "../../packages/embedded-convex/tests/support/convexClients";
import { signUp } from "../support/people";
import { version as packageVersion } from "../../package.json";
import {
  runsOfEcho,
  runsOfList,
  wire,
  wireModules,
} from "../../packages/embedded-convex/tests/support/wireModules";

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), "create-server-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function aServer(options: Partial<ServerOptions> = {}) {
  const dataDir = options.dataDir ?? aFolder();
  const start = (port: number) =>
    createServer({
      port,
      host: "127.0.0.1",
      signUps: "open",
      clientDir: null,
      log: createLog("silent"),
      modules: wireModules,
      ...options,
      dataDir,
    });
  const server = await start(options.port ?? 0);
  onTestFinished(() => server.close());
  const restart = async () => {
    await server.close();
    const again = await start(Number(new URL(server.url).port));
    onTestFinished(() => again.close());
  };
  return { server, url: server.url, dataDir, restart };
}

/** The status and the body of the response to a request with this Host header, which `fetch` would not send. */
function answerTo(
  url: string,
  { host, method = "GET" }: { host: string; method?: string },
): Promise<[number | undefined, string]> {
  return new Promise((resolve, reject) => {
    const req = request(url, { method, headers: { host } }, (res) => {
      let text = "";
      res.on("data", (chunk) => (text += String(chunk)));
      res.on("end", () => resolve([res.statusCode, text]));
    });
    req.on("error", reject);
    req.end();
  });
}

describe("the real ConvexClient", () => {
  it("runs queries, mutations and actions, and sees the changes of another client", async () => {
    const { url } = await aServer();
    const [one, other] = [aConvexClient(url), aConvexClient(url)];
    const live = watch(other, wire.list, { room: "a" });
    await live.until((notes) => notes.length === 0);
    const id = await one.mutation(wire.add, { room: "a", text: "hello" });
    expect(await live.until((notes) => notes.length === 1)).toMatchObject([
      { _id: id, room: "a", text: "hello" },
    ]);
    expect(await one.action(wire.echo, { value: { deep: [1n, null] } })).toEqual({
      deep: [1n, null],
    });
  });

  it("gets the data of a ConvexError, and only a correlation id of other errors", async () => {
    const { url } = await aServer();
    const client = aConvexClient(url);
    await expect(client.mutation(wire.add, { room: "a", text: "" })).rejects.toMatchObject({
      data: { code: "INVALID", field: "text" },
    });
    const fault = await client.mutation(wire.broken, {}).catch((error: unknown) => String(error));
    expect(fault).toMatch(/Request ID: \w+\] Server Error/);
    expect(fault).not.toContain("hunter2");
  });

  it("gets the text of every error if errors are exposed", async () => {
    const { url } = await aServer({ showErrors: true });
    await expect(aConvexClient(url).mutation(wire.broken, {})).rejects.toThrow("hunter2");
  });

  it("shares subscriptions: a relevant change reruns them once, another not at all", async () => {
    const { url } = await aServer();
    const clients = Array.from({ length: 10 }, () => aConvexClient(url));
    const lives = clients.map((client) => watch(client, wire.list, { room: "shared" }));
    await Promise.all(lives.map((live) => live.until(() => true)));
    const before = runsOfList();
    await clients[0]?.mutation(wire.add, { room: "elsewhere", text: "x" });
    await clients[0]?.mutation(wire.increment, { name: "n" });
    expect(runsOfList()).toBe(before);
    await clients[0]?.mutation(wire.add, { room: "shared", text: "x" });
    await Promise.all(lives.map((live) => live.until((notes) => notes.length === 1)));
    expect(runsOfList()).toBe(before + 1);
  });

  it("the real ConvexClient keeps its pages while rows are inserted and deleted in and before them", async () => {
    const { url } = await aServer();
    const client = aConvexClient(url);
    const ids: string[] = [];
    for (const text of ["1", "2", "3", "4", "5"])
      ids.push(await client.mutation(wire.add, { room: "p", text }));
    const first = watch(client, wire.page, {
      room: "p",
      paginationOpts: { numItems: 2, cursor: null },
    });
    const { continueCursor, isDone } = await first.until(({ page }) => page.length === 2);
    expect(isDone).toBe(false);
    const second = watch(client, wire.page, {
      room: "p",
      paginationOpts: { numItems: 2, cursor: continueCursor },
    });
    await second.until(({ page }) => page.length === 2);
    await client.mutation(wire.remove, { id: ids[1] ?? "" });
    // The end of the first page stays fixed: the third note still belongs to the second page.
    expect(await first.until(({ page }) => page.length === 1)).toMatchObject({
      page: [{ text: "1" }],
      continueCursor,
    });
    expect(second.values.at(-1)?.page.map(({ text }) => text)).toEqual(["3", "4"]);
  });

  it("receives a large result", async () => {
    const { url } = await aServer();
    const client = aConvexClient(url);
    // Only members may send long messages.
    client.setAuth((await signUp(url)).fetchToken);
    const text = "☂ long ".repeat(20_000);
    for (let at = 0; at < 10; at += 1) await client.mutation(wire.add, { room: "large", text });
    const live = watch(aConvexClient(url), wire.list, { room: "large" });
    const notes = await live.until(({ length }) => length === 10);
    expect(notes.every((note) => note.text === text)).toBe(true);
  });

  it("reconnects after a restart, and its pending mutations run once", async () => {
    const { url, restart } = await aServer();
    const client = aConvexClient(url);
    const live = watch(client, wire.list, { room: "a" });
    await live.until((notes) => notes.length === 0);
    const [, counted] = await Promise.all([
      restart(),
      client.mutation(wire.increment, { name: "once" }),
    ]);
    expect(counted).toBe(1);
    await client.mutation(wire.add, { room: "a", text: "after" });
    await live.until((notes) => notes.length === 1);
    expect(await client.mutation(wire.increment, { name: "once" })).toBe(2);
  });
});

describe("authentication", () => {
  it("gives the same identity over every transport until sign-out", async () => {
    const { url } = await aServer();
    const { fetchToken } = await signUp(url, "ada@example.com");
    const client = aConvexClient(url, { initialAuthTokenReuse: true });
    client.setAuth(fetchToken);
    const live = watch(client, wire.whoami, {});
    await live.until((who) => who === "ada@example.com");

    const http = new ConvexHttpClient(url, { logger: false });
    expect(await http.query(wire.whoami, {})).toBeNull();
    http.setAuth(await fetchToken());
    expect(await http.query(wire.whoami, {})).toBe("ada@example.com");

    const hook = await fetch(`${url}/hook`, {
      method: "POST",
      body: "hi",
      headers: { authorization: `Bearer ${await fetchToken()}` },
    });
    expect(hook.status).toBe(201);
    expect(await hook.json()).toEqual({ said: "hi", by: "ada@example.com" });

    client.client.clearAuth();
    await live.until((who) => who === null);
  });

  it("rejects a token of another server", async () => {
    const [here, there] = [await aServer(), await aServer()];
    const { fetchToken } = await signUp(there.url, "eve@example.com");
    const client = aConvexClient(here.url);
    const changes: boolean[] = [];
    client.setAuth(fetchToken, (is) => changes.push(is));
    await eventually(() => (changes.at(-1) === false ? true : null));
    const http = new ConvexHttpClient(here.url, { logger: false });
    http.setAuth(await fetchToken());
    await expect(http.query(wire.whoami, {})).rejects.toThrow("not trusted");
  });
});

describe("files", () => {
  it("files upload through a single-use URL and download unchanged", async () => {
    const { url } = await aServer();
    const client = aConvexClient(url);
    const upload = await client.mutation(wire.uploadUrl, {});
    expect(upload.startsWith(`${url}/api/storage/upload?token=`)).toBe(true);
    const post = () =>
      fetch(upload, {
        method: "POST",
        body: "picture",
        headers: { "content-type": "image/png" },
      });
    const { storageId } = (await (await post()).json()) as {
      storageId: string;
    };
    expect((await post()).status).toBe(401);
    const address = await watch(client, wire.fileUrl, { id: storageId }).until(
      (found) => found !== null,
    );
    const down = await fetch(address ?? "");
    expect(await down.text()).toBe("picture");
    expect(down.headers.get("content-type")).toBe("image/png");
  });

  it("uploads are rejected at a forged upload URL", async () => {
    const { url } = await aServer();
    const response = await fetch(`${url}/api/storage/upload?token=${"a".repeat(43)}`, {
      method: "POST",
      body: "x",
    });
    expect(response.status).toBe(401);
  });
});

describe("plain HTTP", () => {
  it("reports health and details", async () => {
    const { url, dataDir } = await aServer();
    await recordBackup(dataDir, Date.UTC(2026, 2, 14, 3));
    const live = watch(aConvexClient(url), wire.list, { room: "a" });
    await live.until(() => true);
    const health = await fetch(`${url}/api/health`);
    expect(health.status).toBe(200);
    const { databaseBytes, ...rest } = (await health.json()) as {
      databaseBytes: number;
    };
    expect(rest).toEqual({
      status: "ok",
      version: packageVersion,
      uptimeSeconds: expect.any(Number) as number,
      connections: 1,
      queryRuns: 1,
      diskFreeBytes: expect.any(Number) as number,
      lastBackupAt: "2026-03-14T03:00:00.000Z",
    });
    const sizes = ["data.db", "data.db-wal"].map((name) => statSync(join(dataDir, name)).size);
    expect(databaseBytes).toBe((sizes[0] ?? 0) + (sizes[1] ?? 0));
  });

  it("logs one line per class of served requests", async () => {
    const lines: string[] = [];
    const log = createLog("info", (line) => lines.push(line));
    const { server, url } = await aServer({ log });
    const client = new ConvexHttpClient(url, { logger: false });
    await client.mutation(wire.add, { room: "secret room", text: "one" });
    await client.mutation(wire.add, { room: "secret room", text: "two" });
    await expect(client.mutation(wire.add, { room: "secret room", text: "" })).rejects.toThrow();
    await expect(client.mutation(wire.broken, {})).rejects.toThrow();
    await expect(
      client.mutation(makeFunctionReference<"mutation">("made:up"), {}),
    ).rejects.toThrow();
    expect((await fetch(`${url}/api/nothing?key=secret`)).status).toBe(404);
    const hook = await fetch(`${url}/hook?key=secret`, { method: "POST" });
    expect(hook.status).toBe(201);
    await server.close();
    const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const served = events
      .filter(({ event }) => event === "served")
      .map(({ class: name, count, refused, failed }) => ({
        name,
        ending: [count, refused, failed],
      }));
    expect(served).toEqual([
      { name: "mutation notes:add", ending: [3, 1, 0] },
      { name: "POST /api/mutation", ending: [5, 3, 0] },
      { name: "mutation faults:broken", ending: [1, 0, 1] },
      { name: "mutation unknown", ending: [1, 0, 1] },
      { name: "GET an unknown call", ending: [1, 1, 0] },
      { name: "POST /hook", ending: [1, 0, 0] },
    ]);
    expect(events.map(({ event }) => event)).toContain("function failed");
    expect(lines.join("\n")).not.toMatch(/secret|made:up/);
  });

  it("sends security headers and no CORS headers", async () => {
    const { url } = await aServer();
    const { headers } = await fetch(`${url}/api/health`, {
      headers: { origin: "https://elsewhere.example" },
    });
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("strict-transport-security")).toBeNull();
    const behindTls = await aServer({ publicUrl: "https://desk.example.com" });
    const answer = await fetch(`${behindTls.url}/api/health`);
    expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");
  });

  it("rejects an unknown call and oversized headers", async () => {
    const { url } = await aServer();
    const unknown = await fetch(`${url}/api/nothing`, {
      method: "POST",
      body: "x",
    });
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ code: "NotFound" });
    const status = await new Promise((resolve, reject) => {
      const req = request(
        `${url}/api/health`,
        { headers: { "x-long": "x".repeat(20_000) } },
        (res) => {
          res.resume();
          resolve(res.statusCode);
        },
      );
      req.on("error", reject);
      req.end();
    });
    expect(status).toBe(431);
  });

  it("rejects an Expect header other than 100-continue", async () => {
    const { url } = await aServer();
    const answer = await new Promise<[number?, string?]>((resolve, reject) => {
      const req = request(`${url}/api/health`, { headers: { expect: "the unexpected" } }, (res) => {
        let text = "";
        res.on("data", (chunk: Buffer) => (text += chunk.toString()));
        res.on("end", () => resolve([res.statusCode, text]));
      });
      req.on("error", reject);
      req.end();
    });
    expect(answer).toEqual([
      417,
      expect.stringContaining("Only Expect: 100-continue is supported."),
    ]);
  });

  it("rejects a request without a Host header", async () => {
    const { url } = await aServer();
    const { hostname, port } = new URL(url);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () =>
        socket.end("GET /api/health HTTP/1.1\r\n\r\n"),
      );
      let text = "";
      socket.on("data", (chunk) => (text += chunk.toString()));
      socket.on("close", () => resolve(text));
    });
    expect(answer).toContain("400 Bad Request");
    expect(answer).toContain("The request has no Host header.");
  });

  it.each(["desk.example.com", "evil.example:3000", "127.0.0.1.evil.example", "a@127.0.0.1"])(
    "rejects the host %s, which an attacker could point here",
    async (host) => {
      const { url } = await aServer();
      const paths = ["/", "/api/query", "/api/auth/token", "/api/storage/x"];
      for (const path of paths) {
        const refused = await answerTo(`${url}${path}`, { host });
        expect([path, refused]).toEqual([
          path,
          [421, expect.stringContaining("does not recognize this host name")],
        ]);
      }
      const ws = new WebSocket(`${url.replace("http", "ws")}/api/sync`, {
        headers: { host },
      });
      const [error] = (await once(ws, "error")) as [Error];
      expect(error.message).toContain("421");
    },
  );

  it("accepts its address, local names, and the public name that it was given", async () => {
    const { url } = await aServer({ publicUrl: "https://desk.example.com" });
    const { port } = new URL(url);
    for (const host of [
      "desk.example.com",
      `localhost:${port}`,
      `192.168.1.20:${port}`,
      `[fd00::1]:${port}`,
      `office-pc:${port}`,
      `office-pc.local:${port}`,
    ]) {
      const [status] = await answerTo(`${url}/api/query_ts`, {
        host,
        method: "POST",
      });
      expect([host, status]).toEqual([host, 200]);
    }
  });

  it("sends a policy under which nothing runs with every answer below /api", async () => {
    const { url } = await aServer();
    for (const path of [
      "/api/health",
      "/api/query",
      "/api/auth/token",
      "/api/auth/nowhere",
      "/api/storage/upload",
      "/api/storage/00000000-0000-4000-8000-000000000000",
      "/api/nowhere",
    ]) {
      const { headers } = await fetch(url + path);
      expect([path, headers.get("content-security-policy")]).toEqual([
        path,
        expect.stringContaining("default-src 'none'"),
      ]);
    }
  });

  it("survives invalid HTTP", async () => {
    const { url } = await aServer();
    const { hostname, port } = new URL(url);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write("\u0000\u0001garbage\r\n\r\n"),
      );
      let text = "";
      socket.on("data", (chunk) => (text += chunk.toString()));
      socket.on("close", () => resolve(text));
    });
    expect(answer).toContain("400 Bad Request");
    expect(answer).toContain("This is not a valid HTTP request.");
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
  });
});

describe("starting and stopping", () => {
  it("a server on all addresses names one that a browser of this machine opens", async () => {
    const { url } = await aServer({ host: "0.0.0.0" });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
  });

  it("rejects a folder and a port in use", async () => {
    const { url, dataDir } = await aServer();
    await expect(aServer({ dataDir })).rejects.toThrow(
      "Another server is already serving the data folder",
    );
    const port = Number(new URL(url).port);
    await expect(aServer({ port })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use by another program: stop that one, or set PORT to another port.`,
    );
    await expect(aServer({ host: "203.0.113.1" })).rejects.toThrow(
      "This machine has no address 203.0.113.1",
    );
  });

  it("releases folder and port after a failed start", async () => {
    const dataDir = aFolder();
    const modules = { ...wireModules, crons: {} };
    await expect(aServer({ dataDir, modules })).rejects.toThrow("cron");
    const { url } = await aServer({ dataDir });
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
  });

  it("finishes requests in flight before it stops, and accepts no new ones", async () => {
    const { server, url } = await aServer();
    const client = aConvexClient(url);
    const before = runsOfEcho();
    const slow = client.action(wire.echo, { value: "finished", waitMs: 200 });
    const http = new ConvexHttpClient(url, { logger: false });
    const slowToo = http.action(wire.echo, {
      value: "finished too",
      waitMs: 200,
    });
    await eventually(() => (runsOfEcho() === before + 2 ? true : null));
    await server.close();
    expect(await slow).toBe("finished");
    expect(await slowToo).toBe("finished too");
    await expect(fetch(`${url}/api/health`)).rejects.toThrow();
  });

  it("stops by the deadline even if a request hangs", async () => {
    const { server, url } = await aServer();
    const client = aConvexClient(url);
    const before = runsOfEcho();
    const endless = client.action(wire.echo, { value: 1, waitMs: 600_000 });
    let hasEnded = false;
    endless.then(
      () => (hasEnded = true),
      () => undefined,
    );
    await eventually(() => (runsOfEcho() === before + 1 ? true : null));
    await server.close();
    expect(hasEnded).toBe(false);
  });
});
