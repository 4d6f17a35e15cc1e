/**
 * An update and the way back, with two builds. The newer one has another schema and version of derived rows, and the
 * same format of the databases.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFunctionReference } from "convex/server";
import { readStoredSchema } from "embedded-convex";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { aConvexClient } from "../../../packages/embedded-convex/tests/support/convexClients";
import { eventually } from "../../../packages/embedded-convex/tests/support/eventually";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";
import { productVersion } from "../../../server/program";
import { buildServer, BUILT_SERVER, runProgram } from "../../support/builtServer";
import { photoBytes } from "../../support/dataFolders";
import { signIn, signUp } from "../../support/people";
import { makeTreeCopy } from "../../support/treeCopy";

const NEWER_VERSION = "99.0.0";

/** File, text, and what the newer version has in its place. */
const EDITS = [
  ["package.json", /"version": "[^"]+"/, `"version": "${NEWER_VERSION}"`],
  ["domain/names/search.ts", "DERIVED_VERSION = 7", "DERIVED_VERSION = 8"],
  [
    "convex/model/operations/validators.ts",
    "  requested: v.optional(v.number()),\n",
    "  requested: v.optional(v.number()),\n  form: v.optional(v.string()),\n",
  ],
  [
    "convex/model/operations/rebuild.ts",
    "derived._id, { version });",
    'derived._id, { version, form: "later" });',
  ],
] as const;

const ROOT = process.cwd();
let newer = "";

beforeAll(() => {
  buildServer();
  newer = makeTreeCopy();
  for (const [file, text, replacement] of EDITS) {
    const before = readFileSync(join(newer, file), "utf8");
    const after = before.replace(text, replacement);
    expect(after, file).not.toBe(before);
    writeFileSync(join(newer, file), after);
  }
  run(newer, "build", {}, "server");
}, 300_000);

afterAll(() => rmSync(newer, { recursive: true, force: true }));

function run(program: string, command: string, env: Record<string, string>, ...args: string[]) {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(program, "scripts/run.mjs"), command, ...args],
    { cwd: program, encoding: "utf8", env: { ...process.env, ...env } },
  );
  return { status, stderr };
}

function start(program: string, dataDir: string) {
  const env = { DATA_DIR: dataDir };
  const server = runProgram(join(program, BUILT_SERVER), env);
  onTestFinished(() => void server.child.kill("SIGKILL"));
  const stop = async () => {
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
  };
  return { ...server, stop };
}

const mutation = <Args extends Record<string, unknown>>(name: string) =>
  makeFunctionReference<"mutation", Args, string>(name);
const createJob = mutation<Record<string, unknown>>("jobs:create");
const uploadUrl = mutation<Record<string, never>>("jobs:generateUploadUrl");
const addFiles = mutation<Record<string, unknown>>("jobs:addFiles");
const everyJob = makeFunctionReference<
  "query",
  Record<string, never>,
  { _id: string; customer_name: string; job_photo_estimate: string[] }[]
>("jobs:getAll");
const getUrls = makeFunctionReference<"query", { ids: string[] }, (string | null)[]>(
  "files:getUrls",
);

function clientOf(url: string, person: { fetchToken: () => Promise<string> }) {
  const client = aConvexClient(url);
  client.setAuth(person.fetchToken);
  return client;
}

const job = (customer_name: string) => ({
  customer: { customer_name },
  job_address: "12 Elm Street",
});

it("an update can be rolled back: the old program names the copy, and restores everything from before the update", async () => {
  const dataDir = join(temporaryFolder(), "data");
  const backups = () =>
    readdirSync(join(dataDir, "backups")).filter((name) => !name.endsWith(".txt"));
  const photo = photoBytes(3_000);

  const old = start(ROOT, dataDir);
  const url = await old.ready;
  const before = clientOf(url, await signUp(url));
  const id = await before.mutation(createJob, job("Ada Before"));
  const upload = await fetch(await before.mutation(uploadUrl, {}), {
    method: "POST",
    headers: { "content-type": "image/jpeg" },
    body: photo,
  });
  const { storageId } = (await upload.json()) as { storageId: string };
  const field = "job_photo_estimate";
  await before.mutation(addFiles, { id, field, fileIds: [storageId] });
  const jobs = await before.query(everyJob, {});
  await before.close();
  await old.stop();

  const updated = start(newer, dataDir);
  const newUrl = await updated.ready;
  const [name = "", ...others] = backups();
  expect(others).toEqual([]);
  const copy = join(dataDir, "backups", name);
  expect(name).toMatch(new RegExp(`^before-${NEWER_VERSION}-.*Z$`));
  expect(updated.stdout()).toBe(
    `Downspout is ready at ${newUrl} (the data before this update are copied to ${copy})\n`,
  );
  const after = clientOf(newUrl, await signIn(newUrl, "ada@example.com"));
  await after.mutation(createJob, job("Ada After"));
  await eventually(() => {
    const file = join(dataDir, "data.db");
    const [marker] = readStoredSchema(file, "derivedVersions").documents;
    return marker?.form === "later" ? true : null;
  });
  await after.close();
  const zip = join(temporaryFolder(), "newer.zip");
  expect(run(newer, "backup", { DATA_DIR: dataDir }, zip).status).toBe(0);
  await updated.stop();

  const again = start(newer, dataDir);
  const againUrl = await again.ready;
  expect(again.stdout()).toBe(`Downspout is ready at ${againUrl}\n`);
  await again.stop();
  expect(backups()).toEqual([name]);

  const refused = start(ROOT, dataDir);
  expect(await refused.ended).toBe(1);
  expect(refused.stderr()).toMatch(
    /^The data in \S+ do not fit version \S+ of this program\. Document with ID "\w+" in table "derivedVersions" [^\n]* Nothing was changed\. [^\n]*\n$/,
  );
  const named = /restoring (\S+) \(/.exec(refused.stderr())?.[1] ?? "";
  expect(named).toBe(copy);
  expect(backups()).toEqual([name]);

  const fresh = join(temporaryFolder(), "fresh");
  expect(run(ROOT, "restore", { DATA_DIR: fresh }, zip)).toEqual({
    status: 1,
    stderr: `${zip} was made by a newer version of this program (${NEWER_VERSION}). Update the program first.\n`,
  });
  expect(run(ROOT, "restore", { DATA_DIR: fresh }, named)).toEqual({
    status: 0,
    stderr: "",
  });
  const back = start(ROOT, fresh);
  const backUrl = await back.ready;
  expect(back.stdout()).toBe(`Downspout is ready at ${backUrl}\n`);
  const client = clientOf(backUrl, await signIn(backUrl, "ada@example.com"));
  const found = await eventually(async () => {
    const all = await client.query(everyJob, {});
    return all.length === 0 ? null : all;
  });
  expect(found).toEqual(jobs);
  const [photoUrl] = await client.query(getUrls, { ids: [storageId] });
  const bytes = await (await fetch(photoUrl!)).arrayBuffer();
  expect(Buffer.from(bytes).equals(photo)).toBe(true);
  expect(productVersion()).not.toBe(NEWER_VERSION);
  await client.close();
  await back.stop();
}, 300_000);
