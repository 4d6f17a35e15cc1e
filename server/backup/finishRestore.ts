/**
 * The last step of a restore: moves the checked and synced files from the incoming folder into place. Invariant: once
 * the incoming folder holds the marker COMPLETE, the next process that locks the data folder finishes the move, so a
 * restore is atomic.
 */
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { forgetLastCommit, syncFolderNow } from "embedded-convex";
import { forgetEpoch } from "./epoch";
import { ACCOUNTS, DATA, SECRET } from "./entryNames";

export const INCOMING = "incoming-restore";
/** Marker file, created last. */
export const COMPLETE = "complete";

/** The caller must hold the lock of the data folder. */
export function finishRestore(dataDir: string): void {
  const incoming = join(dataDir, INCOMING);
  if (!existsSync(join(incoming, COMPLETE))) return;
  forgetEpoch(dataDir);
  forgetLastCommit(dataDir);
  for (const name of ["files", SECRET, ACCOUNTS, DATA]) {
    const from = join(incoming, name);
    if (existsSync(from)) renameSync(from, join(dataDir, name));
  }
  syncFolderNow(dataDir);
  rmSync(incoming, { recursive: true });
}
