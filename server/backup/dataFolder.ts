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

/** @throws StartupError */
export function lockDataFolder(folder: string): FileLock {
  const lock = embedded.lockDataFolder(folder);
  try {
    finishRestore(folder);
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}
