import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import { ZipReader } from "../../../server/moving/zipReader";
import { ZipWriter } from "../../../server/moving/zipWriter";
import { temporaryFolder } from "../../support/temporaryFolder";

async function* bytes(...parts: string[]) {
  for (const part of parts) yield await Promise.resolve(Buffer.from(part));
}

it("writes what another unzipper reads, packed and not", async () => {
  const path = join(temporaryFolder(), "a.zip");
  const zip = await ZipWriter.create(path);
  await zip.add("jobs/documents.jsonl", bytes("{}\n".repeat(1000), "end"));
  await zip.add("_storage/ñ.jpeg", bytes("photo"), { isPacked: true });
  await zip.add("empty.jsonl", bytes());
  await zip.finish();
  const read = unzipSync(readFileSync(path));
  const text = (name: string) => Buffer.from(read[name]!).toString();
  expect(text("jobs/documents.jsonl")).toBe(`${"{}\n".repeat(1000)}end`);
  expect(text("_storage/ñ.jpeg")).toBe("photo");
  expect(text("empty.jsonl")).toBe("");
  expect(readFileSync(path).length).toBeLessThan(1000);
});

it("does not write over a file that is there", async () => {
  const path = join(temporaryFolder(), "a.zip");
  await (await ZipWriter.create(path)).finish();
  await expect(ZipWriter.create(path)).rejects.toThrow("EEXIST");
});

it("is no ZIP before it is finished", async () => {
  const path = join(temporaryFolder(), "a.zip");
  const zip = await ZipWriter.create(path);
  await zip.add("a", bytes("a"));
  await zip.abandon();
  await expect(ZipReader.open(path)).rejects.toThrow("no ZIP file");
});

it("counts more entries than the old format can, as Zip64", async () => {
  const path = join(temporaryFolder(), "a.zip");
  const zip = await ZipWriter.create(path);
  const count = 65_600;
  for (let i = 0; i < count; i++)
    await zip.add(`f/${i}`, bytes(String(i)), { isPacked: true });
  await zip.finish();
  const reader = await ZipReader.open(path);
  expect(reader.entries).toHaveLength(count);
  let last = "";
  for await (const part of reader.read(reader.entries.at(-1)!))
    last += Buffer.from(part).toString();
  expect(last).toBe(String(count - 1));
  await reader.close();
  // Python's own module is a second opinion, where there is one.
  const program = `import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(len(z.namelist()), z.read("f/65599").decode())`;
  const opinion = python(program, path);
  if (opinion !== null) expect(opinion.trim()).toBe(`${count} ${count - 1}`);
}, 120_000);

function python(program: string, path: string): string | null {
  try {
    return execFileSync("python3", ["-c", program, path]).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
