/**
 * `npm run backup`: the whole data folder as one ZIP file, while a server may be running on it. It does not take the
 * server's lock; a separate lock allows one backup at a time. The file gets its final name only after it has been
 * written, synced, read back and compared with its manifest.
 */
import { existsSync, statSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  checkIntegrity,
  vacuumInto,
  requireSameUser,
  StartupError,
  syncFolder,
} from "embedded-convex";
import { ZipReader } from "../zip/zipReader";
import { type OpenFile, ZipWriter } from "../zip/zipWriter";
import { asStartupError } from "./ioErrors";
import { recordBackup } from "./lastBackup";
import {
  type Manifest,
  MANIFEST_NAME,
  Measured,
  newManifest,
  type BackupEntry,
  entryOf,
  readBytes,
  sameEntry,
  serializeManifest,
} from "./manifest";
import { databaseIn, lockBackups } from "./dataFolder";
import { readDataVersions } from "./dataVersions";
import { ACCOUNTS, DATA } from "./entryNames";
import type { OnProgress } from "./progress";
import { type Snapshot, type SnapshotSource, takeSnapshot } from "./snapshot";

export interface BackupOptions {
  readonly dataDir: string;
  /** The ZIP file to write. */
  readonly path: string;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  readonly clock?: () => number;
  /** Replaced in tests of disk failures. */
  readonly openFile?: OpenFile;
  readonly copyDatabase?: SnapshotSource["copyDatabase"];
}

/** @throws StartupError, or the signal's reason. Removes what it has written if it fails. */
export async function backUp(options: BackupOptions): Promise<Manifest> {
  const { dataDir, path } = options;
  checkPaths(options);
  const lock = lockBackups(dataDir);
  const staging = join(dataDir, "outgoing-backup");
  const partial = `${path}.partial`;
  let manifest: Manifest;
  try {
    // Left by a killed run.
    await rm(staging, { recursive: true, force: true });
    await rm(partial, { force: true });
    await mkdir(staging, { mode: 0o700 });
    manifest = await createBackup(options, { staging, partial });
  } catch (error) {
    await rm(partial, { force: true });
    const failure = "The backup could not be made";
    throw asStartupError(error, failure, `${path} was not written.`);
  } finally {
    await rm(staging, { recursive: true, force: true });
    lock.release();
  }
  await recordTime(options, manifest);
  return manifest;
}

async function recordTime({ dataDir, path }: BackupOptions, { madeAt }: Manifest): Promise<void> {
  try {
    await recordBackup(dataDir, Date.parse(madeAt));
  } catch (error) {
    const failure = "The time of the backup could not be recorded";
    throw asStartupError(error, failure, `${path} is complete.`);
  }
}

function checkPaths({ dataDir, path }: BackupOptions): void {
  requireSameUser(databaseIn(dataDir, DATA));
  if (existsSync(path)) {
    throw new StartupError(
      `${path} exists already, and a backup is never overwritten. Name another file.`,
    );
  }
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory()) {
    throw new StartupError(`There is no folder ${dirname(path)}.`);
  }
}

async function createBackup(
  options: BackupOptions,
  { staging, partial }: { staging: string; partial: string },
): Promise<Manifest> {
  const { dataDir, path, signal, onProgress, clock = Date.now } = options;
  const madeAt = clock();
  onProgress("Copying the databases");
  const copyFromOutside: SnapshotSource["copyDatabase"] = async (name, to) =>
    Promise.resolve(vacuumInto(join(dataDir, name), to));
  const { copyDatabase = copyFromOutside } = options;
  const source = { dataDir, copyDatabase, signal };
  const snapshot = await takeSnapshot(source, staging);
  onProgress("Checking the copies");
  for (const name of [DATA, ACCOUNTS])
    if (snapshot.otherNames.includes(name)) checkIntegrity(join(staging, name));
  const target = { staging, partial, madeAt };
  const manifest = await write(options, target, snapshot);
  await verify(options, partial, manifest);
  if (existsSync(path)) checkPaths(options);
  await rename(partial, path);
  await syncFolder(dirname(path));
  return manifest;
}

interface Target {
  readonly staging: string;
  readonly partial: string;
  readonly madeAt: number;
}

async function write(
  options: BackupOptions,
  { staging, partial, madeAt }: Target,
  snapshot: Snapshot,
): Promise<Manifest> {
  const { files, otherNames: _names, ...counts } = snapshot;
  const zip = await ZipWriter.create(partial, options.openFile);
  try {
    const entries = await writeEntries(zip, { ...options, staging }, snapshot);
    const manifest = newManifest({
      madeAt: new Date(madeAt).toISOString(),
      ...counts,
      ...readDataVersions(staging),
      files: files.length,
      entries,
    });
    await zip.add(MANIFEST_NAME, oneChunk(serializeManifest(manifest)));
    await zip.finish();
    return manifest;
  } catch (error) {
    await zip.abandon();
    throw error;
  }
}

/** @throws StartupError if a stored file is not what the database says. */
async function writeEntries(
  zip: ZipWriter,
  { signal, onProgress, staging }: BackupOptions & { staging: string },
  { files, otherNames }: Snapshot,
): Promise<BackupEntry[]> {
  const entries: BackupEntry[] = [];
  const total = files.length + otherNames.length;
  const add = async (name: string, isPacked: boolean) => {
    onProgress("Writing", { done: entries.length, total });
    const measured = new Measured();
    const content = measured.pass(readBytes(join(staging, name), signal));
    await zip.add(name, content, { isPacked });
    const entry = measured.asEntry(name);
    entries.push(entry);
    return entry;
  };
  for (const name of otherNames) await add(name, false);
  for (const file of files) {
    if (sameEntry(await add(file.name, true), file)) continue;
    throw new StartupError(
      `The stored file ${file.name} is damaged on the disk, so a backup would be incomplete.`,
    );
  }
  return entries;
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}

/** Reads the ZIP as a restore does and compares it with the manifest. */
async function verify(
  { signal, onProgress }: BackupOptions,
  path: string,
  manifest: Manifest,
): Promise<void> {
  const total = manifest.entries.length;
  const zip = await ZipReader.open(path);
  try {
    const zipped = new Map(zip.entries.map((entry) => [entry.name, entry]));
    for (const [done, expected] of manifest.entries.entries()) {
      signal.throwIfAborted();
      onProgress("Reading it back", { done, total });
      const { name } = expected;
      const entry = zipped.get(name);
      const read = entry && (await entryOf(name, zip.read(entry)));
      if (read && sameEntry(read, expected)) continue;
      throw new StartupError(
        `${name} read back differs from what was written. Check the disk. The backup was not made.`,
      );
    }
  } finally {
    zip.close();
  }
}
