/**
 * Reads a ZIP from a file through yauzl, whoever wrote it: stored or deflated entries, Zip64 or not, by the directory at its end.
 * What is ours: one sentence for whatever is wrong, and the checksum, which yauzl leaves to its caller. Always true: what an entry
 * gives to its end had the size and the checksum that the directory says, else it threw; and no name leads out of a folder.
 */
import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";

export interface ZipEntry {
  readonly name: string;
  /** Bytes, unpacked. */
  readonly size: number;
}

/** The file is no ZIP, or not a whole one. */
export class BadZip extends Error {
  override readonly name = "BadZip";
}

export class ZipReader {
  private constructor(
    private readonly zip: ZipFile,
    private readonly directory: ReadonlyMap<ZipEntry, Entry>,
  ) {}

  /** @throws BadZip, or what the disk says: ENOENT, EACCES. */
  static async open(path: string): Promise<ZipReader> {
    // What cannot be opened is no damaged ZIP.
    await (await open(path, "r")).close();
    let zip: ZipFile | undefined;
    try {
      zip = await openPromise(path, {
        autoClose: false,
        strictFileNames: true,
      });
      return new ZipReader(zip, await readDirectory(zip));
    } catch (cause) {
      zip?.close();
      throw new BadZip(
        `${path} is no ZIP file, or not a whole one (${reasonOf(cause)}).`,
        { cause },
      );
    }
  }

  get entries(): readonly ZipEntry[] {
    return [...this.directory.keys()];
  }

  close(): void {
    this.zip.close();
  }

  async *read(entry: ZipEntry): AsyncGenerator<Uint8Array> {
    const found = this.directory.get(entry);
    if (found === undefined)
      throw new Error(`${entry.name} is of another ZIP.`);
    let crc = 0;
    try {
      for await (const chunk of await this.zip.openReadStreamPromise(found)) {
        const bytes = chunk as Uint8Array;
        crc = crc32(bytes, crc);
        yield bytes;
      }
    } catch (cause) {
      throw damaged(entry, reasonOf(cause), cause);
    }
    if (crc !== found.crc32) throw damaged(entry, "its checksum is another");
  }
}

async function readDirectory(zip: ZipFile): Promise<Map<ZipEntry, Entry>> {
  const entries = new Map<ZipEntry, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith("/")) continue;
    entries.set({ name: entry.fileName, size: entry.uncompressedSize }, entry);
  }
  return entries;
}

function damaged({ name }: ZipEntry, why: string, cause?: unknown): BadZip {
  return new BadZip(`${name} in the ZIP file is damaged (${why}).`, { cause });
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error
    ? cause.message.replace(/\.$/, "")
    : String(cause);
}
