/**
 * Reads the ZIP that `npx convex export --include-file-storage` or our own export wrote into a data folder that has no data.
 *
 * All or nothing: everything is written to a folder inside the data folder first, and moved into place at the end. The next start
 * builds the indexes and checks the documents against the schema.
 */
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  ExportReader,
  ImportWriter,
  StartupError,
  type EncodedObject,
} from "embedded-convex";
import { holdDataFolder } from "../backup/dataFolder";
import { keepOldFormat } from "../backup/oldFormat";
import { type ZipEntry, ZipReader } from "../zip/zipReader";
import type { Transferred } from "./exportData";

export interface ImportOptions {
  readonly dataDir: string;
  readonly path: string;
  /** Applied to each document of the application's own tables. */
  readonly change?: (document: EncodedObject) => EncodedObject;
}

const DOCUMENTS = /^(?:.*\/)?([^/]+)\/documents\.jsonl$/;
const STORED_FILE = /^(?:.*\/)?_storage\/([^/.]+)(?:\.[^/]+)?$/;
const DATABASE_FILES = ["data.db", "data.db-wal", "data.db-shm"];

/** @throws StartupError, BadZip */
export async function importData(options: ImportOptions): Promise<Transferred> {
  const zip = await ZipReader.open(options.path);
  try {
    const folder = holdDataFolder(options.dataDir);
    try {
      return await importInto(options, zip);
    } finally {
      folder.release();
    }
  } finally {
    zip.close();
  }
}

async function importInto(
  options: ImportOptions,
  zip: ZipReader,
): Promise<Transferred> {
  const { dataDir } = options;
  await refuseData(dataDir);
  const beside = join(dataDir, "incoming-import");
  await rm(beside, { recursive: true, force: true });
  try {
    await mkdir(beside, { mode: 0o700 });
    const transferred = await readAll(zip, beside, options);
    await moveIntoPlace(beside, dataDir);
    return transferred;
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

/** A folder with accounts but no documents counts as empty. */
async function refuseData(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, "data.db"))) return;
  await keepOldFormat(dataDir);
  const reader = new ExportReader(dataDir);
  const isEmpty = reader
    .tables()
    .every((table) => reader.documents(table).next().done === true);
  await reader.close();
  if (isEmpty) return;
  throw new StartupError(
    `The data folder ${dataDir} has data already: import into an empty one, by setting DATA_DIR to another folder.`,
  );
}

async function readAll(
  zip: ZipReader,
  folder: string,
  { change = (document) => document }: ImportOptions,
): Promise<Transferred> {
  const { tables: entries, files } = sorted(zip);
  const list = entries.get("_tables");
  if (list === undefined) {
    throw new StartupError(
      "The ZIP file has no _tables/documents.jsonl: it is no export of Convex.",
    );
  }
  const writer = new ImportWriter(folder);
  try {
    let documents = 0;
    const tables = await writer.createTables(documentsOf(zip, list));
    for (const table of tables) {
      const entry = entries.get(table.name);
      if (entry === undefined) continue;
      documents += await writer.writeDocuments(
        table,
        mapped(documentsOf(zip, entry), change),
      );
    }
    const stored = entries.get("_storage");
    let count = 0;
    if (stored !== undefined) {
      for await (const line of documentsOf(zip, stored)) {
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

interface ExportEntries {
  /** By table, `_tables` and `_storage` among them. */
  readonly tables: ReadonlyMap<string, ZipEntry>;
  /** By the id of the stored file. */
  readonly files: ReadonlyMap<string, ZipEntry>;
}

function sorted(zip: ZipReader): ExportEntries {
  const tables = new Map<string, ZipEntry>();
  const files = new Map<string, ZipEntry>();
  for (const entry of zip.entries) {
    const table = DOCUMENTS.exec(entry.name)?.[1];
    const file = STORED_FILE.exec(entry.name)?.[1];
    if (table !== undefined) tables.set(table, entry);
    else if (file !== undefined) files.set(file, entry);
  }
  return { tables, files };
}

function fileOf(
  files: ExportEntries["files"],
  { _id: id = null }: EncodedObject,
): ZipEntry {
  const entry = typeof id === "string" ? files.get(id) : undefined;
  if (entry !== undefined) return entry;
  throw new StartupError(
    `The ZIP file has no bytes of the file ${JSON.stringify(id)}: export it again with --include-file-storage.`,
  );
}

async function* documentsOf(
  zip: ZipReader,
  entry: ZipEntry,
): AsyncGenerator<EncodedObject> {
  let number = 0;
  for await (const line of linesOf(zip.read(entry))) {
    number += 1;
    if (line.trim() === "") continue;
    yield parseLine(line, `${entry.name}, line ${number}`);
  }
}

async function* linesOf(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const chunk of content) {
    const texts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = texts.pop() ?? "";
    yield* texts;
  }
  yield rest + decoder.decode();
}

function parseLine(line: string, where: string): EncodedObject {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as EncodedObject;
  } catch (cause) {
    throw new StartupError(`${where}, is no JSON.`, { cause });
  }
  throw new StartupError(`${where}, is no document.`);
}

async function* mapped(
  documents: AsyncIterable<EncodedObject>,
  change: (document: EncodedObject) => EncodedObject,
): AsyncGenerator<EncodedObject> {
  for await (const document of documents) yield change(document);
}

/** The database last: until it is there the folder has no data, and the import can be done again. */
async function moveIntoPlace(beside: string, dataDir: string): Promise<void> {
  for (const name of DATABASE_FILES)
    await rm(join(dataDir, name), { force: true });
  await rm(join(dataDir, "files"), { recursive: true, force: true });
  await rename(join(beside, "files"), join(dataDir, "files"));
  await rename(join(beside, "data.db"), join(dataDir, "data.db"));
}
