import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { type ZipEntry, ZipReader } from "../../../server/moving/zipReader";
import { temporaryFolder } from "../../support/temporaryFolder";

function written(bytes: Uint8Array): string {
  const path = join(temporaryFolder(), "a.zip");
  writeFileSync(path, bytes);
  return path;
}

async function textOf(reader: ZipReader, entry: ZipEntry): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of reader.read(entry)) parts.push(part);
  return Buffer.concat(parts).toString();
}

it("reads what another zipper wrote, stored and deflated, with a comment at its end", async () => {
  const bytes = zipSync(
    {
      "jobs/documents.jsonl": strToU8("row\n".repeat(100_000)),
      "stored.bin": [strToU8("photo"), { level: 0 }],
      empty: strToU8(""),
    },
    { comment: "from elsewhere" },
  );
  const reader = await ZipReader.open(written(bytes));
  const texts = new Map<string, string>();
  for (const entry of reader.entries)
    texts.set(entry.name, await textOf(reader, entry));
  expect(texts.get("jobs/documents.jsonl")).toBe("row\n".repeat(100_000));
  expect(texts.get("stored.bin")).toBe("photo");
  expect(texts.get("empty")).toBe("");
  await reader.close();
});

it("notices a changed byte", async () => {
  const bytes = zipSync({
    "a.bin": [strToU8("the photo itself"), { level: 0 }],
  });
  const at = Buffer.from(bytes).indexOf("photo");
  bytes[at] = 0;
  const reader = await ZipReader.open(written(bytes));
  await expect(textOf(reader, reader.entries[0]!)).rejects.toThrow(
    "a.bin in the ZIP file is damaged.",
  );
  await reader.close();
});

it.each([
  ["nothing", new Uint8Array()],
  ["a text", strToU8("this is no archive at all, though it is long enough")],
  ["a ZIP cut short", zipSync({ a: strToU8("a") }).slice(0, -5)],
  ["a ZIP without its beginning", zipSync({ a: strToU8("abc") }).slice(40)],
])("refuses %s", async (_, bytes) => {
  const open = async () => {
    const reader = await ZipReader.open(written(bytes));
    await textOf(reader, reader.entries[0]!);
  };
  await expect(open()).rejects.toThrow(/no ZIP file|cannot be read|damaged/);
});
