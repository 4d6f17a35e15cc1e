/**
 * The folder that holds everything the server keeps. Makes it, sees that it can be written, and holds it for one server at a time.
 *
 * The lock is one that the operating system takes from a process that dies, however it dies: no file has to be cleaned up by hand
 * after a crash, and none can be left behind that keeps the next start out.
 */
import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { finishRestore } from "./finishRestore";
import { makeOwnerOnly } from "../../packages/embedded-convex/src/store/ownerOnly";
import { StartupError } from "../../packages/embedded-convex/src/store/errors";

export interface DataFolder {
  release(): void;
}

/** @throws StartupError */
export function holdDataFolder(folder: string): DataFolder {
  try {
    // For its owner alone where it is made here; one that was given may have other uses, and what we put into it is closed by itself.
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartupError(
      `The data folder ${folder} cannot be written (${reasonOf(cause)}): give this user the right to, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
  const held = holdFile(
    join(folder, "server.lock"),
    `Another Downspout is already serving the data folder ${folder}: stop it first, or set DATA_DIR to another folder.`,
  );
  try {
    // Whoever comes next finds the whole of what was restored.
    finishRestore(folder);
    return held;
  } catch (error) {
    held.release();
    throw error;
  }
}

/** Makes the file if it is not there, and holds it for this process. @throws StartupError, saying `whenHeld` if another has it. */
export function holdFile(file: string, whenHeld: string): DataFolder {
  const lock = openLock(file);
  try {
    // Nothing is ever written, so nothing needs a journal on the disk.
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

/** Not `recursive`: where a folder takes no entries at all, as /proc does, Node 20 then tries for ever. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  mkdirSync(folder, { mode: 0o700 });
}

function openLock(file: string): Database.Database {
  try {
    makeOwnerOnly(file);
    return new Database(file, { timeout: 0 });
  } catch (cause) {
    throw unusable(file, cause);
  }
}

function unusable(file: string, cause: unknown): StartupError {
  return new StartupError(
    `The file ${basename(file)} in the data folder ${dirname(file)} cannot be used (${reasonOf(cause)}): give this user the right to, or remove that one file.`,
    { cause },
  );
}

function codeOf(thrown: unknown): string | undefined {
  return (thrown as { code?: string }).code;
}

function reasonOf(thrown: unknown): string {
  return codeOf(thrown) ?? String(thrown);
}
