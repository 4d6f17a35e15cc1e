/**
 * The last step of a restore: what was read, checked and put on the disk in a folder beside the data is renamed into place. Always
 * true: once the folder says that it is complete, whoever holds the data folder next carries the step to its end, so that an
 * interruption at any moment leaves all of it or none.
 */
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { syncFolderNow } from "embedded-convex";
import { ACCOUNTS, DATA, SECRET } from "./entryNames";

export const INCOMING = "incoming-restore";
/** Made last in that folder. */
export const COMPLETE = "complete";

/** Only for who holds the data folder. */
export function finishRestore(dataDir: string): void {
  const incoming = join(dataDir, INCOMING);
  if (!existsSync(join(incoming, COMPLETE))) return;
  for (const name of ["files", SECRET, ACCOUNTS, DATA]) {
    const from = join(incoming, name);
    if (existsSync(from)) renameSync(from, join(dataDir, name));
  }
  syncFolderNow(dataDir);
  rmSync(incoming, { recursive: true });
}
