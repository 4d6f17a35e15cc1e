/**
 * `npm run backup`: everything of a data folder as one ZIP file, made beside a server that may be serving it. It needs no lock of
 * the server's and takes none of its time; one backup at a time is made. The file has its name only when it was written, put on
 * the disk, read back and found to be as its list says.
 */
import { existsSync, statSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  checkIntegrity,
  copyAside,
  holdFile,
  refuseOtherUser,
  StartupError,
  syncFolder,
} from "embedded-convex";
import { ZipReader } from "../zip/zipReader";
import { type OpenFile, ZipWriter } from "../zip/zipWriter";
import { failureOf } from "./failure";
import { noteBackup } from "./lastBackup";
import {
  type Manifest,
  MANIFEST_NAME,
  Measured,
  newManifest,
  type Piece,
  pieceOf,
  readBytes,
  samePiece,
} from "./manifest";
import { ACCOUNTS, DATA } from "./entryNames";
import type { OnProgress } from "./progress";
import { type Snapshot, type SnapshotSource, takeSnapshot } from "./snapshot";

export interface BackupOptions {
  readonly dataDir: string;
  /** The ZIP file to make. */
  readonly path: string;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  readonly clock?: () => number;
  /** What stands for a disk in a test. */
  readonly openFile?: OpenFile;
  readonly copyDatabase?: SnapshotSource["copyDatabase"];
}

/** @throws StartupError, or the signal's reason. What it made by then is gone. */
export async function backUp(options: BackupOptions): Promise<Manifest> {
  const { dataDir, path } = options;
  refuse(options);
  const hold = holdFile(
    join(dataDir, "backup.lock"),
    `Another backup of ${dataDir} is being made: wait until it is done.`,
  );
  const staging = join(dataDir, "outgoing-backup");
  const partial = `${path}.partial`;
  let manifest: Manifest;
  try {
    // An earlier one was killed.
    await rm(staging, { recursive: true, force: true });
    await rm(partial, { force: true });
    await mkdir(staging, { mode: 0o700 });
    manifest = await make(options, { staging, partial });
  } catch (error) {
    await rm(partial, { force: true });
    const what = "The backup could not be made";
    throw failureOf(error, what, `${path} was not written.`);
  } finally {
    await rm(staging, { recursive: true, force: true });
    hold.release();
  }
  await note(options, manifest);
  return manifest;
}

async function note(
  { dataDir, path }: BackupOptions,
  { madeAt }: Manifest,
): Promise<void> {
  try {
    await noteBackup(dataDir, Date.parse(madeAt));
  } catch (error) {
    const what = "The time of the backup could not be noted";
    throw failureOf(error, what, `${path} is whole all the same.`);
  }
}

function refuse({ dataDir, path }: BackupOptions): void {
  if (!existsSync(join(dataDir, DATA))) {
    throw new StartupError(
      `There are no data in ${dataDir}. Set DATA_DIR to the folder that has them.`,
    );
  }
  refuseOtherUser(join(dataDir, DATA));
  if (existsSync(path)) {
    throw new StartupError(
      `${path} is there already, and a backup is never written over: name another file.`,
    );
  }
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory()) {
    throw new StartupError(`There is no folder ${dirname(path)}.`);
  }
}

async function make(
  options: BackupOptions,
  { staging, partial }: { staging: string; partial: string },
): Promise<Manifest> {
  const { dataDir, path, signal, onProgress, clock = Date.now } = options;
  const madeAt = clock();
  onProgress("Copying the databases");
  const aside: SnapshotSource["copyDatabase"] = async (name, to) =>
    Promise.resolve(copyAside(join(dataDir, name), to));
  const { copyDatabase = aside } = options;
  const source = { dataDir, copyDatabase, signal };
  const snapshot = await takeSnapshot(source, staging);
  onProgress("Checking the copies");
  for (const name of [DATA, ACCOUNTS])
    if (snapshot.others.includes(name)) checkIntegrity(join(staging, name));
  const manifest = await write(options, { staging, partial }, snapshot, madeAt);
  await verify(options, partial, manifest);
  if (existsSync(path)) refuse(options);
  await rename(partial, path);
  await syncFolder(dirname(path));
  return manifest;
}

async function write(
  { signal, onProgress, openFile }: BackupOptions,
  { staging, partial }: { staging: string; partial: string },
  { files, others, ...counts }: Snapshot,
  madeAt: number,
): Promise<Manifest> {
  const pieces: Piece[] = [];
  const total = files.length + others.length;
  const zip = await ZipWriter.create(partial, openFile);
  try {
    const add = async (name: string, isPacked: boolean) => {
      onProgress("Writing", { done: pieces.length, total });
      const measured = new Measured();
      const content = measured.pass(readBytes(join(staging, name), signal));
      await zip.add(name, content, { isPacked });
      const piece = measured.asPiece(name);
      pieces.push(piece);
      return piece;
    };
    for (const name of others) await add(name, false);
    for (const file of files) {
      if (samePiece(await add(file.name, true), file)) continue;
      throw new StartupError(
        `The stored file ${file.name} is damaged on the disk: a backup would not be one.`,
      );
    }
    const manifest = newManifest({
      madeAt: new Date(madeAt).toISOString(),
      ...counts,
      files: files.length,
      pieces,
    });
    await zip.add(MANIFEST_NAME, oneChunk(JSON.stringify(manifest)));
    await zip.finish();
    return manifest;
  } catch (error) {
    await zip.abandon();
    throw error;
  }
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}

/** What was written is read as a restore would read it. */
async function verify(
  { signal, onProgress }: BackupOptions,
  path: string,
  manifest: Manifest,
): Promise<void> {
  const total = manifest.pieces.length;
  const zip = await ZipReader.open(path);
  try {
    const entries = new Map(zip.entries.map((entry) => [entry.name, entry]));
    for (const [done, piece] of manifest.pieces.entries()) {
      signal.throwIfAborted();
      onProgress("Reading it back", { done, total });
      const entry = entries.get(piece.name);
      const read = entry && (await pieceOf(piece.name, zip.read(entry)));
      if (read && samePiece(read, piece)) continue;
      throw new StartupError(
        `The disk did not keep ${piece.name} as it was written: the backup was not made.`,
      );
    }
  } finally {
    zip.close();
  }
}
