import { once } from "node:events";
import { chmodSync, readdirSync, statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { makeFunctionReference } from "convex/server";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { aConvexClient, watch } from "../../packages/embedded-convex/tests/support/convexClients";
import { signUp } from "../support/people";
import { buildServer } from "../support/builtServer";
import { startServer } from "../support/serverProcess";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";

const createCustomer = makeFunctionReference<"mutation", { customer_name: string }, string>(
  "customers:create",
);
const listCustomers = makeFunctionReference<
  "query",
  Record<string, never>,
  { customer_name: string }[]
>("customers:listMin");

const generateUploadUrl = makeFunctionReference<"mutation", Record<string, never>, string>(
  "jobs:generateUploadUrl",
);

beforeAll(buildServer);

describe("the program", () => {
  it("prints its address in one line, and stops on a signal with clients connected", async () => {
    const server = startServer({ DATA_DIR: temporaryFolder() });
    const url = await server.ready;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    const client = aConvexClient(url);
    const live = watch(client, listCustomers, {});
    await live.untilError();
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(server.stdout()).toBe(`Downspout is ready at ${url}\n`);
    expect(server.stderr()).toBe("");
  });

  it("stops without waiting for an unfinished upload, and deletes it", async () => {
    const dataDir = temporaryFolder();
    const server = startServer({ DATA_DIR: dataDir });
    const url = await server.ready;
    const client = aConvexClient(url);
    client.setAuth((await signUp(url)).fetchToken);
    await watch(client, listCustomers, {}).until(({ length }) => length === 0);
    const upload = request(await client.mutation(generateUploadUrl, {}), {
      method: "POST",
      headers: {
        "content-type": "image/jpeg",
        "content-length": 10_000_000,
        expect: "100-continue",
      },
    });
    const uploadEnded = once(upload, "error");
    upload.flushHeaders();
    // The server says so when it has begun with it.
    await once(upload, "continue");
    // Too slow to end within the test, too fast to be cut off as idle.
    const sending = setInterval(() => upload.write(Buffer.alloc(1_000)), 100);
    onTestFinished(() => clearInterval(sending));
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    await uploadEnded;
    clearInterval(sending);
    expect(server.stderr()).toBe("");
    const kept = readdirSync(join(dataDir, "files"), { recursive: true });
    expect(kept).toEqual(["incoming"]);
  });
});

describe("the log of the program", () => {
  it("the log of the program is JSON lines on stdout after the line with the address, and contains no secret", async () => {
    const server = startServer({
      DATA_DIR: temporaryFolder(),
      LOG_LEVEL: "debug",
    });
    const url = await server.ready;
    const client = aConvexClient(url);
    client.setAuth((await signUp(url)).fetchToken);
    await watch(client, listCustomers, {}).until(({ length }) => length === 0);
    await client.mutation(createCustomer, { customer_name: "Grace Hopper" });
    await fetch(`${url}/jobs?invite=secret`);
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(server.stderr()).toBe("");
    const lines = server.stdout().trimEnd().split("\n");
    const [ready, ...others] = lines.filter((line) => !line.startsWith("{"));
    expect([ready, others]).toEqual([`Downspout is ready at ${url}`, []]);
    const events = lines
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events.length).toBeGreaterThan(5);
    for (const event of events) {
      expect(Object.keys(event).slice(0, 3)).toEqual(["level", "time", "event"]);
    }
    expect(events).toContainEqual(
      expect.objectContaining({
        level: "info",
        event: "served",
        class: "mutation customers:create",
        count: 1,
        failed: 0,
      }),
    );
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(["started", "request", "call", "stopping"]),
    );
    expect(server.stdout()).not.toMatch(/secret|Hopper|ada@example\.com|correct horse|eyJ/);
  });

  it("the log of the program ends with the error that ended the server", async () => {
    const fault = `process.on("SIGUSR2", () => { throw new Error("a fault of ours") })`;
    const server = startServer({
      DATA_DIR: temporaryFolder(),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
    });
    await server.ready;
    server.child.kill("SIGUSR2");
    expect(await server.ended).not.toBe(0);
    expect(server.stderr()).toContain("a fault of ours");
    const last = server.stdout().trimEnd().split("\n").at(-1) ?? "";
    expect(JSON.parse(last)).toMatchObject({
      level: "error",
      event: "the server stops after an uncaught error",
      error: expect.stringContaining("Error: a fault of ours") as string,
    });
  });

  it("the log of the program has the error that a function does not catch, and the server goes on", async () => {
    // The functions of the product normalize names: a name with a mark throws where no code catches it, once.
    const fault = `
      const { normalize } = String.prototype;
      const marks = new Set(["REJECT", "THROW"]);
      String.prototype.normalize = function (...args) {
        const mark = [...marks].find((each) => this.includes(each));
        marks.delete(mark);
        if (mark === "REJECT") void Promise.reject(new Error("a fault of a function"));
        if (mark === "THROW") setImmediate(() => { throw new Error("a fault of a function"); });
        return normalize.apply(this, args);
      };`;
    const server = startServer({
      DATA_DIR: temporaryFolder(),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
    });
    const url = await server.ready;
    const client = aConvexClient(url);
    client.setAuth((await signUp(url)).fetchToken);
    const live = watch(client, listCustomers, {});
    await live.until(({ length }) => length === 0);
    for (const customer_name of ["REJECT", "THROW"]) {
      await expect(client.mutation(createCustomer, { customer_name })).rejects.toThrow(
        "Server Error",
      );
    }
    await client.mutation(createCustomer, { customer_name: "Grace Hopper" });
    const [customer, ...others] = await live.until(({ length }) => length > 0);
    expect(customer?.customer_name).toBe("Grace Hopper");
    expect(others).toEqual([]);
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(server.stderr()).toBe("");
    const errors = server
      .stdout()
      .split("\n")
      .filter((line) => line.includes('"error"'));
    expect(errors.map((line) => JSON.parse(line) as unknown)).toEqual(
      Array(2).fill(
        expect.objectContaining({
          event: "function failed",
          function: "customers:create",
          error: expect.stringContaining("a fault of a function") as string,
        }),
      ),
    );
  });

  it("a closed log pipe does not stop the server", async () => {
    const server = startServer({
      DATA_DIR: temporaryFolder(),
      LOG_LEVEL: "debug",
    });
    const url = await server.ready;
    server.child.stdout?.destroy();
    for (let at = 0; at < 5; at += 1) {
      expect((await fetch(`${url}/api/health`)).status).toBe(200);
    }
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(server.stderr()).toBe("");
  });
});

