/**
 * Calls fsync on folders and files. Syncing a folder makes its entries durable: without it, a synced file
 * can disappear from its folder after a power failure.
 */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { open } from "node:fs/promises";

export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot sync folder handles; NTFS journals renames.
  if (process.platform === "win32") return;
  await syncFile(folder);
}

export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The synchronous variant, for code that must finish before anything else runs. */
export function syncFolderNow(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
