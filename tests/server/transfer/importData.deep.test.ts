import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DeveloperError, StartupError } from "embedded-convex";
import { expect, it } from "vitest";
import { readEpoch } from "../../../server/backup/epoch";
import { exportData } from "../../../server/transfer/exportData";
import { importData } from "../../../server/transfer/importData";
import { BadZip } from "../../../server/zip/zipReader";
import { contentsOf, fillFolder, openFolder, rowsOf } from "../../support/dataFolders";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";
import { entriesOf, zipOf } from "../../support/zips";

/** `TRANSFER_SIZE=full`: 5,000 jobs and 200 photos. */
const isFull = process.env.TRANSFER_SIZE === "full";
const SIZE = isFull
  ? { jobs: 5_000, photos: 200, photoLength: 400_000 }
  : { jobs: 120, photos: 12, photoLength: 70_000 };

async function filled(size: Parameters<typeof fillFolder>[1] = SIZE) {
  const dataDir = join(temporaryFolder(), "data");
  await fillFolder(dataDir, size);
  return dataDir;
}

const SMALL = { jobs: 2, photos: 1, photoLength: 100 };

it("an export of an import equals the first export", async () => {
  const dataDir = await filled();
  const folder = temporaryFolder();
  const [first, second] = [join(folder, "1.zip"), join(folder, "2.zip")];
  const moved = await exportData({ dataDir, path: first });
  expect(moved.files).toBe(SIZE.photos);
  const copy = join(folder, "copy");
  expect(await importData({ dataDir: copy, path: first })).toEqual(moved);
  await exportData({ dataDir: copy, path: second });

  const [before, after] = [await contentsOf(first), await contentsOf(second)];
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [name, content] of before) {
    if (name === "_storage/documents.jsonl") continue;
    expect(after.get(name) === content, name).toBe(true);
  }
  // Only the blob id differs.
  const files = async (path: string) =>
    (await rowsOf(path, "_storage")).map(({ internalId: _, ...file }) => file);
  expect(await files(second)).toEqual(await files(first));
  expect(await rowsOf(first, "jobs")).toHaveLength(SIZE.jobs);
}, 300_000);

it("imported data works: lists, search, photos and new rows", async () => {
  const dataDir = await filled(SMALL);
  const path = join(temporaryFolder(), "moving.zip");
  await exportData({ dataDir, path });
  const copy = join(temporaryFolder(), "copy");
  await importData({ dataDir: copy, path });

  const [before, after] = [openFolder(dataDir), openFolder(copy)];
  const listing = {
    paginationOpts: { numItems: 10, cursor: null },
    search: "C-1002",
    status: null,
    sort: "created_desc",
    now: 0,
  };
  const page = async (folder: typeof before) =>
    ((await folder.query("jobs:list", listing)) as { page: unknown[] }).page;
  expect(await page(after)).toEqual(await page(before));
  expect(await page(after)).toHaveLength(1);
  expect(await after.mutate("customers:create", { customer_name: "Nora" })).toBe("C-1003");
  const ids = (await rowsOf(path, "_storage")).map(({ _id }) => _id as string);
  const urls = (await after.query("files:getUrls", { ids })) as string[];
  expect(urls).toEqual([expect.stringContaining("/api/storage/")]);
  await before.close();
  await after.close();
});

it("applies `change` to each document", async () => {
  const dataDir = await filled(SMALL);
  const path = join(temporaryFolder(), "moving.zip");
  await exportData({ dataDir, path });
  const copy = join(temporaryFolder(), "copy");
  const change = (document: object) => ({ ...document, workspaceId: "org_1" });
  await importData({ dataDir: copy, path, change });
  const old = openFolder(copy);
  expect(await old.query("jobs:getAll")).toEqual([]);
  await old.close();
  const other = openFolder(copy, "org_1");
  expect(await other.query("jobs:getAll")).toHaveLength(2);
  await other.close();
});

