/**
 * Before the database is brought to a newer format, a copy of everything goes to `DATA_DIR/backups`, named by the old one:
 * `format-1-2026-03-14T08-00-00Z`. Without the copy nothing is changed. The folder must be held, and nothing in it open.
 *
 * Only the scripts of store/migrations.ts rewrite what cannot be made again. A changed schema of the functions does not: it makes
 * and drops indexes, which follow from the documents, and holds documents to validators without touching them
 * (store/schemaChange.ts), so it needs no copy. Nor does Better Auth's own bringing up to date, which only ever adds tables and
 * columns to accounts.db.
 */
import { join } from "node:path";
import { copyAside, DATABASE_FORMAT, formatOf } from "embedded-convex";
import { failureOf } from "./failure";
import {
  backupsFolder,
  makeFolderCopy,
  removePartialCopies,
  timeName,
} from "./folderCopy";
import { DATA } from "./entryNames";
import type { SnapshotSource } from "./snapshot";

export type Copy = SnapshotSource["copyDatabase"];

const asideOf =
  (dataDir: string): Copy =>
  async (name, to) =>
    Promise.resolve(copyAside(join(dataDir, name), to));

/** The folder that was made, or null where none was needed. @throws StartupError */
export async function keepOldFormat(
  dataDir: string,
  {
    madeAt = Date.now(),
    copyDatabase = asideOf(dataDir),
  }: { readonly madeAt?: number; readonly copyDatabase?: Copy } = {},
): Promise<string | null> {
  const format = formatOf(join(dataDir, DATA));
  if (format === 0 || format >= DATABASE_FORMAT) return null;
  const { signal } = new AbortController();
  try {
    await removePartialCopies(dataDir);
    const name = `format-${format}-${timeName(madeAt)}`;
    // A file that is lost is no reason not to go on: what changes the format changes no file.
    const source = { dataDir, copyDatabase, signal, mayLack: true };
    await makeFolderCopy(source, { name, madeAt });
    return join(backupsFolder(dataDir), name);
  } catch (error) {
    throw failureOf(
      error,
      `The data in ${dataDir} are of an older format (${format}), and the copy of them that is made before they are changed could not be made`,
      "Nothing was changed.",
    );
  }
}
