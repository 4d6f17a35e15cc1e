import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lockDataFolder } from "../../../server/backup/dataFolder";
import { exportData } from "../../../server/transfer/exportData";
import { decodeDocumentId } from "../../../packages/embedded-convex/src/store/documentId";
import { contentsOf, fillFolder, rowsOf } from "../../support/dataFolders";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

async function exported() {
  const dataDir = join(temporaryFolder(), "data");
  await fillFolder(dataDir, { jobs: 3, photos: 2, photoLength: 500 });
  const path = join(temporaryFolder(), "moving.zip");
  await exportData({ dataDir, path });
  return { dataDir, path };
}

it("an export has the layout of `npx convex export`", async () => {
  const { path } = await exported();
  const names = [...(await contentsOf(path)).keys()];
  expect(names).toContain("README.md");
  expect(names).toContain("_tables/documents.jsonl");
  expect(names).toContain("jobs/documents.jsonl");
  expect(names).toContain("_storage/documents.jsonl");
  // Convex ignores all other system tables on import.
  expect(names.filter((name) => name.startsWith("_")).map((name) => name.split("/")[0])).toEqual(
    expect.arrayContaining(["_tables", "_storage"]),
  );
  expect(names.some((name) => name.includes("_storage_blobs"))).toBe(false);
});

it("numbers tables as in their document ids, and files with Convex's number", async () => {
  const { path } = await exported();
  const tables = (await rowsOf(path, "_tables")) as {
    name: string;
    id: number;
  }[];
  for (const { name, id } of tables) {
    expect(id).toBeGreaterThan(10_000);
    for (const { _id, _creationTime } of await rowsOf(path, name)) {
      expect(decodeDocumentId(_id as string)?.tableNumber, name).toBe(id);
      expect(_creationTime).toBeTypeOf("number");
    }
  }
  const files = await rowsOf(path, "_storage");
  expect(files).toHaveLength(2);
  const contents = await contentsOf(path);
  for (const file of files) {
    expect(decodeDocumentId(file._id as string)?.tableNumber).toBe(540);
    expect(Object.keys(file).sort()).toEqual([
      "_creationTime",
      "_id",
      "contentType",
      "internalId",
      "sha256",
      "size",
    ]);
    const bytes = contents.get(`_storage/${String(file._id)}.jpeg`)!;
    expect(Buffer.from(bytes, "base64")).toHaveLength(file.size as number);
  }
});

it("applies `change` to documents, not to files", async () => {
  const { dataDir } = await exported();
  const path = join(temporaryFolder(), "moving.zip");
  const change = (document: object) => ({ ...document, workspaceId: "org_1" });
  await exportData({ dataDir, path, change });
  for (const { name } of await rowsOf(path, "_tables"))
    for (const row of await rowsOf(path, name as string)) expect(row.workspaceId).toBe("org_1");
  expect((await rowsOf(path, "_storage"))[0]).not.toHaveProperty("workspaceId");
});

it("rejects a folder without data, an existing ZIP, and a missing stored file", async () => {
  const { dataDir, path } = await exported();
  const empty = temporaryFolder();
  await expect(exportData({ dataDir: empty, path })).rejects.toThrow(/There is no data in/);
  await expect(exportData({ dataDir, path })).rejects.toThrow(/EEXIST/);
  rmSync(join(dataDir, "files"), { recursive: true });
  const other = join(temporaryFolder(), "moving.zip");
  await expect(exportData({ dataDir, path: other })).rejects.toThrow(
    /missing or not whole: nothing was exported/,
  );
  expect(existsSync(other)).toBe(false);
});

it("rejects a folder in use by a server", async () => {
  const { dataDir } = await exported();
  const folder = lockDataFolder(dataDir);
  const path = join(temporaryFolder(), "moving.zip");
  await expect(exportData({ dataDir, path })).rejects.toThrow(
    /Another server is already serving the data folder/,
  );
  folder.release();
  expect((await exportData({ dataDir, path })).files).toBe(2);
});
