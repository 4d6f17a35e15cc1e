import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ZipReader } from "../../../server/zip/zipReader";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";
import { entriesOf, zipOf } from "../../support/zips";

async function bytesOf(
  files: Record<string, string>,
  options?: { compress: boolean },
): Promise<Buffer> {
  const path = join(temporaryFolder(), "a.zip");
  await zipOf(path, files, options);
  return readFileSync(path);
}

function written(bytes: Uint8Array): string {
  const path = join(temporaryFolder(), "a.zip");
  writeFileSync(path, bytes);
  return path;
}

/** Replaces every occurrence of a name with another of the same length. */
function renamed(bytes: Buffer, from: string, to: string): Buffer {
  return Buffer.from(bytes.toString("latin1").replaceAll(from, to), "latin1");
}

it("reads stored and deflated entries, and skips folders", async () => {
  const path = join(temporaryFolder(), "a.zip");
  const rows = "row\n".repeat(100_000);
  await zipOf(path, { "jobs/documents.jsonl": rows, empty: "" });
  const reader = await ZipReader.open(path);
  expect(reader.entries).toEqual([
    { name: "jobs/documents.jsonl", size: rows.length },
    { name: "empty", size: 0 },
  ]);
  reader.close();
  const read = await entriesOf(path);
  expect(read.get("jobs/documents.jsonl")?.toString()).toBe(rows);
  expect(read.get("empty")?.toString()).toBe("");
});

it.each([true, false])("detects a changed byte (deflated: %s)", async (compress) => {
  const bytes = await bytesOf({ "a.bin": "the photo itself" }, { compress });
  // After the header and the name.
  const at = 30 + "a.bin".length + 5;
  bytes[at] = bytes[at]! ^ 0x55;
  await expect(entriesOf(written(bytes))).rejects.toThrow(
    /^a\.bin in the ZIP file is damaged \(.+\)\.$/,
  );
});

it("rejects a name that leaves the folder", async () => {
  const bytes = await bytesOf({ "aa/escape": "x" });
  for (const name of ["../escape", "/a/escape", "a:/escape", "..\\escape"]) {
    const path = written(renamed(bytes, "aa/escape", name));
    await expect(ZipReader.open(path), name).rejects.toThrow(/not a complete ZIP file/);
  }
});

it.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
  ["nothing", () => new Uint8Array()],
  ["a text", () => Buffer.from("this is no archive at all, it is a text")],
  ["a truncated ZIP", async () => (await bytesOf({ a: "a" })).subarray(0, -5)],
  ["a ZIP without its beginning", async () => (await bytesOf({ a: "abc" })).subarray(40)],
])("rejects %s", async (_, bytes) => {
  await expect(entriesOf(written(await bytes()))).rejects.toThrow(
    /not a complete ZIP file|damaged/,
  );
});

it("names a missing file, and a path that cannot be read", async () => {
  const folder = temporaryFolder();
  const nowhere = join(folder, "nowhere.zip");
  await expect(ZipReader.open(nowhere)).rejects.toThrow(`There is no file ${nowhere}.`);
  const below = join(written(Buffer.from("text")), "inside.zip");
  await expect(ZipReader.open(below)).rejects.toThrow(`${below} cannot be read (ENOTDIR).`);
});
