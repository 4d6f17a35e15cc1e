/**
 * Backs up the data folder before the database is migrated to a newer format, to
 * `DATA_DIR/backups/format-1-2026-03-14T08-00-00Z` (named by the old format). If the backup fails, nothing is changed.
 * The caller must hold the folder's lock with nothing open.
 *
 * Only format migrations rewrite documents. A change of the Convex schema builds and drops indexes and validates
 * documents, and Better Auth's migrations only add tables and columns: neither needs a backup.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  DATABASE_FORMAT,
  readFormat,
  StartupError,
  vacuumInto,
} from "embedded-convex";
import { asStartupError } from "./ioErrors";
import {
  backupsFolder,
  folderCopies,
  makeFolderCopy,
  removePartialCopies,
  timeName,
} from "./folderCopy";
import { DATA } from "./entryNames";
import { type Manifest, MANIFEST_NAME, parseManifest } from "./manifest";
import type { SnapshotSource } from "./snapshot";

export type Copy = SnapshotSource["copyDatabase"];

const copyFromOutside =
  (dataDir: string): Copy =>
  async (name, to) =>
    Promise.resolve(vacuumInto(join(dataDir, name), to));

/**
 * Returns the folder, or null if no migration is due.
 *
 * @throws StartupError, also for data of a newer version: it says what going back to this version would lose
 */
export async function backUpOldFormat(
  dataDir: string,
  {
    madeAt = Date.now(),
    copyDatabase = copyFromOutside(dataDir),
  }: { readonly madeAt?: number; readonly copyDatabase?: Copy } = {},
): Promise<string | null> {
  const format = readFormat(join(dataDir, DATA));
  if (format > DATABASE_FORMAT)
    throw new StartupError(await newerDataSentence(dataDir, format));
  if (format === 0 || format === DATABASE_FORMAT) return null;
  const { signal } = new AbortController();
  try {
    await removePartialCopies(dataDir);
    const name = `format-${format}-${timeName(madeAt)}`;
    // A missing file must not stop the upgrade: migrations do not change stored files.
    const source = { dataDir, copyDatabase, signal, allowMissing: true };
    await makeFolderCopy(source, { name, madeAt });
    return join(backupsFolder(dataDir), name);
  } catch (error) {
    throw asStartupError(
      error,
      `The data in ${dataDir} has an older format (${format}), and the backup before its upgrade could not be made`,
      "Nothing was changed.",
    );
  }
}

async function newerDataSentence(
  dataDir: string,
  format: number,
): Promise<string> {
  const copies = (await folderCopies(dataDir))
    .map((name) => join(backupsFolder(dataDir), name))
    .flatMap((path) => restorableCopy(path))
    .sort((a, b) => a.madeAt.localeCompare(b.madeAt));
  const copy = copies.at(-1);
  const way =
    copy === undefined
      ? "a backup of this version"
      : `${copy.path} (${copy.documents} documents)`;
  const since = copy === undefined ? "since then" : `since ${copy.madeAt}`;
  return `The data in ${dataDir} were written by a newer version of this program (format ${format}, this one knows up to ${DATABASE_FORMAT}). Nothing was changed. Start the newer version again; or go back by restoring ${way} into another folder, which loses everything that was entered ${since}.`;
}

/** The manifest of a copy with its path; nothing for a copy that this version cannot restore. */
function restorableCopy(path: string): (Manifest & { path: string })[] {
  try {
    const text = readFileSync(join(path, MANIFEST_NAME), "utf8");
    return [{ ...parseManifest(text, path), path }];
  } catch {
    // A damaged copy, or one of the newer version: another one is offered.
    return [];
  }
}
