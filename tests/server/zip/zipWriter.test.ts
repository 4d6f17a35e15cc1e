import { execFileSync } from "node:child_process";
import { type FileHandle, open } from "node:fs/promises";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type OpenFile, ZipWriter } from "../../../server/zip/zipWriter";
import { ZipReader } from "../../../server/zip/zipReader";
import { entriesOf } from "../../support/zips";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

async function* bytes(...parts: string[]) {
  for (const part of parts) yield await Promise.resolve(Buffer.from(part));
}

function aPath(): string {
  return join(temporaryFolder(), "a.zip");
}

/** Python's zipfile module checks the result independently, if installed. */
function opinionOf(path: string, name: string): string | null {
  const program = `import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(z.getinfo(sys.argv[2]).compress_type, z.read(sys.argv[2]).decode())`;
  try {
    return execFileSync("python3", ["-c", program, path, name]).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

it("writes stored and deflated entries, readable by its owner only and by other programs", async () => {
  const path = aPath();
  const zip = await ZipWriter.create(path);
  await zip.add("jobs/documents.jsonl", bytes("{}\n".repeat(1000), "end"));
  await zip.add("_storage/ñ.jpeg", bytes("photo"), { isPacked: true });
  await zip.add("empty.jsonl", bytes());
  await zip.finish();
  const read = await entriesOf(path);
  expect([...read.keys()]).toEqual(["jobs/documents.jsonl", "_storage/ñ.jpeg", "empty.jsonl"]);
  expect(read.get("jobs/documents.jsonl")?.toString()).toBe(`${"{}\n".repeat(1000)}end`);
  expect(read.get("_storage/ñ.jpeg")?.toString()).toBe("photo");
  expect(read.get("empty.jsonl")?.toString()).toBe("");
  expect(statSync(path).size).toBeLessThan(1000);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const opinion = opinionOf(path, "_storage/ñ.jpeg");
  if (opinion !== null) expect(opinion).toBe("0 photo\n");
});

it("writes the same ZIP for the same content", async () => {
  const write = async () => {
    const path = aPath();
    const zip = await ZipWriter.create(path);
    await zip.add("a", bytes("content"));
    await zip.finish();
    return readFileSync(path);
  };
  expect((await write()).equals(await write())).toBe(true);
});

it("writes Zip64 that other programs read", async () => {
  const path = aPath();
  const zip = await ZipWriter.create(path);
  await zip.add("large", bytes("not so large"), { isLarge: true });
  await zip.add("after", bytes("it"), { isPacked: true, isLarge: true });
  await zip.finish();
  const read = await entriesOf(path);
  expect([...read].map(([name, text]) => [name, text.toString()])).toEqual([
    ["large", "not so large"],
    ["after", "it"],
  ]);
  const opinion = opinionOf(path, "large");
  if (opinion !== null) expect(opinion).toBe("8 not so large\n");
});

it("an existing file is not overwritten", async () => {
  const path = aPath();
  await (await ZipWriter.create(path)).finish();
  await expect(ZipWriter.create(path)).rejects.toThrow("EEXIST");
});

it("an unfinished file is not a ZIP", async () => {
  const path = aPath();
  const zip = await ZipWriter.create(path);
  await zip.add("a", bytes("a"));
  await zip.abandon();
  await expect(ZipReader.open(path)).rejects.toThrow("not a complete ZIP file");
});

it("rethrows an error of the content", async () => {
  const zip = await ZipWriter.create(aPath());
  async function* broken() {
    yield await Promise.resolve(Buffer.from("a"));
    throw new Error("no such row");
  }
  await expect(zip.add("a", broken())).rejects.toThrow("no such row");
  await zip.abandon();
});

/** A disk with a limited size. */
function diskOf(capacity: number): OpenFile {
  return async (path, flags, mode) => {
    const file: FileHandle = await open(path, flags, mode);
    let taken = 0;
    file.writeFile = async (chunk) => {
      taken += (chunk as Uint8Array).byteLength;
      if (taken <= capacity) return Promise.resolve();
      throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    };
    return file;
  };
}

it("reports a full disk, and reads no more than it can write", async () => {
  const zip = await ZipWriter.create(aPath(), diskOf(100_000));
  let given = 0;
  async function* endless() {
    for (;;) {
      given += 65_536;
      yield await Promise.resolve(Buffer.alloc(65_536));
    }
  }
  const adding = zip.add("a", endless(), { isPacked: true });
  await expect(adding).rejects.toMatchObject({ code: "ENOSPC" });
  expect(given).toBeLessThan(2_000_000);
  await expect(zip.add("b", bytes("b"))).rejects.toThrow();
  await zip.abandon();
});

it("reports a disk that becomes full at the end", async () => {
  const zip = await ZipWriter.create(aPath(), diskOf(40));
  await zip.add("a", bytes("a"));
  await expect(zip.finish()).rejects.toMatchObject({ code: "ENOSPC" });
  await zip.abandon();
});
