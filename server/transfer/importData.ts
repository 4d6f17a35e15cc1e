/**
 * `npm run import`: imports a ZIP of `npx convex export --include-file-storage` or `npm run export` into a data folder
 * without data.
 *
 * Atomic: everything is written to a folder inside the data folder and moved into place at the end. The next start
 * builds the indexes and validates the documents against the schema.
 */
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  ExportReader,
  forgetLastCommit,
  ImportWriter,
  StartupError,
  type EncodedObject,
} from "embedded-convex";
import { lockDataFolder } from "../backup/dataFolder";
import { forgetEpoch } from "../backup/epoch";
import { copyBeforeUpdate } from "../backup/updateCopy";
import { ZipReader } from "../zip/zipReader";
import type { Selection, Transferred } from "./exportData";
import { documentsOf, entriesOf, fileOf, tablesOf, textOf } from "./exportedZip";

export interface ImportOptions extends Selection {
  readonly dataDir: string;
  readonly path: string;
  /** Throws to refuse the import, after everything was read and before anything is in place. */
  readonly check?: (transferred: Transferred) => void;
}

const DATABASE_FILES = ["data.db", "data.db-wal", "data.db-shm"];

/** @throws StartupError, BadZip */
export async function importData(options: ImportOptions): Promise<Transferred> {
  const zip = await ZipReader.open(options.path);
  try {
    const folder = lockDataFolder(options.dataDir);
    try {
      const transferred = await importInto(options, zip);
      folder.release();
      return transferred;
    } catch (error) {
      folder.undo();
      throw error;
    }
  } finally {
    zip.close();
  }
}

async function importInto(options: ImportOptions, zip: ZipReader): Promise<Transferred> {
  const { dataDir } = options;
  await requireEmpty(dataDir);
  const incoming = join(dataDir, "incoming-import");
  await rm(incoming, { recursive: true, force: true });
  try {
    await mkdir(incoming, { mode: 0o700 });
    const transferred = await readAll(zip, incoming, options);
    options.check?.(transferred);
    await moveIntoPlace(incoming, dataDir);
    return transferred;
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

/** A folder with accounts but without documents counts as empty. */
async function requireEmpty(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, "data.db"))) return;
  await copyBeforeUpdate(dataDir);
  const reader = new ExportReader(dataDir);
  const isEmpty = reader.tables().every((table) => reader.documents(table).next().done === true);
  await reader.close();
  if (isEmpty) return;
  throw new StartupError(
    `The data folder ${dataDir} already has data. Set DATA_DIR to an empty folder.`,
  );
}

async function readAll(
  zip: ZipReader,
  folder: string,
  { change = (document) => document, hasFile = () => true }: ImportOptions,
): Promise<Transferred> {
  const { tables: entries, files } = entriesOf(zip);
  const writer = new ImportWriter(folder);
  try {
    let documents = 0;
    const tables = await writer.createTables(tablesOf(zip));
    for (const table of tables) {
      const entry = entries.get(table.name);
      if (entry === undefined) continue;
      documents += await writer.writeDocuments(table, mapped(documentsOf(zip, entry), change));
    }
    const stored = entries.get("_storage");
    let count = 0;
    if (stored !== undefined) {
      for await (const line of documentsOf(zip, stored)) {
        if (!hasFile(textOf(line._id))) continue;
        const entry = fileOf(files, line);
        const bytes = zip.read(entry);
        await writer.writeFile(line, { bytes, size: entry.size });
        count += 1;
      }
    }
    return { documents, files: count };
  } finally {
    await writer.close();
  }
}

async function* mapped(
  documents: AsyncIterable<EncodedObject>,
  change: NonNullable<Selection["change"]>,
): AsyncGenerator<EncodedObject> {
  for await (const document of documents) {
    const changed = change(document);
    if (changed !== null) yield changed;
  }
}

/** Moves the database last: until then the folder counts as empty, and an interrupted import can be repeated. */
async function moveIntoPlace(incoming: string, dataDir: string): Promise<void> {
  forgetEpoch(dataDir);
  forgetLastCommit(dataDir);
  for (const name of DATABASE_FILES) await rm(join(dataDir, name), { force: true });
  await rm(join(dataDir, "files"), { recursive: true, force: true });
  await rename(join(incoming, "files"), join(dataDir, "files"));
  await rename(join(incoming, "data.db"), join(dataDir, "data.db"));
}
