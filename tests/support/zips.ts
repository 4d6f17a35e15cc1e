/** Writes and reads ZIP files with the libraries directly. */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { ZipReader } from "../../server/zip/zipReader";

/** The uncompressed, checked content of every entry, in the order of the ZIP file. */
export async function entriesOf(path: string): Promise<Map<string, Buffer>> {
  const reader = await ZipReader.open(path);
  try {
    const contents = new Map<string, Buffer>();
    for (const entry of reader.entries) {
      const parts: Uint8Array[] = [];
      for await (const part of reader.read(entry)) parts.push(part);
      contents.set(entry.name, Buffer.concat(parts));
    }
    return contents;
  } finally {
    reader.close();
  }
}

export async function zipOf(
  path: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  options: { readonly compress?: boolean } = {},
): Promise<void> {
  const zip = new ZipFile();
  zip.addEmptyDirectory("a folder/");
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), name, options);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}
