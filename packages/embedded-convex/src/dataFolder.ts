/**
 * Locks a data folder for one process, and creates it if needed.
 *
 * The lock is a SQLite file lock. The operating system releases it when the process ends, even after a
 * crash, so there are no stale locks.
 */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { openSqlite } from "./store/driver";
import type { Sqlite } from "./store/sqliteInterface";
import { makeOwnerOnly } from "./store/ownerOnly";
import { StartupError } from "./store/errors";

export interface FileLock {
  release(): void;
  /** Releases the lock, and removes its file and folder if they did not exist before. Other files keep the folder. */
  undo(): void;
}

/** @throws StartupError if another process holds the lock or the folder cannot be written. */
export function lockDataFolder(folder: string): FileLock {
  const made: string[] = [];
  try {
    // A new folder is owner-only. An existing folder keeps its mode: the files in it are owner-only.
    makeFolder(folder, made);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartupError(
      `The data folder ${folder} cannot be written (${reasonOf(cause)}): give this user write permission, or use another folder.`,
      { cause },
    );
  }
  const lock = lockFile(
    join(folder, "server.lock"),
    `Another server is already serving the data folder ${folder}. Stop it first, or use another folder.`,
  );
  return {
    release: () => lock.release(),
    undo: () => {
      lock.undo();
      for (const each of made.toReversed()) {
        if (readdirSync(each).length === 0) rmdirSync(each);
      }
    },
  };
}

/**
 * Creates the file if needed and locks it for this process.
 * @throws StartupError with `lockedMessage` if another process holds the lock.
 */
export function lockFile(file: string, lockedMessage: string): FileLock {
  const isNew = !existsSync(file);
  const lock = openLock(file);
  try {
    // The lock file is never written, so it needs no journal on disk.
    lock.pragma("journal_mode = MEMORY");
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    if (codeOf(cause)?.startsWith("SQLITE_BUSY") !== true) {
      throw unusable(file, cause);
    }
    throw new StartupError(lockedMessage, { cause });
  }
  return {
    release: () => void lock.close(),
    undo: () => {
      // Deleted before it is unlocked: a process that opens the path afterwards creates a new file.
      if (isNew) rmSync(file, { force: true });
      lock.close();
    },
  };
}

/**
 * Whether a connection of any process has the database open: a server keeps one in WAL mode, which always holds a
 * shared lock on the file. Also true if its lock file was deleted.
 */
export function isOpenElsewhere(file: string): boolean {
  if (!existsSync(file)) return false;
  let sqlite: Sqlite | undefined;
  try {
    sqlite = openSqlite(file, { fileMustExist: true, timeout: 0 });
    sqlite.pragma("locking_mode = EXCLUSIVE");
    sqlite.exec("BEGIN EXCLUSIVE; COMMIT");
    return false;
  } catch (error) {
    // Any other problem, such as damage, is reported by whoever opens the database.
    return codeOf(error)?.startsWith("SQLITE_BUSY") === true;
  } finally {
    sqlite?.close();
  }
}

/** Adds what it makes to `made`. Without mkdir's `recursive`, which retries forever under /proc in Node 20. */
function makeFolder(folder: string, made: string[]): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent, made);
  mkdirSync(folder, { mode: 0o700 });
  made.push(folder);
}

function openLock(file: string): Sqlite {
  try {
    makeOwnerOnly(file);
    return openSqlite(file, { timeout: 0 });
  } catch (cause) {
    // This Node has no SQLite: the file is not the cause.
    if (cause instanceof StartupError) throw cause;
    throw unusable(file, cause);
  }
}

function unusable(file: string, cause: unknown): StartupError {
  return new StartupError(
    `The file ${basename(file)} in the data folder ${dirname(file)} cannot be used (${reasonOf(cause)}): give this user permission, or remove that one file.`,
    { cause },
  );
}

function codeOf(thrown: unknown): string | undefined {
  return (thrown as { code?: string }).code;
}

function reasonOf(thrown: unknown): string {
  return codeOf(thrown) ?? String(thrown);
}
