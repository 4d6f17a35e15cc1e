/**
 * Copies as folders, in `DATA_DIR/backups`. One is made under a name with `.partial` at its end, put on the disk, and renamed: a
 * folder without that ending is whole. Its files are links to those of the data folder, so that it takes the room of the
 * databases alone, until a file is deleted there.
 */
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { syncFile, syncFolder } from "embedded-convex";
import {
  type Manifest,
  MANIFEST_NAME,
  newManifest,
  type Piece,
  pieceOf,
  readBytes,
} from "./manifest";
import { type SnapshotSource, takeSnapshot } from "./snapshot";

const PARTIAL = ".partial";

export function backupsFolder(dataDir: string): string {
  return join(dataDir, "backups");
}

/** A time as a name of a folder, in UTC: `2026-03-14T08-00-00Z`. */
export function timeName(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}

/** All or nothing. */
export async function makeFolderCopy(
  source: SnapshotSource,
  { name, madeAt }: { readonly name: string; readonly madeAt: number },
): Promise<Manifest> {
  const backups = backupsFolder(source.dataDir);
  const partial = join(backups, `${name}${PARTIAL}`);
  try {
    await mkdir(partial, { recursive: true, mode: 0o700 });
    const { files, others, ...counts } = await takeSnapshot(source, partial);
    const pieces: Piece[] = [];
    for (const other of others) {
      const path = join(partial, other);
      await syncFile(path);
      pieces.push(await pieceOf(other, readBytes(path, source.signal)));
    }
    const manifest = newManifest({
      madeAt: new Date(madeAt).toISOString(),
      ...counts,
      files: files.length,
      pieces: [...pieces, ...files],
    });
    const list = join(partial, MANIFEST_NAME);
    await writeFile(list, JSON.stringify(manifest), { mode: 0o600 });
    await syncFile(list);
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

/** What an interruption left. Only where nobody can be at work on one. */
export async function removePartialCopies(dataDir: string): Promise<void> {
  const backups = backupsFolder(dataDir);
  for (const name of await foldersIn(backups)) {
    if (name.endsWith(PARTIAL))
      await rm(join(backups, name), { recursive: true, force: true });
  }
}

export async function removeFolderCopy(
  dataDir: string,
  name: string,
): Promise<void> {
  const backups = backupsFolder(dataDir);
  // Half of one must not pass for a whole one, should the server stop in the middle.
  const going = join(backups, `${name}${PARTIAL}`);
  await rename(join(backups, name), going);
  await rm(going, { recursive: true, force: true });
}

/** Of whole copies, oldest first where the names are times. */
export async function folderCopies(dataDir: string): Promise<string[]> {
  const names = await foldersIn(backupsFolder(dataDir));
  return names.filter((name) => !name.endsWith(PARTIAL)).sort();
}

async function foldersIn(backups: string): Promise<string[]> {
  if (!existsSync(backups)) return [];
  const entries = await readdir(backups, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
