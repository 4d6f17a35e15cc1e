/** Locks a data folder and finishes a restore that was interrupted in it. */
import * as embedded from "embedded-convex";
import type { FileLock } from "embedded-convex";
import { finishRestore } from "./finishRestore";

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
