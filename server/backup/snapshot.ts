/**
 * A copy of a whole data folder that is in use, as a folder. The databases are copied, each as of one moment; the files are linked,
 * since a blob never changes and so costs nothing twice (where there are no links they are copied).
 *
 * Always true of one that was taken: every file that a row of its data.db names is there and of its size, and no other. That is why
 * files are linked before the database is copied, and those that came meanwhile after: what a row names was on the disk before
 * the row. One that was taken away in between makes it begin again. Accounts come last: data without their owner would be lost,
 * an owner without data is not. What stays away is lost already: then there is no snapshot, or where that is worse than one that
 * lacks a file, it says which.
 */
import { constants, existsSync } from "node:fs";
import {
  copyFile,
  link,
  mkdir,
  opendir,
  readdir,
  rm,
  stat,
} from "node:fs/promises";
import { basename, join } from "node:path";
import {
  inspectDatabase,
  makeOwnerOnly,
  openCopy,
  StartupError,
} from "embedded-convex";
import type { Piece } from "./manifest";
import { ACCOUNTS, DATA, SECRET } from "./entryNames";

export type DatabaseName = typeof DATA | typeof ACCOUNTS;

export interface SnapshotSource {
  readonly dataDir: string;
  /** Makes a file at `to` that holds the database as it was at one moment. */
  readonly copyDatabase: (
    name: DatabaseName,
    to: string,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly signal: AbortSignal;
  /** Goes on without a file whose bytes are lost. */
  readonly mayLack?: boolean;
}

export interface Snapshot extends DatabaseContents {
  /** The pieces that there are beside the files. */
  readonly others: readonly string[];
}

export interface DatabaseContents {
  readonly databaseFormat: number;
  /** Of the application's own tables. */
  readonly documents: number;
  /** What the rows say of the files' bytes. */
  readonly files: readonly Piece[];
  /** Names, or where no row says one ids, of files whose bytes cannot be had. */
  readonly lacking: readonly string[];
}

const TRIES = 4;

/** @throws StartupError. `into` is an empty folder on the disk that the data are on. */
export async function takeSnapshot(
  source: SnapshotSource,
  into: string,
): Promise<Snapshot> {
  const { dataDir, copyDatabase, signal } = source;
  const from = join(dataDir, "files");
  const files = join(into, "files");
  await mkdir(files, { mode: 0o700 });
  for (let tries = 1; ; tries++) {
    await linkAll(from, files, signal);
    await rm(join(into, DATA), { force: true });
    await copyDatabase(DATA, join(into, DATA), signal);
    const contents = await readDatabase(join(into, DATA), signal);
    const { lacking, ...found } = await linkMissing(source, files, contents);
    const [first] = lacking;
    if (first === undefined || (tries === TRIES && source.mayLack === true)) {
      await removeOthers(files, found.files);
      const others = [DATA, ...(await copyAccounts(source, into))];
      return { ...contents, ...found, lacking, others };
    }
    if (tries === TRIES) {
      throw new StartupError(
        `The bytes of the stored file ${first} are missing from ${dataDir}, or not whole: a backup would not be one.`,
      );
    }
  }
}

/** The files of the copy that the rows of its database name. */
export async function readDatabase(
  file: string,
  signal: AbortSignal,
): Promise<DatabaseContents> {
  const { files, filesWithoutBlob, ...rest } = await inspectDatabase(
    file,
    signal,
  );
  const entries = files.map(({ blobId, size, sha256 }) => ({
    name: `files/${blobId}`,
    size,
    sha256,
  }));
  return { ...rest, files: entries, lacking: filesWithoutBlob };
}

/** The same bytes under another name, or where the disk has no links (or no more of this file) a copy. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!NO_LINKS.has(code)) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
    makeOwnerOnly(to);
  }
}

const NO_LINKS = new Set([
  "EXDEV",
  "EPERM",
  "EMLINK",
  "ENOSYS",
  "ENOTSUP",
  "EOPNOTSUPP",
]);

async function linkAll(
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<void> {
  if (!existsSync(from)) return;
  const there = new Set(await readdir(to));
  for await (const entry of await opendir(from)) {
    signal.throwIfAborted();
    if (entry.isFile() && !there.has(entry.name))
      await linkIfThere(join(from, entry.name), join(to, entry.name));
  }
}

/** Parts those that are there, in their size, from those that are not. */
async function linkMissing(
  { dataDir, signal }: SnapshotSource,
  to: string,
  contents: DatabaseContents,
): Promise<Pick<DatabaseContents, "files" | "lacking">> {
  const there = new Set(await readdir(to));
  const files: Piece[] = [];
  const lacking = [...contents.lacking];
  for (const file of contents.files) {
    signal.throwIfAborted();
    const from = join(dataDir, file.name);
    const path = join(to, basename(file.name));
    const isThere =
      there.has(basename(file.name)) || (await linkIfThere(from, path));
    const isWhole = isThere && (await stat(path)).size === file.size;
    if (isWhole) files.push(file);
    else lacking.push(file.name);
  }
  return { files, lacking };
}

/** False where it was removed before it could be linked. */
async function linkIfThere(from: string, to: string): Promise<boolean> {
  try {
    await linkOrCopy(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return false;
  }
}

/** Uploads that have no row yet, and files whose row went before the database was copied. */
async function removeOthers(
  folder: string,
  files: readonly Piece[],
): Promise<void> {
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
