/**
 * Backs up the data folder before a database is migrated to a newer format, to
 * `DATA_DIR/backups/format-1-2026-03-14T08-00-00Z` (named by the old format of data.db). If the backup fails, nothing
 * is changed. The caller must hold the folder's lock with nothing open.
 *
 * Only format migrations rewrite documents. A change of the Convex schema builds and drops indexes and validates
 * documents, and Better Auth's migrations only add tables and columns: neither needs a backup.
 */
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
  makeFolderCopy,
  removePartialCopies,
  timeName,
} from "./folderCopy";
import { ACCOUNTS, ACCOUNTS_FORMAT, DATA } from "./entryNames";
import type { SnapshotSource } from "./snapshot";
import { wayBack } from "./wayBack";

export type Copy = SnapshotSource["copyDatabase"];

const copyFromOutside =
  (dataDir: string): Copy =>
  async (name, to) =>
    Promise.resolve(vacuumInto(join(dataDir, name), to));

/**
 * Returns the folder, or null if no migration is due.
 *
 * @throws StartupError, also for data or accounts of a newer version, with what going back to this one would lose
 */
export async function backUpOldFormat(
  dataDir: string,
  {
    madeAt = Date.now(),
    copyDatabase = copyFromOutside(dataDir),
  }: { readonly madeAt?: number; readonly copyDatabase?: Copy } = {},
): Promise<string | null> {
  const databases = [
    { what: "data", file: DATA, known: DATABASE_FORMAT },
    { what: "accounts", file: ACCOUNTS, known: ACCOUNTS_FORMAT },
  ].map((one) => ({ ...one, format: readFormat(join(dataDir, one.file)) }));
  const newer = databases.find(({ format, known }) => format > known);
  if (newer !== undefined)
    throw new StartupError(
      `The ${newer.what} in ${dataDir} were written by a newer version of this program (format ${newer.format}, this one knows up to ${newer.known}). Nothing was changed. Start the newer version again; or ${await wayBack(dataDir)}`,
    );
  const old = databases.find(
    ({ format, known }) => format > 0 && format < known,
  );
  const dataFormat = databases[0]?.format ?? 0;
  // Without data.db there is nothing to restore.
  if (old === undefined || dataFormat === 0) return null;
  const { signal } = new AbortController();
  try {
    await removePartialCopies(dataDir);
    const name = `format-${dataFormat}-${timeName(madeAt)}`;
    // A missing file must not stop the upgrade: migrations do not change stored files.
    const source = { dataDir, copyDatabase, signal, allowMissing: true };
    await makeFolderCopy(source, { name, madeAt });
    return join(backupsFolder(dataDir), name);
  } catch (error) {
    throw asStartupError(
      error,
      `The ${old.what} in ${dataDir} have an older format (${old.format}), and the backup before its upgrade could not be made`,
      "Nothing was changed.",
    );
  }
}
