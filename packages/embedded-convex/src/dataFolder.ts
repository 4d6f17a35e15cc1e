/**
 * Locks a data folder for one process at a time, and creates it if needed.
 *
 * The lock is a SQLite file lock, which the operating system releases when the process dies, however it dies: a crash leaves nothing
 * behind that must be cleaned up before the next start.
 */
import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { openSqlite, type Sqlite } from "./store/driver";
import { makeOwnerOnly } from "./store/ownerOnly";
import { StartupError } from "./store/errors";

export interface DataFolder {
  release(): void;
}

/** @throws StartupError for a folder that another process holds, or that cannot be written. */
export function holdDataFolder(folder: string): DataFolder {
  try {
    // Owner-only when created here. An existing folder keeps its mode: each file in it is owner-only by itself.
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartupError(
      `The data folder ${folder} cannot be written (${reasonOf(cause)}): give this user write permission, or use another folder.`,
      { cause },
    );
  }
  return holdFile(
    join(folder, "server.lock"),
    `Another server is already serving the data folder ${folder}. Stop it first, or use another folder.`,
  );
}

/** Creates the file if needed and locks it for this process. @throws StartupError with the message `whenHeld` if another holds it. */
export function holdFile(file: string, whenHeld: string): DataFolder {
  const lock = openLock(file);
  try {
    // Nothing is ever written, so no journal is needed on disk.
    lock.pragma("journal_mode = MEMORY");
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    if (codeOf(cause)?.startsWith("SQLITE_BUSY") !== true) {
      throw unusable(file, cause);
    }
    throw new StartupError(whenHeld, { cause });
  }
  return { release: () => void lock.close() };
}

/** Not `recursive`: under /proc, which takes no new entries, Node 20 would then retry forever. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  mkdirSync(folder, { mode: 0o700 });
}

function openLock(file: string): Sqlite {
  try {
    makeOwnerOnly(file);
    return openSqlite(file, { timeout: 0 });
  } catch (cause) {
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
