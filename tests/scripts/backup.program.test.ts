import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { beforeAll, expect, it } from "vitest";
import { aConvexClient } from "../../packages/embedded-convex/tests/support/convexClients";
import { photoBytes } from "../support/dataFolders";
import { eventually } from "../../packages/embedded-convex/tests/support/eventually";
import { signIn, signUp } from "../support/people";
import { commandArgv } from "../support/command";
import { buildServer } from "../support/builtServer";
import { startServer } from "../support/serverProcess";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";

const mutation = <Args extends Record<string, unknown>>(name: string) =>
  makeFunctionReference<"mutation", Args, string>(name);
const createCustomer = mutation<{ customer_name: string }>("customers:create");
const generateUploadUrl = mutation<Record<string, never>>("jobs:generateUploadUrl");
const createJob = mutation<Record<string, unknown>>("jobs:create");
const addFiles = mutation<Record<string, unknown>>("jobs:addFiles");
const listCustomers = makeFunctionReference<
  "query",
  Record<string, never>,
  { customer_name: string }[]
>("customers:listMin");
const getUrls = makeFunctionReference<"query", { ids: string[] }, (string | null)[]>(
  "files:getUrls",
);

beforeAll(buildServer);

async function run(name: string, dataDir: string, ...args: string[]) {
  const child = spawn(process.execPath, commandArgv(name, args), {
    env: { ...process.env, DATA_DIR: dataDir },
    // Not the project folder, which may have a developer's .env.
    cwd: dataDir,
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = (await once(child, "close")) as [number | null];
  const [stdout, stderr] = await output;
  return { status, stdout, stderr };
}

/** A client that writes customers and photos, and records what the server has acknowledged. */
class Work {
  readonly customers: string[] = [];
  readonly photos = new Map<string, Uint8Array<ArrayBuffer>>();

  constructor(private readonly client: ConvexClient) {}

  async once(): Promise<void> {
    const customer_name = `Customer ${this.customers.length}`;
    await this.client.mutation(createCustomer, { customer_name });
    this.customers.push(customer_name);
    const bytes = photoBytes(2_000 + this.photos.size);
    const url = await this.client.mutation(generateUploadUrl, {});
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "image/jpeg" },
      body: bytes,
    });
    const { storageId } = (await answer.json()) as { storageId: string };
    const id = await this.client.mutation(createJob, {
      customer: { customer_name },
      job_address: "1 Elm St",
    });
    const field = "job_photo_estimate";
    const fileIds = [storageId];
    await this.client.mutation(addFiles, { id, field, fileIds });
    this.photos.set(storageId, bytes);
  }
}

it("backs up a running server; a restore has every acknowledged write and every account", async () => {
  const dataDir = temporaryFolder();
  const first = startServer({ DATA_DIR: dataDir });
  const url = await first.ready;
  const { fetchToken } = await signUp(url);
  const client = aConvexClient(url);
  client.setAuth(fetchToken);
  const work = new Work(client);
  for (let i = 0; i < 5; i++) await work.once();

  const [customers, photos] = [[...work.customers], new Map(work.photos)];
  const file = join(temporaryFolder(), "backup.zip");
  let isMade = false;
  const backing = run("backup", dataDir, file).finally(() => (isMade = true));
  while (!isMade) await work.once();
  const made = await backing;
  expect(made).toMatchObject({ status: 0, stderr: "" });
  expect(made.stdout).toMatch(/^Copying the databases \.\.\.\n/);
  expect(made.stdout).toMatch(/holds \d+ documents, \d+ files and the accounts/);
  expect(work.customers.length).toBeGreaterThan(customers.length);
  const health = await fetch(`${url}/api/health`);
  expect(await health.json()).toMatchObject({
    status: "ok",
    lastBackupAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
  });

  const again = await run("backup", dataDir, file);
  expect(again.status).toBe(1);
  expect(again.stderr).toMatch(/^.*exists already[^\n]*\n$/);
  await client.close();
  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);

  const elsewhere = temporaryFolder();
  const restored = await run("restore", elsewhere, file);
  expect(restored).toMatchObject({ status: 0, stderr: "" });
  expect(restored.stdout).toContain("Start the server (npm start).");
  expect(restored.stdout).toContain("npm run end-sessions");
  expect(existsSync(join(elsewhere, "incoming-restore"))).toBe(false);

  const second = startServer({ DATA_DIR: elsewhere });
  const secondUrl = await second.ready;
  const other = aConvexClient(secondUrl);
  other.setAuth((await signIn(secondUrl, "ada@example.com")).fetchToken);
  const names = await eventually(async () => {
    const found = await other.query(listCustomers, {});
    return found.length === 0 ? null : found.map(({ customer_name }) => customer_name);
  });
  expect(names).toEqual(expect.arrayContaining(customers));
  const urls = await other.query(getUrls, { ids: [...photos.keys()] });
  for (const [at, bytes] of [...photos.values()].entries()) {
    const answer = await fetch(urls[at]!);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  }
  expect(second.stderr()).toBe("");
}, 120_000);
