/** Puts on the disk which names a folder has: without it a file that is on the disk could lose its name with the power. */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { open } from "node:fs/promises";

export async function syncFolder(folder: string): Promise<void> {
  // Windows has no handle of a folder that could be synced; its renames are journalled.
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

/** For what must be done before anything else is. */
export function syncFolderNow(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
