/**
 * Copies a data folder that is in use. Each database is copied as of one moment; stored files are hard-linked, since
 * blobs are immutable (copied if the file system has no links).
 *
 * Invariant: the snapshot has exactly the files that the rows of its data.db name, in their sizes. A file is on disk
 * before its row, so files are linked before the database is copied, and new ones after. If a file was deleted in
 * between, the snapshot starts over. Accounts are copied last: a workspace without its account would be lost, an
 * account without data is harmless. A file that stays missing fails the snapshot, or is listed in `missing` if
 * `allowMissing` is set.
 */
import { constants, existsSync } from "node:fs";
import { copyFile, link, mkdir, opendir, readdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { inspectDatabase, makeOwnerOnly, openCopy, StartupError } from "embedded-convex";
import type { BackupEntry } from "./manifest";
import { ACCOUNTS, DATA, SECRET } from "./entryNames";

type DatabaseName = typeof DATA | typeof ACCOUNTS;

export interface SnapshotSource {
  readonly dataDir: string;
  /** Writes a consistent copy of the database to `to`. */
  readonly copyDatabase: (name: DatabaseName, to: string, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  /** Continue without files whose bytes are missing. */
  readonly allowMissing?: boolean;
}

export interface Snapshot extends DatabaseContents {
  /** Names of the databases and the secret. */
  readonly otherNames: readonly string[];
}

export interface DatabaseContents {
  readonly databaseFormat: number;
  /** The number of documents in the application's own tables. */
  readonly documents: number;
  /** As recorded in the rows. */
  readonly files: readonly BackupEntry[];
  /** Files whose bytes are missing, by name, or by id if no row has a name. */
  readonly missing: readonly string[];
}

const MAX_ATTEMPTS = 4;

/** @throws StartupError. `into` is an empty folder, on the same file system if links are to work. */
export async function takeSnapshot(source: SnapshotSource, into: string): Promise<Snapshot> {
  const { dataDir, copyDatabase, signal } = source;
  const from = join(dataDir, "files");
  const files = join(into, "files");
  await mkdir(files, { mode: 0o700 });
  for (let attempt = 1; ; attempt++) {
    await linkAll(from, files, signal);
    await rm(join(into, DATA), { force: true });
    await copyDatabase(DATA, join(into, DATA), signal);
    const contents = await readDatabase(join(into, DATA), signal);
    const { missing, ...found } = await linkMissing(source, files, contents);
    const [first] = missing;
    if (first === undefined || (attempt === MAX_ATTEMPTS && source.allowMissing === true)) {
      await removeUnreferenced(files, found.files);
      const otherNames = [DATA, ...(await copyAccounts(source, into))];
      return { ...contents, ...found, missing, otherNames };
    }
    if (attempt === MAX_ATTEMPTS) {
      throw new StartupError(
        `The stored file ${first} is missing from ${dataDir} or truncated, so a backup would be incomplete.`,
      );
    }
  }
}

/** The stored files that the rows of a copied database name. */
export async function readDatabase(file: string, signal: AbortSignal): Promise<DatabaseContents> {
  const { files, filesWithoutBlob, ...rest } = await inspectDatabase(file, signal);
  const entries = files.map(({ blobId, size, sha256 }) => ({
    name: `files/${blobId}`,
    size,
    sha256,
  }));
  return { ...rest, files: entries, missing: filesWithoutBlob };
}

/** Copies if the file system has no hard links, or no more links to this file. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!NO_LINKS.has(code)) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
    makeOwnerOnly(to);
  }
}

const NO_LINKS = new Set(["EXDEV", "EPERM", "EMLINK", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"]);

async function linkAll(from: string, to: string, signal: AbortSignal): Promise<void> {
  if (!existsSync(from)) return;
  const existing = new Set(await readdir(to));
  for await (const entry of await opendir(from)) {
    signal.throwIfAborted();
    if (entry.isFile() && !existing.has(entry.name))
      await linkIfExists(join(from, entry.name), join(to, entry.name));
  }
}

/** Separates complete files from missing or truncated ones. */
async function linkMissing(
  { dataDir, signal }: SnapshotSource,
  to: string,
  contents: DatabaseContents,
): Promise<Pick<DatabaseContents, "files" | "missing">> {
  const existing = new Set(await readdir(to));
  const files: BackupEntry[] = [];
  const missing = [...contents.missing];
  for (const file of contents.files) {
    signal.throwIfAborted();
    const from = join(dataDir, file.name);
    const path = join(to, basename(file.name));
    const exists = existing.has(basename(file.name)) || (await linkIfExists(from, path));
    const isComplete = exists && (await stat(path)).size === file.size;
    if (isComplete) files.push(file);
    else missing.push(file.name);
  }
  return { files, missing };
}

/** False if the file was removed before it could be linked. */
async function linkIfExists(from: string, to: string): Promise<boolean> {
  try {
    await linkOrCopy(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return false;
  }
}

/** Removes uploads that have no row yet, and files whose row was deleted before the database was copied. */
async function removeUnreferenced(folder: string, files: readonly BackupEntry[]): Promise<void> {
  const wanted = new Set(files.map(({ name }) => name));
  for (const name of await readdir(folder))
    if (!wanted.has(`files/${name}`)) await rm(join(folder, name));
}

async function copyAccounts(
  { dataDir, copyDatabase, signal }: SnapshotSource,
  into: string,
): Promise<string[]> {
  const copied: string[] = [];
  if (existsSync(join(dataDir, ACCOUNTS))) {
    await copyDatabase(ACCOUNTS, join(into, ACCOUNTS), signal);
    openCopy(join(into, ACCOUNTS)).close();
    copied.push(ACCOUNTS);
  }
  if (existsSync(join(dataDir, SECRET))) {
    await copyFile(join(dataDir, SECRET), join(into, SECRET));
    makeOwnerOnly(join(into, SECRET));
    copied.push(SECRET);
  }
  return copied;
}
