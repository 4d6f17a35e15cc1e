/**
 * Reads a ZIP from a file by the directory at its end, whoever wrote it: stored or deflated entries, Zip64 or not. Always true:
 * what an entry gives to its end had the size and the checksum that the directory says, else it threw.
 */
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { crc32, createInflateRaw } from "node:zlib";

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const EXTRA_64 = 0x0001;
const END_LENGTH = 22;
const LONGEST_COMMENT = 0xffff;
const MAX_32 = 0xffffffff;
const ENCRYPTED = 0x0001;

export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly packedSize: number;
  readonly crc: number;
  readonly method: number;
  readonly offset: number;
}

/** The file is no ZIP, or not a whole one. */
export class BadZip extends Error {
  override readonly name = "BadZip";
}

export class ZipReader {
  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
    readonly entries: readonly ZipEntry[],
  ) {}

  static async open(path: string): Promise<ZipReader> {
    const file = await open(path, "r");
    try {
      return new ZipReader(path, file, await readDirectory(file));
    } catch (error) {
      await file.close();
      if (error instanceof BadZip) throw error;
      throw new BadZip(`${path} cannot be read as a ZIP file.`, {
        cause: error,
      });
    }
  }

  close(): Promise<void> {
    return this.file.close();
  }

  async *read(entry: ZipEntry): AsyncGenerator<Uint8Array> {
    let size = 0;
    let crc = 0;
    for await (const chunk of await this.unpacked(entry)) {
      const bytes = chunk as Uint8Array;
      size += bytes.byteLength;
      if (size > entry.size) break;
      crc = crc32(bytes, crc);
      yield bytes;
    }
    if (size !== entry.size || crc !== entry.crc) {
      throw new BadZip(`${entry.name} in the ZIP file is damaged.`);
    }
  }

  private async unpacked(entry: ZipEntry): Promise<AsyncIterable<unknown>> {
    const header = await readAt(this.file, entry.offset, 30);
    if (header.readUInt32LE(0) !== LOCAL_HEADER) {
      throw new BadZip(`${entry.name} in the ZIP file is damaged.`);
    }
    const start =
      entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    if (entry.packedSize === 0) return oneAfterTheOther([]);
    const packed = createReadStream(this.path, {
      start,
      end: start + entry.packedSize - 1,
    });
    if (entry.method === 0) return packed;
    if (entry.method === 8) {
      const inflate = createInflateRaw();
      packed.on("error", (error) => inflate.destroy(error));
      return packed.pipe(inflate);
    }
    throw new BadZip(`${entry.name} is packed in a way that is not known.`);
  }
}

async function* oneAfterTheOther<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}

async function readDirectory(file: FileHandle): Promise<ZipEntry[]> {
  const { size: length } = await file.stat();
  const tailStart = Math.max(0, length - END_LENGTH - LONGEST_COMMENT);
  const tail = await readAt(file, tailStart, length - tailStart);
  const at = lastEnd(tail);
  let count = tail.readUInt16LE(at + 10);
  let size = tail.readUInt32LE(at + 12);
  let start = tail.readUInt32LE(at + 16);
  const locatorAt = at - 20;
  if (locatorAt >= 0 && tail.readUInt32LE(locatorAt) === LOCATOR_64) {
    const endAt = toNumber(tail.readBigUInt64LE(locatorAt + 8));
    const end = await readAt(file, endAt, 56);
    if (end.readUInt32LE(0) !== DIRECTORY_END_64) throw unreadable();
    count = toNumber(end.readBigUInt64LE(32));
    size = toNumber(end.readBigUInt64LE(40));
    start = toNumber(end.readBigUInt64LE(48));
  }
  return parseEntries(await readAt(file, start, size), count);
}

function lastEnd(tail: Buffer): number {
  for (let at = tail.length - END_LENGTH; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== DIRECTORY_END) continue;
    // The same four bytes in a comment would not end where the file does.
    if (at + END_LENGTH + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  throw unreadable();
}

function parseEntries(directory: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (directory.readUInt32LE(at) !== DIRECTORY_ENTRY) throw unreadable();
    const nameLength = directory.readUInt16LE(at + 28);
    const extraLength = directory.readUInt16LE(at + 30);
    const commentLength = directory.readUInt16LE(at + 32);
    const nameEnd = at + 46 + nameLength;
    const name = directory.toString("utf8", at + 46, nameEnd);
    if (directory.readUInt16LE(at + 8) & ENCRYPTED) {
      throw new BadZip(`${name} in the ZIP file is encrypted.`);
    }
    const extra = directory.subarray(nameEnd, nameEnd + extraLength);
    const [size, packedSize, offset] = largeNumbers(extra, [
      directory.readUInt32LE(at + 24),
      directory.readUInt32LE(at + 20),
      directory.readUInt32LE(at + 42),
    ]);
    const crc = directory.readUInt32LE(at + 16);
    const method = directory.readUInt16LE(at + 10);
    entries.push({ name, size, packedSize, crc, method, offset });
    at = nameEnd + extraLength + commentLength;
  }
  return entries;
}

type Numbers = [size: number, packedSize: number, offset: number];

/** A number that does not fit stands in the extra field, in this order. */
function largeNumbers(extra: Buffer, numbers: Numbers): Numbers {
  for (let at = 0; at + 4 <= extra.length;) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === EXTRA_64) {
      let next = at + 4;
      return numbers.map((number) => {
        if (number !== MAX_32) return number;
        next += 8;
        return toNumber(extra.readBigUInt64LE(next - 8));
      }) as Numbers;
    }
    at = end;
  }
  return numbers;
}

async function readAt(
  file: FileHandle,
  position: number,
  length: number,
): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(
      buffer,
      read,
      length - read,
      position + read,
    );
    if (bytesRead === 0) throw unreadable();
    read += bytesRead;
  }
  return buffer;
}

function toNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw unreadable();
  return Number(value);
}

function unreadable(): BadZip {
  return new BadZip("This is no ZIP file, or not a whole one.");
}
