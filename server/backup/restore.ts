/**
 * `npm run restore`: a copy back into a data folder that has no data. Everything is written beside, held to the copy's list (size
 * and hash of each piece), to SQLite's own check and to the rows (each file's bytes are there), put on the disk, and only then
 * moved into place. Always true: the folder gets all of it or is as it was.
 */
import { open, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  checkIntegrity,
  refuseOtherUser,
  StartupError,
  syncFolder,
} from "embedded-convex";
import { holdDataFolder } from "./dataFolder";
import { type CopySource, openCopySource } from "./copySource";
import { failureOf } from "./failure";
import { COMPLETE, finishRestore, INCOMING } from "./finishRestore";
import { type Manifest, Measured, samePiece } from "./manifest";
import { ACCOUNTS, DATA } from "./entryNames";
import type { OnProgress } from "./progress";
import { readDatabase } from "./snapshot";

export interface RestoreOptions {
  readonly dataDir: string;
  /** A ZIP of `npm run backup`, or a folder of `DATA_DIR/backups`. */
  readonly path: string;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  /** What stands for a disk in a test. */
  readonly openFile?: typeof open;
}

/** What may be in a folder that is to take a copy: nobody's data. */
const NO_DATA = new Set(["server.lock", "backup.lock", "backups", INCOMING]);

/** @throws StartupError, BadZip, or the signal's reason. */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { dataDir, path, signal } = options;
  refuseOtherUser(dataDir);
  const source = await openCopySource(path, signal);
  try {
    const folder = holdDataFolder(dataDir);
    try {
      return await restoreInto(options, source);
    } finally {
      folder.release();
    }
  } finally {
    source.close();
  }
}

async function restoreInto(
  options: RestoreOptions,
  source: CopySource,
): Promise<Manifest> {
  const { dataDir, signal } = options;
  await refuseData(dataDir);
  const incoming = join(dataDir, INCOMING);
  try {
    await rm(incoming, { recursive: true, force: true });
    await mkdir(join(incoming, "files"), { recursive: true, mode: 0o700 });
    await readAll(options, source, incoming);
    await check(options, source.manifest, incoming);
    await syncFolder(join(incoming, "files"));
    signal.throwIfAborted();
    const mark = await open(join(incoming, COMPLETE), "wx", 0o600);
    await mark.close();
    await syncFolder(incoming);
  } catch (error) {
    await rm(incoming, { recursive: true, force: true });
    const what = "The backup could not be restored";
    throw failureOf(error, what, `${dataDir} is as it was.`);
  }
  finishRestore(dataDir);
  return source.manifest;
}

async function refuseData(dataDir: string): Promise<void> {
  const there = (await readdir(dataDir)).filter((name) => !NO_DATA.has(name));
  if (there.length === 0) return;
  throw new StartupError(
    `The data folder ${dataDir} is not empty (it has ${there.slice(0, 5).join(", ")}): move what is in it away, or set DATA_DIR to another folder.`,
  );
}

async function readAll(
  { path, signal, onProgress, openFile = open }: RestoreOptions,
  { manifest, read }: CopySource,
  incoming: string,
): Promise<void> {
  const total = manifest.pieces.length;
  for (const [done, piece] of manifest.pieces.entries()) {
    signal.throwIfAborted();
    onProgress("Reading", { done, total });
    const measured = new Measured();
    const file = await openFile(join(incoming, piece.name), "wx", 0o600);
    try {
      for await (const chunk of measured.pass(read(piece.name)))
        await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    if (samePiece(measured.asPiece(piece.name), piece)) continue;
    throw new StartupError(
      `${piece.name} in ${path} is not as it was when the backup was made: nothing was restored.`,
    );
  }
}

async function check(
  { path, signal, onProgress }: RestoreOptions,
  { pieces, lacking }: Manifest,
  incoming: string,
): Promise<void> {
  onProgress("Checking");
  const sizeOf = new Map(pieces.map(({ name, size }) => [name, size]));
  for (const name of [DATA, ACCOUNTS])
    if (sizeOf.has(name)) checkIntegrity(join(incoming, name));
  const contents = await readDatabase(join(incoming, DATA), signal);
  const lost = [
    ...contents.lacking,
    ...contents.files
      .filter(({ name, size }) => sizeOf.get(name) !== size)
      .map(({ name }) => name),
  ].filter((name) => !lacking.includes(name));
  if (lost.length === 0) return;
  throw new StartupError(
    `${path} has no bytes of ${lost.length} of its stored files (the first is ${lost[0]}): nothing was restored.`,
  );
}