it("imports into a folder with accounts only, and rejects one with data", async () => {
  const dataDir = await filled(SMALL);
  const path = join(temporaryFolder(), "moving.zip");
  await exportData({ dataDir, path });
  const names = () => readdirSync(dataDir).sort();
  const before = names();
  await expect(importData({ dataDir, path })).rejects.toThrow(
    /already has data\. Set DATA_DIR to an empty folder/,
  );
  expect(names()).toEqual(before);
  const fresh = temporaryFolder();
  writeFileSync(join(fresh, "accounts.db"), "");
  await openFolder(fresh).close();
  const epoch = readEpoch(fresh);
  await importData({ dataDir: fresh, path });
  // Devices ask before they send what waits from before.
  expect(readEpoch(fresh)).not.toBe(epoch);
  expect(existsSync(join(fresh, "accounts.db"))).toBe(true);
  expect(existsSync(join(fresh, "incoming-import"))).toBe(false);
  const opened = openFolder(fresh);
  expect(await opened.query("jobs:getAll")).toHaveLength(2);
  await opened.close();
});

it.each<[string, (files: Record<string, Uint8Array>) => void, RegExp]>([
  [
    "without a stored file",
    (files) => {
      for (const name of Object.keys(files)) if (name.endsWith(".jpeg")) delete files[name];
    },
    /--include-file-storage/,
  ],
  [
    "with a wrong hash",
    (files) => {
      for (const name of Object.keys(files))
        if (name.endsWith(".jpeg")) files[name] = Buffer.from("no photo");
    },
    /is damaged/,
  ],
  [
    "without a table list",
    (files) => delete files["_tables/documents.jsonl"],
    /not a Convex export/,
  ],
  [
    "with a row that is not JSON",
    (files) => (files["jobs/documents.jsonl"] = Buffer.from("{}\n{")),
    /jobs\/documents.jsonl, line 2, is not JSON|is no id of the table/,
  ],
  [
    "with a row of another table",
    (files) => (files["jobs/documents.jsonl"] = files["customers/documents.jsonl"]!),
    /is not an id of the table "jobs"/,
  ],
  [
    "with a line that no document has",
    (files) => (files["jobs/documents.jsonl"] = Buffer.alloc(17e6, "[")),
    /^jobs\/documents.jsonl in the ZIP file has a line that is longer than any document/,
  ],
  [
    "with a row that is not UTF-8",
    (files) => (files["jobs/documents.jsonl"] = Buffer.from([0x7b, 0xff])),
    /^jobs\/documents.jsonl in the ZIP file is not UTF-8 text\.$/,
  ],
  [
    "with a duplicate row",
    (files) => {
      const rows = files["jobs/documents.jsonl"]!;
      files["jobs/documents.jsonl"] = Buffer.concat([rows, rows]);
    },
    /has two documents with the id/,
  ],
])("rejects a ZIP %s, and does not change the folder", async (_, spoil, why) => {
  const dataDir = await filled(SMALL);
  const path = join(temporaryFolder(), "moving.zip");
  await exportData({ dataDir, path });
  const files = Object.fromEntries(await entriesOf(path));
  spoil(files);
  rmSync(path);
  await zipOf(path, files);
  const fresh = join(temporaryFolder(), "fresh");
  mkdirSync(fresh);
  writeFileSync(join(fresh, "accounts.db"), "");
  const call = importData({ dataDir: fresh, path });
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  // A command prints these without their stack.
  const isExpected = [StartupError, BadZip, DeveloperError].some(
    (expected) => error instanceof expected,
  );
  expect(isExpected).toBe(true);
  expect((error as Error).message).toMatch(why);
  expect(readdirSync(fresh)).toEqual(["accounts.db"]);
});

it("removes the folder that a refused import has made, and keeps one that was there", async () => {
  const dataDir = await filled(SMALL);
  const path = join(temporaryFolder(), "moving.zip");
  await exportData({ dataDir, path });
  const check = () => {
    throw new StartupError("The workspace org_1 has no rows there.");
  };
  const parent = temporaryFolder();
  const made = join(parent, "deep", "data");
  const call = importData({ dataDir: made, path, check });
  await expect(call).rejects.toThrow("org_1 has no rows");
  expect(readdirSync(parent)).toEqual([]);
  mkdirSync(made, { recursive: true });
  writeFileSync(join(made, "server.lock"), "");
  await expect(importData({ dataDir: made, path, check })).rejects.toThrow();
  expect(readdirSync(made)).toEqual(["server.lock"]);
});
