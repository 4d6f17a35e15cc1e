/** Holds a data folder, and first finishes a restore that was interrupted in it. */
import * as embedded from "embedded-convex";
import type { DataFolder } from "embedded-convex";
import { finishRestore } from "./finishRestore";

/** @throws StartupError */
export function holdDataFolder(folder: string): DataFolder {
  const held = embedded.holdDataFolder(folder);
  try {
    finishRestore(folder);
    return held;
  } catch (error) {
    held.release();
    throw error;
  }
}