describe.skipIf(process.platform === "win32")("a disk that takes no more", () => {
  /** 1.5 MB for each file: less than the log of the database may grow to. */
  const TIGHT = { fileBlocks: 3_000 };

  it("a full disk stops the server with one sentence; after space is freed, every retried mutation is applied once", async () => {
    const dataDir = temporaryFolder();
    const first = startServer({ DATA_DIR: dataDir }, TIGHT);
    const url = await first.ready;
    const client = aConvexClient(url);
    const live = watch(client, listCustomers, {});
    const { fetchToken } = await signUp(url);
    await new Promise<void>((resolve) => {
      client.setAuth(fetchToken, (isSignedIn) => {
        if (isSignedIn) resolve();
      });
    });
    const names: string[] = [];
    const asked: Promise<string>[] = [];
    let hasEnded = false;
    void first.ended.then(() => (hasEnded = true));
    while (!hasEnded) {
      const customer_name = `Customer ${names.length}`;
      names.push(customer_name);
      asked.push(client.mutation(createCustomer, { customer_name }));
      await Promise.race([asked.at(-1), first.ended]);
    }
    expect(await first.ended).toBe(1);
    expect(first.stderr()).toMatch(
      /^The disk with the data folder \S+ failed \(SQLITE_IOERR_WRITE\), and the server stopped, .* what it acknowledged is kept\.\n$/,
    );
    const port = new URL(url).port;
    const second = startServer({ DATA_DIR: dataDir, PORT: port });
    await second.ready;
    const ids = await Promise.all(asked);
    expect(new Set(ids).size).toBe(names.length);
    const customers = await live.until(({ length }) => length >= names.length);
    expect(customers.map(({ customer_name }) => customer_name).sort()).toEqual(names.sort());
    expect(second.stderr()).toBe("");
  });

  it("a full disk keeps the server from starting, with one sentence", async () => {
    const dataDir = temporaryFolder();
    const server = startServer({ DATA_DIR: dataDir }, { fileBlocks: 8 });
    expect(await server.ended).toBe(1);
    expect(server.stdout()).toBe("");
    expect(server.stderr()).toMatch(
      /^The disk with the data folder .* is full \(SQLITE_\w+\)\. Free some space, and start again; what was saved is kept\.\n$/,
    );
  });
});

it("the program keeps its files from the other users of the machine", async () => {
  const dataDir = temporaryFolder();
  // Given, and open to others: what is in it is not.
  chmodSync(dataDir, 0o755);
  const server = startServer({ DATA_DIR: dataDir });
  const url = await server.ready;
  await signUp(url);
  const paths = readdirSync(dataDir, { recursive: true }) as string[];
  expect(paths).toEqual(expect.arrayContaining(["data.db", "data.db-wal", "accounts.db", "files"]));
  expect(paths.filter((path) => (statSync(join(dataDir, path)).mode & 0o077) !== 0)).toEqual([]);
});

// The other refusals are tested in process, in createServer.refused.test.ts.
describe("starts with bad settings", () => {
  it("a start with bad settings names them all on stderr, and exits with 1", async () => {
    const server = startServer({
      DATA_DIR: temporaryFolder(),
      PORT: "none",
      SIGN_UPS: "maybe",
    });
    expect(await server.ended).toBe(1);
    expect(server.stdout()).toBe("");
    expect(server.stderr()).toBe(
      'Check the configuration: PORT must be a port number from 0 to 65535 (it is "none"); SIGN_UPS must be "invite" or "open" (it is "maybe").\n',
    );
  });
});
