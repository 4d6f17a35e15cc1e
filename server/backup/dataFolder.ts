/** Locks a data folder and finishes a restore that was interrupted in it. */
import * as embedded from "embedded-convex";
import type { DataFolder } from "embedded-convex";
import { finishRestore } from "./finishRestore";

/** @throws StartupError */
export function holdDataFolder(folder: string): DataFolder {
  const lock = embedded.holdDataFolder(folder);
  try {
    finishRestore(folder);
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}
