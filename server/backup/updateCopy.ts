/**
 * Copies the data folder before a program writes it in other versions (dataVersions.ts), to
 * `DATA_DIR/backups/before-0.3.0-2026-03-14T08-00-00Z`, named by the version of that program. If the copy cannot be
 * made, nothing is changed. The caller must hold the folder's lock with nothing open.
 *
 * Not only migrations rewrite documents: a program writes rows and fields that an earlier one refuses, and the rebuild
 * replaces derived rows.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { requireMatchingDocuments, StartupError, vacuumInto } from "embedded-convex";
import { productVersion } from "../program";
import { freeBytesOf } from "./freeSpace";
import {
  type DataVersions,
  FORMATS,
  hasUnreadRows,
  needsUpdate,
  type ProgramVersions,
  readDataVersions,
  UNREAD_VERSION,
} from "./dataVersions";
import { asStartupError } from "./ioErrors";
import {
  backupsFolder,
  makeFolderCopy,
  readFolderCopies,
  removeFolderCopy,
  removePartialCopies,
  timeName,
} from "./folderCopy";
import { ACCOUNTS, DATA } from "./entryNames";
import type { SnapshotSource } from "./snapshot";
import { wayBack } from "./wayBack";

type Copy = SnapshotSource["copyDatabase"];

export interface UpdateCopyOptions {
  /** Default: FORMATS, for a command that opens the databases without functions. */
  readonly program?: ProgramVersions;
  readonly madeAt?: number;
  readonly copyDatabase?: Copy;
  /** Free bytes on the disk of the folder. */
  readonly freeBytes?: (folder: string) => number;
}

const copyFromOutside =
  (dataDir: string): Copy =>
  async (name, to) =>
    Promise.resolve(vacuumInto(join(dataDir, name), to));

/**
 * Returns the folder of the copy, or null if the data have the program's versions.
 *
 * @throws SchemaMismatch if the program cannot store the data; StartupError, also for data of UNREAD_VERSION and, with
 * what going back to this version would lose, for data of a newer format
 */
export async function copyBeforeUpdate(
  dataDir: string,
  options: UpdateCopyOptions = {},
): Promise<string | null> {
  const { program = FORMATS, madeAt = Date.now() } = options;
  const data = await readVersions(dataDir, program);
  if (!needsUpdate(data, program)) return null;
  if (program.tables !== undefined) requireMatchingDocuments(join(dataDir, DATA), program.tables);
  const neededBytes = databaseBytes(dataDir);
  try {
    await removePartialCopies(dataDir);
    requireSpace(dataDir, neededBytes, options.freeBytes ?? freeBytesOf);
    const name = `before-${productVersion()}-${timeName(madeAt)}`;
    const { copyDatabase = copyFromOutside(dataDir) } = options;
    const { signal } = new AbortController();
    // A missing file must not stop the update, which does not change stored files.
    const source = { dataDir, copyDatabase, signal, allowMissing: true };
    const appVersion = await versionBefore(dataDir);
    await makeFolderCopy(source, { name, madeAt, appVersion });
    await removeOldUpdateCopies(dataDir, madeAt);
    return join(backupsFolder(dataDir), name);
  } catch (error) {
    throw asStartupError(
      error,
      `${beforeUpdate(dataDir)} could not be made`,
      `It needs ${megabytes(neededBytes)} MB. Nothing was changed.`,
    );
  }
}

async function readVersions(dataDir: string, program: ProgramVersions): Promise<DataVersions> {
  let data: DataVersions;
  let isUnread: boolean;
  try {
    data = readDataVersions(dataDir);
    isUnread = data.databaseFormat <= FORMATS.databaseFormat && hasUnreadRows(dataDir);
  } catch (error) {
    const failure = `The data in ${dataDir} could not be read before they are opened`;
    throw asStartupError(error, failure, "Nothing was changed.");
  }
  if (isUnread)
    throw new StartupError(
      `The data in ${dataDir} are those of version ${UNREAD_VERSION} of this program, which this version cannot read. Nothing was changed. Start version ${UNREAD_VERSION} on them again.`,
    );
  const newer = [
    {
      what: "data",
      format: data.databaseFormat,
      known: FORMATS.databaseFormat,
    },
    {
      what: "accounts",
      format: data.accountsFormat,
      known: FORMATS.accountsFormat,
    },
  ].find(({ format, known }) => format > known);
  if (newer === undefined) return data;
  throw new StartupError(
    `The ${newer.what} in ${dataDir} were written by a newer version of this program (format ${newer.format}, this one knows up to ${newer.known}). Nothing was changed. Start the newer version again; or ${await wayBack(dataDir, program)}`,
  );
}

function beforeUpdate(dataDir: string): string {
  return `The data in ${dataDir} are those of another version than ${productVersion()}, which changes them, and the copy of them as they are`;
}

/** A copy of a database has at most its size. Stored files are linked. */
function databaseBytes(dataDir: string): number {
  const files = [DATA, ACCOUNTS].flatMap((name) => [name, `${name}-wal`]);
  const sizes = files.map(
    (name) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function requireSpace(
  dataDir: string,
  neededBytes: number,
  freeBytes: (folder: string) => number,
): void {
  const free = freeBytes(dataDir);
  if (free >= neededBytes) return;
  throw new StartupError(
    `${beforeUpdate(dataDir)} needs ${megabytes(neededBytes)} MB of space, of which the disk has ${Math.floor(free / 1e6)}. Nothing was changed. Make space on the disk, or start the version that ran before.`,
  );
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6);
}

/**
 * The version that wrote the data: that of the newest copy, since one is made every day. Programs before 0.3.0 look for
 * it in the copies that they offer.
 */
async function versionBefore(dataDir: string): Promise<string> {
  const copies = await readFolderCopies(dataDir);
  return copies.at(-1)?.manifest.appVersion ?? productVersion();
}

/** For each version of the data the newest copy is kept: for the last KEPT_VERSIONS versions, and for KEPT_MS. */
const KEPT_VERSIONS = 3;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** `format-1-...` is a name that earlier versions gave. */
const UPDATE_NAME = /^(?:before-.+|format-\d+)-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** Removes the copies that are no longer kept, and returns their names. */
export async function removeOldUpdateCopies(dataDir: string, now: number): Promise<string[]> {
  const copies = (await readFolderCopies(dataDir))
    .filter(({ name }) => UPDATE_NAME.test(name))
    .toReversed();
  const kept = new Map<string, string>();
  for (const { name, manifest } of copies) {
    const { databaseFormat, accountsFormat, schema, derivedVersion } = manifest;
    const age = now - Date.parse(manifest.madeAt);
    const versions = JSON.stringify([databaseFormat, accountsFormat, schema, derivedVersion]);
    if (!kept.has(versions) && kept.size < KEPT_VERSIONS && age < KEPT_MS) kept.set(versions, name);
  }
  const names = [...kept.values()];
  const removed = copies.map(({ name }) => name).filter((name) => !names.includes(name));
  for (const name of removed) await removeFolderCopy(dataDir, name);
  return removed;
}
