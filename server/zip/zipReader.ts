/**
 * Reads ZIP files with yauzl, and adds one error class and the CRC-32 check that yauzl leaves to its caller.
 *
 * Invariant: an entry that was read to its end has the size and checksum of the central directory, and no entry name
 * leaves the target folder.
 */
import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";

export interface ZipEntry {
  readonly name: string;
  /** Uncompressed size in bytes. */
  readonly size: number;
}

/** The file is missing, unreadable or no ZIP, or it is damaged or truncated. */
export class BadZip extends Error {
  override readonly name = "BadZip";
}

export class ZipReader {
  readonly #zip: ZipFile;
  readonly #directory: ReadonlyMap<ZipEntry, Entry>;

  private constructor(zip: ZipFile, directory: ReadonlyMap<ZipEntry, Entry>) {
    this.#zip = zip;
    this.#directory = directory;
  }

  /** @throws BadZip */
  static async open(path: string): Promise<ZipReader> {
    await requireReadable(path);
    let zip: ZipFile | undefined;
    try {
      zip = await openPromise(path, {
        autoClose: false,
        strictFileNames: true,
      });
      return new ZipReader(zip, await readDirectory(zip));
    } catch (cause) {
      zip?.close();
      throw new BadZip(`${path} is not a complete ZIP file (${reasonOf(cause)}).`, { cause });
    }
  }

  get entries(): readonly ZipEntry[] {
    return [...this.#directory.keys()];
  }

  close(): void {
    this.#zip.close();
  }

  async *read(entry: ZipEntry): AsyncGenerator<Uint8Array> {
    const found = this.#directory.get(entry);
    if (found === undefined) throw new Error(`${entry.name} belongs to another ZIP.`);
    let crc = 0;
    try {
      for await (const chunk of await this.#zip.openReadStreamPromise(found)) {
        const bytes = chunk as Uint8Array;
        crc = crc32(bytes, crc);
        yield bytes;
      }
    } catch (cause) {
      throw damaged(entry, reasonOf(cause), cause);
    }
    if (crc !== found.crc32) throw damaged(entry, "wrong checksum");
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

function damaged({ name }: ZipEntry, reason: string, cause?: unknown): BadZip {
  return new BadZip(`${name} in the ZIP file is damaged (${reason}).`, {
    cause,
  });
}

/** So that an unreadable file is not reported as a damaged one. */
async function requireReadable(path: string): Promise<void> {
  try {
    await (await open(path, "r")).close();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const sentence =
      code === "ENOENT"
        ? `There is no file ${path}.`
        : `${path} cannot be read (${code ?? reasonOf(cause)}).`;
    throw new BadZip(sentence, { cause });
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.replace(/\.$/, "") : String(cause);
}
