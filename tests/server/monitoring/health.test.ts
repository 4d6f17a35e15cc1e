import { rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { version } from "../../../package.json";
import {
  healthHandler,
  type HealthOptions,
} from "../../../server/monitoring/health";
import { anHttpServer } from "../../../packages/embedded-convex/tests/support/handlerServer";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";
import { memoryLog } from "../../../packages/embedded-convex/tests/runtime/fixtures/testEngine";

interface Answer {
  readonly status: number | undefined;
  readonly body: unknown;
}

/** Not `fetch`, which lets nobody say another Host. */
function ask(
  url: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const req = request(`${url}/api/health`, { headers }, (res) => {
      let text = "";
      res.on("data", (chunk: Buffer) => (text += chunk.toString()));
      res.on("end", () =>
        resolve({ status: res.statusCode, body: JSON.parse(text) as unknown }),
      );
    });
    req.on("error", reject).end();
  });
}

async function aServer(options: Partial<HealthOptions> = {}) {
  const log = memoryLog();
  const dataDir = temporaryFolder();
  const url = await anHttpServer(
    healthHandler({
      dataDir,
      log,
      isClosing: () => false,
      checkDatabase: () => undefined,
      stats: () => ({ connections: 3, queryRuns: 40 }),
      lastBackupAt: () => null,
      freeBytes: () => 5e9,
      ...options,
    }),
  );
  return { url, log, dataDir };
}

describe("health", () => {
  it("tells this machine how the server stands", async () => {
    const { url, dataDir } = await aServer();
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
        lastBackupAt: null,
      },
    });
  });

  it.each([
    ["came over a proxy", { "x-forwarded-for": "203.0.113.9" }],
    ["came over a proxy that says so otherwise", { via: "1.1 proxy" }],
    ["used another name", { host: "desk.example.com" }],
  ])("tells who %s only that it is well", async (_, headers) => {
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
        message: "The disk is as good as full (63 MB are free).",
      },
    ],
  ])(
    "with %d bytes free on its disk answers %d",
    async (free, status, body) => {
      const { url } = await aServer({ freeBytes: () => free });
      expect(await ask(url, { via: "1.1 proxy" })).toEqual({ status, body });
    },
  );

  it("says so while it is stopping", async () => {
    const { url } = await aServer({ isClosing: () => true });
    expect(await ask(url, { via: "1.1 proxy" })).toEqual({
      status: 503,
      body: { status: "unwell", message: "The server is stopping." },
    });
  });

  it("says that the database cannot be written, and in the log once, and when it can again", async () => {
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
    // Not asked again so soon: the check writes, and anyone may ask.
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
      ["error", "the server is unwell"],
      ["warn", "the server is well again"],
    ]);
    expect(log.lines[0]?.fields.error).toContain("disk is full");
  });

  it("says that its disk is full in the log too, once", async () => {
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
        message: "the server is unwell",
        fields: { message: "The disk is as good as full (0 MB are free)." },
      },
    ]);
    expect((await ask(url)).status).toBe(200);
    expect(log.lines[1]?.message).toBe("the server is well again");
  });

  it("says that its data folder is gone", async () => {
    const { url, dataDir } = await aServer({ freeBytes: undefined });
    rmSync(dataDir, { recursive: true });
    const { status, body } = await ask(url);
    expect(status).toBe(503);
    expect(body).toMatchObject({
      status: "unwell",
      message: "The data folder cannot be used (ENOENT).",
      diskFreeBytes: null,
      databaseBytes: 0,
    });
  });

  it("leaves other paths alone", async () => {
    const { url } = await aServer();
    expect((await fetch(`${url}/api/healthy`)).status).toBe(404);
  });
});
