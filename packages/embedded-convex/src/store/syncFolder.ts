/**
 * Calls fsync on folders and files. Syncing a folder makes its entries durable: without it, a synced file
 * can disappear from its folder after a power failure.
 */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { open } from "node:fs/promises";
import { thisSystem } from "./systems";

export async function syncFolder(folder: string): Promise<void> {
  if (thisSystem.rules.syncsFolders) await syncWith("r", folder);
}

export async function syncFile(path: string): Promise<void> {
  await syncWith(thisSystem.rules.syncFlags, path);
}

async function syncWith(flags: "r" | "r+", path: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The synchronous variant, for code that must finish before anything else runs. */
export function syncFolderNow(folder: string): void {
  if (!thisSystem.rules.syncsFolders) return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
