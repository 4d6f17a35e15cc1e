/** Locks a data folder, finishes a restore that was interrupted in it, and finds its databases. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as embedded from "embedded-convex";
import type { FileLock } from "embedded-convex";
import { ACCOUNTS, DATA } from "./entryNames";
import { finishRestore } from "./finishRestore";

const ABSENT = {
  [DATA]: "There is no data",
  [ACCOUNTS]: "There are no accounts",
};

/**
 * The path of a database in the folder.
 *
 * @throws StartupError if it is not there. A folder of another user, which this user may not read, looks empty too.
 */
export function databaseIn(
  folder: string,
  name: keyof typeof ABSENT,
  user = process.getuid?.(),
): string {
  const file = join(folder, name);
  if (existsSync(file)) return file;
  embedded.requireSameUser(folder, user);
  throw new embedded.StartupError(
    `${ABSENT[name]} in ${folder}. Set DATA_DIR to the folder that the server uses.`,
  );
}

/** The lock of `backup`, which runs beside a server and has the database open for a while. */
export function lockBackups(folder: string): FileLock {
  return embedded.lockFile(
    join(folder, "backup.lock"),
    `Another backup of ${folder} is running. Wait until it is done.`,
  );
}

/** A backup can end between the two checks. */
const ATTEMPTS = 3;

/** Refuses a folder whose lock file was deleted while a server runs on it. */
function requireClosed(folder: string): void {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (!embedded.isOpenElsewhere(join(folder, DATA))) return;
    if (isBackupRunning(folder)) return;
  }
  throw new embedded.StartupError(
    `Another server is already serving the data folder ${folder}, whose file server.lock was deleted, or another program has ${DATA} open. Stop it first, or use another folder.`,
  );
}

function isBackupRunning(folder: string): boolean {
  try {
    lockBackups(folder).undo();
    return false;
  } catch (error) {
    if (error instanceof embedded.StartupError) return true;
    throw error;
  }
}

/** @throws StartupError */
export function lockDataFolder(folder: string): FileLock {
  const lock = embedded.lockDataFolder(folder);
  try {
    requireClosed(folder);
    finishRestore(folder);
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}
