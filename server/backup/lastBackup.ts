/**
 * When the data were last copied to be kept, whoever did it: the server by itself, or `npm run backup` beside it. Kept as a text
 * of one line in `DATA_DIR/backups`, so that each hears of the other's.
 */
import { readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { backupsFolder } from "./folderCopy";

export const LAST_BACKUP_NAME = "last-backup.txt";

export async function noteBackup(dataDir: string, at: number): Promise<void> {
  const folder = backupsFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, LAST_BACKUP_NAME);
  const unfinished = `${file}.${process.pid}.tmp`;
  await writeFile(unfinished, `${new Date(at).toISOString()}\n`, {
    mode: 0o600,
  });
  await rename(unfinished, file);
}

/** Not there, or not for us: then there was none that we know of. */
const UNKNOWN = new Set(["ENOENT", "ENOTDIR", "EACCES"]);

/** Milliseconds since the epoch; null where there was none. */
export function lastBackupAt(dataDir: string): number | null {
  try {
    const text = readFileSync(join(backupsFolder(dataDir), LAST_BACKUP_NAME));
    const at = Date.parse(text.toString().trim());
    return Number.isNaN(at) ? null : at;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (UNKNOWN.has(code)) return null;
    throw error;
  }
}
