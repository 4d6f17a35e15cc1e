/**
 * Bytes on disk, and nothing else: which blob belongs to which document is the database's knowledge.
 * Always true: a blob is under its name only when it is whole and on the disk; every name is made here, never by a client;
 * a write that failed leaves nothing behind. Nothing else in the server touches these folders.
 */
import { createHash, randomUUID } from "node:crypto";
import {
  createReadStream,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { open, rename, rm, type FileHandle } from "node:fs/promises";
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
  /** Durable once resolved. Throws TooLarge, or whatever the body or the disk threw. */
  write(
    body: AsyncIterable<Uint8Array>,
    limit: { maxBytes: number },
  ): Promise<WrittenBlob>;
  /** `end` is the last byte that is read, as in an HTTP range. */
  open(blobId: string, range?: { start: number; end: number }): Readable;
  stat(blobId: string): { size: number } | null;
  /** Removing what is not there is no error: a crash may have come between two removals of one file. */
  remove(blobId: string): Promise<void>;
  /**
   * The blobs that were there when the store was opened, each told once. What was written since is not among them: a blob whose
   * row is about to be committed looks like one that lost it.
   */
  leftBehind(): AsyncIterable<string>;
}

export class TooLarge extends Error {
  constructor(readonly maxBytes: number) {
    super(`The file is larger than ${describeSize(maxBytes)}.`);
    this.name = "TooLarge";
  }
}

/** What a store asks of the file system. A test puts a disk in its place that fails. */
export interface BlobDisk {
  open(
    file: string,
    flags: string,
    mode?: number,
  ): Promise<Pick<FileHandle, "writeFile" | "sync" | "close">>;
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
const BLOB_ID =
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** `folder` is the store's own; what an interrupted write left in it is cleared away. */
export function openBlobStore(
  folder: string,
  disk: BlobDisk = nodeDisk,
): BlobStore {
  const incoming = path.join(folder, "incoming");
  rmSync(incoming, { recursive: true, force: true });
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  const left = readdirSync(folder).filter((name) => BLOB_ID.test(name));
  return {
    write: (body, { maxBytes }) =>
      writeBlob({ disk, folder, incoming, body, maxBytes }),
    open: (blobId, range) => createReadStream(pathOf(folder, blobId), range),
    stat: (blobId) => {
      const found = statSync(pathOf(folder, blobId), { throwIfNoEntry: false });
      return found === undefined ? null : { size: found.size };
    },
    remove: async (blobId) => {
      await disk.remove(pathOf(folder, blobId));
      await disk.syncFolder(folder);
    },
    leftBehind: () => drained(left),
  };
}

async function writeBlob(o: {
  disk: BlobDisk;
  folder: string;
  incoming: string;
  body: AsyncIterable<Uint8Array>;
  maxBytes: number;
}): Promise<WrittenBlob> {
  const blobId = randomUUID();
  const { disk } = o;
  const unfinished = path.join(o.incoming, blobId);
  const finished = pathOf(o.folder, blobId);
  try {
    const written = await writeFileDurably(unfinished, o);
    await disk.rename(unfinished, finished);
    // Without this the name itself could be lost with the power.
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
 * Throws the error when what it left is undone. Where that fails too, the next start does it (`incoming` is cleared, and the sweep
 * takes what has no row), and the error tells of both.
 */
export async function undoAfter(
  error: unknown,
  undo: () => Promise<void>,
): Promise<never> {
  const [undone] = await Promise.allSettled([undo()]);
  if (undone.status === "fulfilled") throw error;
  throw new AggregateError(
    [error, undone.reason],
    "What a failure left behind could not be removed.",
    { cause: error },
  );
}

async function writeFileDurably(
  file: string,
  {
    disk,
    body,
    maxBytes,
  }: { disk: BlobDisk; body: AsyncIterable<Uint8Array>; maxBytes: number },
): Promise<{ sha256: string; size: number }> {
  const handle = await disk.open(file, "wx", 0o600);
  try {
    const hash = createHash("sha256");
    let size = 0;
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new TooLarge(maxBytes);
      hash.update(chunk);
      // Unlike `write`, `writeFile` on a handle goes on until every byte is taken.
      await handle.writeFile(chunk);
    }
    await handle.sync();
    return { sha256: hash.digest("base64"), size };
  } finally {
    await handle.close();
  }
}

/** Gives up each name as it tells it, so that none is held for as long as the server runs. */
async function* drained(names: string[]): AsyncIterable<string> {
  for (;;) {
    const name = names.pop();
    if (name === undefined) return;
    // Between two of many others have their turn.
    yield await new Promise<string>((resolve) => setImmediate(resolve, name));
  }
}

/** The pattern is what keeps a path out: no slash and no dot can pass it. */
function pathOf(folder: string, blobId: string): string {
  if (!BLOB_ID.test(blobId)) throw new Error(`Not a blob id: ${blobId}`);
  return path.join(folder, blobId);
}

function describeSize(bytes: number): string {
  if (bytes >= MEGABYTE) return `${Math.floor(bytes / MEGABYTE)} MB`;
  return bytes >= 1024 ? `${Math.floor(bytes / 1024)} kB` : `${bytes} bytes`;
}
