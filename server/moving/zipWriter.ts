/**
 * Writes a ZIP to a file, entry by entry, with what Zip64 adds only where it is needed: many entries, or more than 4 GiB of
 * them. Always true: an entry's sizes and checksum stand before its bytes, so that a reader may go through the file once; and
 * what is not finished has no directory at its end, so that nobody takes it for whole.
 */
import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const EXTRA_64 = 0x0001;

const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const VERSION = 20;
const VERSION_64 = 45;
const UTF8_NAMES = 0x0800;
const STORED = 0;
const DEFLATED = 8;
/** 1980-01-01: a ZIP of the same data is the same ZIP. */
const DATE = 0x0021;
const REGULAR_FILE = (0o100644 << 16) >>> 0;

interface Entry {
  readonly name: Buffer;
  readonly method: number;
  readonly offset: number;
  crc: number;
  size: number;
  packedSize: number;
}

export interface EntryOptions {
  /** For what is packed already, as photos are. */
  readonly isPacked?: boolean;
}

export class ZipWriter {
  private readonly entries: Entry[] = [];
  private offset = 0;

  private constructor(private readonly file: FileHandle) {}

  /** A new file: one that is there already is not written over. */
  static async create(path: string): Promise<ZipWriter> {
    return new ZipWriter(await open(path, "wx", 0o600));
  }

  async add(
    name: string,
    content: AsyncIterable<Uint8Array>,
    { isPacked = false }: EntryOptions = {},
  ): Promise<void> {
    const method = isPacked ? STORED : DEFLATED;
    const entry: Entry = {
      name: Buffer.from(name),
      method,
      offset: this.offset,
      crc: 0,
      size: 0,
      packedSize: 0,
    };
    await this.write(localHeader(entry));
    const counted = count(entry, content);
    if (isPacked) await this.writeAll(entry, counted);
    else {
      await pipeline(counted, createDeflateRaw(), (packed) =>
        this.writeAll(entry, packed as AsyncIterable<Uint8Array>),
      );
    }
    if (entry.size > MAX_32 || entry.packedSize > MAX_32) {
      throw new Error(`${name} is larger than 4 GiB.`);
    }
    // Now that they are known.
    const header = localHeader(entry);
    await this.file.write(header, 0, header.length, entry.offset);
    this.entries.push(entry);
  }

  /** Durable once resolved. */
  async finish(): Promise<void> {
    const start = this.offset;
    for (const entry of this.entries) await this.write(directoryEntry(entry));
    const directory = { start, size: this.offset - start };
    await this.write(ending(this.entries.length, directory));
    await this.file.sync();
    await this.file.close();
  }

  async abandon(): Promise<void> {
    await this.file.close();
  }

  private async writeAll(
    entry: Entry,
    content: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    for await (const chunk of content) {
      entry.packedSize += chunk.byteLength;
      await this.write(chunk);
    }
  }

  private async write(bytes: Uint8Array): Promise<void> {
    let written = 0;
    while (written < bytes.byteLength) {
      const { bytesWritten } = await this.file.write(
        bytes,
        written,
        bytes.byteLength - written,
        this.offset,
      );
      written += bytesWritten;
      this.offset += bytesWritten;
    }
  }
}

async function* count(
  entry: Entry,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    entry.size += chunk.byteLength;
    entry.crc = crc32(chunk, entry.crc);
    yield chunk;
  }
}

function localHeader({ name, method, crc, size, packedSize }: Entry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL_HEADER, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(UTF8_NAMES, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(Math.min(packedSize, MAX_32), 18);
  header.writeUInt32LE(Math.min(size, MAX_32), 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function directoryEntry(entry: Entry): Buffer {
  const { name, method, crc, size, packedSize, offset } = entry;
  const extra = offset < MAX_32 ? Buffer.alloc(0) : extraOffset(offset);
  const version = extra.length === 0 ? VERSION : VERSION_64;
  const header = Buffer.alloc(46);
  header.writeUInt32LE(DIRECTORY_ENTRY, 0);
  header.writeUInt16LE((3 << 8) | version, 4);
  header.writeUInt16LE(version, 6);
  header.writeUInt16LE(UTF8_NAMES, 8);
  header.writeUInt16LE(method, 10);
  header.writeUInt16LE(DATE, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packedSize, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(REGULAR_FILE, 38);
  header.writeUInt32LE(Math.min(offset, MAX_32), 42);
  return Buffer.concat([header, name, extra]);
}

function extraOffset(offset: number): Buffer {
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(EXTRA_64, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(offset), 4);
  return extra;
}

function ending(
  entries: number,
  { start, size }: { start: number; size: number },
): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(DIRECTORY_END, 0);
  end.writeUInt16LE(Math.min(entries, MAX_16), 8);
  end.writeUInt16LE(Math.min(entries, MAX_16), 10);
  end.writeUInt32LE(Math.min(size, MAX_32), 12);
  end.writeUInt32LE(Math.min(start, MAX_32), 16);
  if (entries < MAX_16 && start < MAX_32 && size < MAX_32) return end;

  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(DIRECTORY_END_64, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE((3 << 8) | VERSION_64, 12);
  end64.writeUInt16LE(VERSION_64, 14);
  end64.writeBigUInt64LE(BigInt(entries), 24);
  end64.writeBigUInt64LE(BigInt(entries), 32);
  end64.writeBigUInt64LE(BigInt(size), 40);
  end64.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(LOCATOR_64, 0);
  locator.writeBigUInt64LE(BigInt(start + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}
