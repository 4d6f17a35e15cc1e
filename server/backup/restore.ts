/**
 * `npm run restore`: restores a backup into a data folder without data. Everything is written to an incoming folder,
 * compared with the manifest (size and hash of each entry), checked by SQLite, compared with the database rows (each
 * stored file exists), synced, and then moved into place. Invariant: the data folder gets the whole backup or stays as
 * it was.
 */
import { open, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  checkIntegrity,
  readFormat,
  requireSameUser,
  StartupError,
  syncFolder,
} from "embedded-convex";
import { lockDataFolder } from "./dataFolder";
import { ageOf, type DataVersions } from "./dataVersions";
import { type BackupSource, openBackupSource } from "./backupSource";
import { asStartupError } from "./ioErrors";
import { COMPLETE, finishRestore, INCOMING } from "./finishRestore";
import { type Manifest, Measured, newerBackup, sameEntry } from "./manifest";
import { ACCOUNTS, ACCOUNTS_FORMAT, DATA } from "./entryNames";
import type { OnProgress } from "./progress";
import { type DatabaseContents, readDatabase } from "./snapshot";

export interface RestoreOptions {
  readonly dataDir: string;
  /** A ZIP of `npm run backup`, or a folder of `DATA_DIR/backups`. */
  readonly path: string;
  readonly program: DataVersions;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  /** Replaced in tests of disk failures. */
  readonly openFile?: typeof open;
}

/** Entries of a data folder that counts as empty. */
const NO_DATA = new Set(["server.lock", "backup.lock", "backups", INCOMING]);

/** @throws StartupError, BadZip, or the signal's reason. */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { dataDir, path, program, signal } = options;
  requireSameUser(dataDir);
  const source = await openBackupSource(path, signal);
  try {
    const { manifest } = source;
    if (ageOf(manifest, program) === "later") throw newerBackup(path, manifest.appVersion);
    const folder = lockDataFolder(dataDir);
    try {
      return await restoreInto(options, source);
    } finally {
      folder.release();
    }
  } finally {
    source.close();
  }
}

async function restoreInto(options: RestoreOptions, source: BackupSource): Promise<Manifest> {
  const { dataDir, signal } = options;
  await requireEmpty(dataDir);
  const incoming = join(dataDir, INCOMING);
  try {
    await rm(incoming, { recursive: true, force: true });
    await mkdir(join(incoming, "files"), { recursive: true, mode: 0o700 });
    await readAll(options, source, incoming);
    await check(options, source.manifest, incoming);
    await syncFolder(join(incoming, "files"));
    signal.throwIfAborted();
    const marker = await open(join(incoming, COMPLETE), "wx", 0o600);
    await marker.close();
    await syncFolder(incoming);
  } catch (error) {
    await rm(incoming, { recursive: true, force: true });
    const failure = "The backup could not be restored";
    throw asStartupError(error, failure, `${dataDir} was not changed.`);
  }
  finishRestore(dataDir);
  return source.manifest;
}

async function requireEmpty(dataDir: string): Promise<void> {
  const found = (await readdir(dataDir)).filter((name) => !NO_DATA.has(name));
  if (found.length === 0) return;
  throw new StartupError(
    `The data folder ${dataDir} is not empty (it has ${found.slice(0, 5).join(", ")}). Move its contents away, or set DATA_DIR to another folder.`,
  );
}

async function readAll(
  { path, signal, onProgress, openFile = open }: RestoreOptions,
  { manifest, read }: BackupSource,
  incoming: string,
): Promise<void> {
  const total = manifest.entries.length;
  for (const [done, entry] of manifest.entries.entries()) {
    signal.throwIfAborted();
    onProgress("Reading", { done, total });
    const measured = new Measured();
    const file = await openFile(join(incoming, entry.name), "wx", 0o600);
    try {
      for await (const chunk of measured.pass(read(entry.name))) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    if (sameEntry(measured.asEntry(entry.name), entry)) continue;
    throw new StartupError(
      `${entry.name} in ${path} was changed or damaged after the backup was made. Nothing was restored.`,
    );
  }
}

async function check(
  options: RestoreOptions,
  { appVersion, entries, missing }: Manifest,
  incoming: string,
): Promise<void> {
  const { path, onProgress } = options;
  onProgress("Checking");
  const sizeOf = new Map(entries.map(({ name, size }) => [name, size]));
  for (const name of [DATA, ACCOUNTS]) if (sizeOf.has(name)) checkIntegrity(join(incoming, name));
  if (readFormat(join(incoming, ACCOUNTS)) > ACCOUNTS_FORMAT) throw newerBackup(path, appVersion);
  const contents = await readContents(options, incoming);
  const lost = [
    ...contents.missing,
    ...contents.files.filter(({ name, size }) => sizeOf.get(name) !== size).map(({ name }) => name),
  ].filter((name) => !missing.includes(name));
  if (lost.length === 0) return;
  throw new StartupError(
    `${path} lacks ${lost.length} of its stored files (the first is ${lost[0]}). Nothing was restored.`,
  );
}

/** Reads the rows: intact pages can still hold data that no program of ours wrote. */
async function readContents(
  { path, signal }: RestoreOptions,
  incoming: string,
): Promise<DatabaseContents> {
  try {
    return await readDatabase(join(incoming, DATA), signal);
  } catch (cause) {
    signal.throwIfAborted();
    // An error of the disk, or of SQLite.
    if (cause instanceof StartupError || "code" in (cause as object)) throw cause;
    throw new StartupError(
      `${DATA} in ${path} cannot be read (${(cause as Error).message}). Nothing was restored.`,
      { cause },
    );
  }
}
