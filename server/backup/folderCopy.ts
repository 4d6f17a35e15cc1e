/**
 * Backups as folders in `DATA_DIR/backups`. A backup is written to a folder named `*.partial`, synced and renamed: a
 * folder without that suffix is complete. Stored files are hard links, so a backup takes the space of the databases
 * only, until a file is deleted from the data folder.
 */
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { syncFile, syncFolder } from "embedded-convex";
import {
  type Manifest,
  MANIFEST_NAME,
  newManifest,
  type BackupEntry,
  entryOf,
  parseManifest,
  readBytes,
  serializeManifest,
} from "./manifest";
import { readDataVersions } from "./dataVersions";
import { type SnapshotSource, takeSnapshot } from "./snapshot";

const PARTIAL = ".partial";

export function backupsFolder(dataDir: string): string {
  return join(dataDir, "backups");
}

/** A folder name for a time, in UTC: `2026-03-14T08-00-00Z`. */
export function timeName(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}

/** Atomic: removes what it has written if it fails. */
export async function makeFolderCopy(
  source: SnapshotSource,
  {
    name,
    madeAt,
    appVersion,
  }: {
    readonly name: string;
    readonly madeAt: number;
    /** The version that wrote the data, if it is not this program's. */
    readonly appVersion?: string;
  },
): Promise<Manifest> {
  const backups = backupsFolder(source.dataDir);
  const partial = join(backups, `${name}${PARTIAL}`);
  try {
    await mkdir(partial, { recursive: true, mode: 0o700 });
    const { files, otherNames, ...counts } = await takeSnapshot(source, partial);
    const entries: BackupEntry[] = [];
    for (const other of otherNames) {
      const path = join(partial, other);
      await syncFile(path);
      entries.push(await entryOf(other, readBytes(path, source.signal)));
    }
    const manifest = newManifest({
      appVersion,
      madeAt: new Date(madeAt).toISOString(),
      ...counts,
      ...readDataVersions(partial),
      files: files.length,
      entries: [...entries, ...files],
    });
    const manifestFile = join(partial, MANIFEST_NAME);
    await writeFile(manifestFile, serializeManifest(manifest), { mode: 0o600 });
    await syncFile(manifestFile);
    await syncFolder(join(partial, "files"));
    await syncFolder(partial);
    source.signal.throwIfAborted();
    await rename(partial, join(backups, name));
    await syncFolder(backups);
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** Removes interrupted backups. No backup may be running. */
export async function removePartialCopies(dataDir: string): Promise<void> {
  const backups = backupsFolder(dataDir);
  for (const name of await foldersIn(backups)) {
    if (name.endsWith(PARTIAL)) await rm(join(backups, name), { recursive: true, force: true });
  }
}

export async function removeFolderCopy(dataDir: string, name: string): Promise<void> {
  const backups = backupsFolder(dataDir);
  // Renamed first, so an interrupted removal does not leave a folder that looks complete.
  const partial = join(backups, `${name}${PARTIAL}`);
  await rename(join(backups, name), partial);
  await rm(partial, { recursive: true, force: true });
}

/** Names of the complete backups, in alphabetical order. */
export async function folderCopies(dataDir: string): Promise<string[]> {
  const names = await foldersIn(backupsFolder(dataDir));
  return names.filter((name) => !name.endsWith(PARTIAL)).sort();
}

/** The backups that this version can read, oldest first. */
export async function readFolderCopies(
  dataDir: string,
): Promise<readonly { name: string; path: string; manifest: Manifest }[]> {
  const copies = (await folderCopies(dataDir)).flatMap((name) => {
    const path = join(backupsFolder(dataDir), name);
    try {
      const text = readFileSync(join(path, MANIFEST_NAME), "utf8");
      return [{ name, path, manifest: parseManifest(text, path) }];
    } catch {
      // A damaged copy, one of a newer version, or a folder that is no copy.
      return [];
    }
  });
  return copies.sort((a, b) => a.manifest.madeAt.localeCompare(b.manifest.madeAt));
}

async function foldersIn(backups: string): Promise<string[]> {
  if (!existsSync(backups)) return [];
  const entries = await readdir(backups, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
