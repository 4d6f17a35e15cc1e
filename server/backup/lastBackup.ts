/**
 * The time of the last backup, automatic or by `npm run backup`. It is a one-line text file in `DATA_DIR/backups`, so
 * that both processes can read and write it.
 */
import { readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { backupsFolder } from "./folderCopy";

const LAST_BACKUP_NAME = "last-backup.txt";

export async function recordBackup(dataDir: string, at: number): Promise<void> {
  const folder = backupsFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, LAST_BACKUP_NAME);
  const unfinished = `${file}.${process.pid}.tmp`;
  await writeFile(unfinished, `${new Date(at).toISOString()}\n`, {
    mode: 0o600,
  });
  await rename(unfinished, file);
}

/** The file does not exist or is not readable. */
const UNKNOWN = new Set(["ENOENT", "ENOTDIR", "EACCES"]);

/** Milliseconds since the epoch; null if there is no known backup. */
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
