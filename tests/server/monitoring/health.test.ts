import { rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { version } from "../../../package.json";
import { healthRoute, type HealthOptions } from "../../../server/monitoring/health";
import { anHttpServer } from "../../../packages/embedded-convex/tests/support/handlerServer";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";
import { memoryLog } from "../../../packages/embedded-convex/tests/runtime/fixtures/testEngine";

interface Answer {
  readonly status: number | undefined;
  readonly body: unknown;
}

/** Not `fetch`, which cannot set the Host header. */
function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const req = request(`${url}/api/health`, { headers }, (res) => {
      let text = "";
      res.on("data", (chunk: Buffer) => (text += chunk.toString()));
      res.on("end", () => resolve({ status: res.statusCode, body: JSON.parse(text) as unknown }));
    });
    req.on("error", reject).end();
  });
}

async function aServer(options: Partial<HealthOptions> = {}) {
  const log = memoryLog();
  const dataDir = temporaryFolder();
  const { matches, handler } = healthRoute({
    dataDir,
    log,
    isClosing: () => false,
    checkDatabase: () => undefined,
    stats: () => ({ connections: 3, queryRuns: 40 }),
    lastBackupAt: () => null,
    freeBytes: () => 5e9,
    ...options,
  });
  const url = await anHttpServer(
    async (req, ...rest) => matches(req) && (await handler(req, ...rest)),
  );
  return { url, log, dataDir };
}

describe("health", () => {
  it("sends details to this machine", async () => {
    const { url, dataDir } = await aServer({
      lastBackupAt: () => Date.UTC(2026, 2, 14, 8),
    });
    writeFileSync(join(dataDir, "data.db"), Buffer.alloc(1000));
    writeFileSync(join(dataDir, "data.db-wal"), Buffer.alloc(234));
    expect(await ask(url)).toEqual({
      status: 200,
      body: {
        status: "ok",
        version,
        uptimeSeconds: expect.any(Number) as number,
        connections: 3,
        queryRuns: 40,
        diskFreeBytes: 5e9,
        databaseBytes: 1234,
        lastBackupAt: "2026-03-14T08:00:00.000Z",
      },
    });
  });

  it.each([
    ["comes through a proxy", { "x-forwarded-for": "203.0.113.9" }],
    ["comes through a proxy with a Via header", { via: "1.1 proxy" }],
    ["comes through a proxy with an X-Real-IP header", { "x-real-ip": "::1" }],
    ["comes through a proxy with a Forwarded header", { forwarded: "for=_x" }],
    ["uses another host name", { host: "desk.example.com" }],
  ])("sends only the status to a client that %s", async (_, headers) => {
    const { url } = await aServer();
    expect(await ask(url, headers)).toEqual({
      status: 200,
      body: { status: "ok" },
    });
  });

  it.each([
    [64e6, 200, { status: "ok" }],
    [
      63_999_999,
      503,
      {
        status: "unwell",
        message: "The disk is almost full (63 MB free).",
      },
    ],
  ])("health with %d bytes free on its disk answers %d", async (free, status, body) => {
    const { url } = await aServer({ freeBytes: () => free });
    expect(await ask(url, { via: "1.1 proxy" })).toEqual({ status, body });
  });

  it("health is unwell while stopping", async () => {
    const { url } = await aServer({ isClosing: () => true });
    expect(await ask(url, { via: "1.1 proxy" })).toEqual({
      status: 503,
      body: { status: "unwell", message: "The server is stopping." },
    });
  });

  it("reports an unwritable database and its recovery, and logs each once", async () => {
    let now = 0;
    let isFull = true;
    let checks = 0;
    const { url, log } = await aServer({
      now: () => now,
      checkDatabase: () => {
        checks += 1;
        if (!isFull) return;
        throw Object.assign(new Error("database or disk is full"), {
          code: "SQLITE_FULL",
        });
      },
    });
    const full = {
      status: 503,
      body: {
        status: "unwell",
        message: "The database cannot be used (SQLITE_FULL).",
      },
    };
    const asOther = () => ask(url, { via: "1.1 proxy" });
    expect(await asOther()).toEqual(full);
    now += 4_999;
    isFull = false;
    // The result is cached, since the check writes and anyone can request it.
    expect(await asOther()).toEqual(full);
    expect(checks).toBe(1);
    isFull = true;
    now += 1;
    expect(await asOther()).toEqual(full);
    expect(checks).toBe(2);
    isFull = false;
    now += 5_000;
    expect((await asOther()).status).toBe(200);
    expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
      ["error", "health check failed"],
      ["warn", "health check recovered"],
    ]);
    expect(log.lines[0]?.fields.error).toContain("disk is full");
  });

  it("the health is checked again after the clock was set back", async () => {
    let now = 3_600_000;
    let free = 0;
    const { url } = await aServer({ now: () => now, freeBytes: () => free });
    expect((await ask(url)).status).toBe(503);
    now = 0;
    free = 5e9;
    expect((await ask(url)).status).toBe(200);
  });

  it("logs a full disk once", async () => {
    let now = 0;
    const { url, log } = await aServer({
      now: () => now,
      freeBytes: () => (now < 20_000 ? 0 : 5e9),
    });
    for (now = 0; now < 20_000; now += 5_000) {
      expect((await ask(url)).status).toBe(503);
    }
    expect(log.lines).toEqual([
      {
        level: "error",
        message: "health check failed",
        fields: { message: "The disk is almost full (0 MB free)." },
      },
    ]);
    expect((await ask(url)).status).toBe(200);
    expect(log.lines[1]?.message).toBe("health check recovered");
  });

  it("reports a missing data folder", async () => {
    const { url, dataDir } = await aServer({ freeBytes: undefined });
    rmSync(dataDir, { recursive: true });
    const { status, body } = await ask(url);
    expect(status).toBe(503);
    expect(body).toMatchObject({
      status: "unwell",
      message: "The data folder cannot be used (ENOENT).",
      diskFreeBytes: null,
      databaseBytes: 0,
      lastBackupAt: null,
    });
  });

  it("ignores other paths", async () => {
    const { url } = await aServer();
    expect((await fetch(`${url}/api/healthy`)).status).toBe(404);
  });
});
