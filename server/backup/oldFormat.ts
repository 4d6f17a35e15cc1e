/**
 * Backs up the data folder before the database is migrated to a newer format, to
 * `DATA_DIR/backups/format-1-2026-03-14T08-00-00Z` (named by the old format). If the backup fails, nothing is changed.
 * The caller must hold the folder's lock with nothing open.
 *
 * Only format migrations rewrite documents. A change of the Convex schema builds and drops indexes and validates
 * documents, and Better Auth's migrations only add tables and columns: neither needs a backup.
 */
import { join } from "node:path";
import { vacuumInto, DATABASE_FORMAT, readFormat } from "embedded-convex";
import { asStartupError } from "./ioErrors";
import {
  backupsFolder,
  makeFolderCopy,
  removePartialCopies,
  timeName,
} from "./folderCopy";
import { DATA } from "./entryNames";
import type { SnapshotSource } from "./snapshot";

export type Copy = SnapshotSource["copyDatabase"];

const copyFromOutside =
  (dataDir: string): Copy =>
  async (name, to) =>
    Promise.resolve(vacuumInto(join(dataDir, name), to));

/** Returns the folder, or null if no migration is due. @throws StartupError */
export async function backUpOldFormat(
  dataDir: string,
  {
    madeAt = Date.now(),
    copyDatabase = copyFromOutside(dataDir),
  }: { readonly madeAt?: number; readonly copyDatabase?: Copy } = {},
): Promise<string | null> {
  const format = readFormat(join(dataDir, DATA));
  if (format === 0 || format >= DATABASE_FORMAT) return null;
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
