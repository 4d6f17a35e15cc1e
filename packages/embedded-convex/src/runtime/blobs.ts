/**
 * Blobs as files on disk. The database knows which blob belongs to which document.
 *
 * Always true: a file has its final name only once it is complete and durable; names are random and never come from a
 * client; a failed write leaves no file. No other code touches the folder, except that `incoming`, which is cleared at
 * the start, holds bodies that arrive too (http/bufferedBody.ts).
 */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, mkdirSync, rmSync, statSync } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { syncFolder } from "../store/syncFolder";

export interface WrittenBlob {
  readonly blobId: string;
  /** Base64, as Convex stores it. */
  readonly sha256: string;
  readonly size: number;
}

export interface BlobStore {
  /** Durable once resolved. @throws TooLarge, or the error of the body or the disk. */
  write(body: AsyncIterable<Uint8Array>, limit: { maxBytes: number }): Promise<WrittenBlob>;
  /** `end` is inclusive, as in an HTTP range. */
  open(blobId: string, range?: { start: number; end: number }): Readable;
  stat(blobId: string): { size: number } | null;
  /** Removing a missing blob is not an error: a crash may have interrupted an earlier removal. */
  remove(blobId: string): Promise<void>;
  /**
   * The blobs that existed when the store was opened, each once. Later blobs are left out: before its document is
   * committed, a new blob looks like an orphaned one.
   */
  fromEarlierRuns(): AsyncIterable<string>;
}

export class TooLarge extends Error {
  constructor(readonly maxBytes: number) {
    super(`The file is larger than ${describeSize(maxBytes)}.`);
    this.name = "TooLarge";
  }
}

/** An open file. A FileHandle of Node is one. */
interface BlobFile {
  writev(chunks: readonly Uint8Array[]): Promise<{ readonly bytesWritten: number }>;
  writeFile(bytes: Uint8Array): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The file system operations of a store. Tests replace them to simulate a failing disk. */
export interface BlobDisk {
  open(file: string, flags: string, mode?: number): Promise<BlobFile>;
  rename(from: string, to: string): Promise<void>;
  remove(file: string): Promise<void>;
  syncFolder(folder: string): Promise<void>;
}

const nodeDisk: BlobDisk = {
  open,
  rename,
  remove: (file) => rm(file, { force: true }),
  syncFolder,
};

const MEGABYTE = 1024 * 1024;

/** Bytes that are gathered for one write: each write is a task for a thread of Node's pool. */
const WRITE_BYTES = 512 * 1024;

const BLOB_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** `folder` must be used by this store only. Removes what interrupted writes left in it. */
export function openBlobStore(folder: string, disk: BlobDisk = nodeDisk): BlobStore {
  const incoming = path.join(folder, "incoming");
  rmSync(incoming, { recursive: true, force: true });
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  /** Blobs of this run that the listing may include. */
  const written = new Set<string>();
  let listing: Promise<string[]> | null = null;
  let isListed = false;
  const list = async () => {
    const names = await readdir(folder);
    isListed = true;
    return names;
  };
  return {
    write: (body, { maxBytes }) => {
      const blobId = randomUUID();
      if (!isListed) written.add(blobId);
      return writeBlob({ disk, folder, incoming, blobId, body, maxBytes });
    },
    open: (blobId, range) => createReadStream(pathOf(folder, blobId), range),
    stat: (blobId) => {
      const found = statSync(pathOf(folder, blobId), { throwIfNoEntry: false });
      return found === undefined ? null : { size: found.size };
    },
    remove: async (blobId) => {
      await disk.remove(pathOf(folder, blobId));
      await disk.syncFolder(folder);
    },
    fromEarlierRuns: async function* () {
      // Lists the folder only now: a start would wait for the names of all files.
      const names = await (listing ??= list());
      for await (const name of drained(names))
        if (BLOB_ID.test(name) && !written.has(name)) yield name;
    },
  };
}

async function writeBlob(o: {
  disk: BlobDisk;
  folder: string;
  incoming: string;
  blobId: string;
  body: AsyncIterable<Uint8Array>;
  maxBytes: number;
}): Promise<WrittenBlob> {
  const { blobId, disk } = o;
  const unfinished = path.join(o.incoming, blobId);
  const finished = pathOf(o.folder, blobId);
  try {
    const written = await writeFileDurably(unfinished, o);
    await disk.rename(unfinished, finished);
    // Makes the new name durable: a power failure could otherwise lose it.
    await disk.syncFolder(o.folder);
    return { blobId, ...written };
  } catch (error) {
    return await undoAfter(error, async () => {
      await disk.remove(unfinished);
      await disk.remove(finished);
    });
  }
}

/**
 * Runs the cleanup, then throws the error. If the cleanup fails too, throws both; the next start cleans up (`incoming`
 * is cleared, the sweep removes orphaned blobs).
 */
export async function undoAfter(error: unknown, undo: () => Promise<void>): Promise<never> {
  const [undone] = await Promise.allSettled([undo()]);
  if (undone.status === "fulfilled") throw error;
  throw new AggregateError([error, undone.reason], "The cleanup after a failure failed.", {
    cause: error,
  });
}

async function writeFileDurably(
  file: string,
  { disk, body, maxBytes }: { disk: BlobDisk; body: AsyncIterable<Uint8Array>; maxBytes: number },
): Promise<{ sha256: string; size: number }> {
  const handle = await disk.open(file, "wx", 0o600);
  try {
    const hash = createHash("sha256");
    let size = 0;
    let written = 0;
    const gathered: Uint8Array[] = [];
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new TooLarge(maxBytes);
      hash.update(chunk);
      gathered.push(chunk);
      if (size - written < WRITE_BYTES) continue;
      await writeAll(handle, gathered.splice(0), size - written);
      written = size;
    }
    if (size > written) await writeAll(handle, gathered, size - written);
    await handle.sync();
    return { sha256: hash.digest("base64"), size };
  } finally {
    await handle.close();
  }
}

async function writeAll(
  handle: BlobFile,
  chunks: readonly Uint8Array[],
  size: number,
): Promise<void> {
  const { bytesWritten } = await handle.writev(chunks);
  // A disk that fills up takes a part. `writeFile` repeats until every byte is written, or the disk fails.
  if (bytesWritten < size) await handle.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
}

/** Removes each name from the array as it is yielded, to free the memory. */
async function* drained(names: string[]): AsyncIterable<string> {
  for (;;) {
    const name = names.pop();
    if (name === undefined) return;
    // Yields to the event loop between names: there may be many.
    yield await new Promise<string>((resolve) => setImmediate(resolve, name));
  }
}

/** The pattern prevents path traversal: it allows neither slashes nor dots. */
function pathOf(folder: string, blobId: string): string {
  if (!BLOB_ID.test(blobId)) throw new Error(`Not a blob id: ${blobId}`);
  return path.join(folder, blobId);
}

function describeSize(bytes: number): string {
  if (bytes >= MEGABYTE) return `${Math.floor(bytes / MEGABYTE)} MB`;
  return bytes >= 1024 ? `${Math.floor(bytes / 1024)} kB` : `${bytes} bytes`;
}
