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
  ImportWriter,
  StartupError,
  type EncodedObject,
} from "embedded-convex";
import { lockDataFolder } from "../backup/dataFolder";
import { forgetEpoch } from "../backup/epoch";
import { backUpOldFormat } from "../backup/oldFormat";
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
    const folder = lockDataFolder(options.dataDir);
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
  await requireEmpty(dataDir);
  const incoming = join(dataDir, "incoming-import");
  await rm(incoming, { recursive: true, force: true });
  try {
    await mkdir(incoming, { mode: 0o700 });
    const transferred = await readAll(zip, incoming, options);
    await moveIntoPlace(incoming, dataDir);
    return transferred;
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

/** A folder with accounts but without documents counts as empty. */
async function requireEmpty(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, "data.db"))) return;
  await backUpOldFormat(dataDir);
  const reader = new ExportReader(dataDir);
  const isEmpty = reader
    .tables()
    .every((table) => reader.documents(table).next().done === true);
  await reader.close();
  if (isEmpty) return;
  throw new StartupError(
    `The data folder ${dataDir} already has data. Set DATA_DIR to an empty folder.`,
  );
}

async function readAll(
  zip: ZipReader,
  folder: string,
  { change = (document) => document }: ImportOptions,
): Promise<Transferred> {
  const { tables: entries, files } = entriesOf(zip);
  const tableList = entries.get("_tables");
  if (tableList === undefined) {
    throw new StartupError(
      "The ZIP file has no _tables/documents.jsonl: it is not a Convex export.",
    );
  }
  const writer = new ImportWriter(folder);
  try {
    let documents = 0;
    const tables = await writer.createTables(documentsOf(zip, tableList));
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
  /** By table name, including `_tables` and `_storage`. */
  readonly tables: ReadonlyMap<string, ZipEntry>;
  /** By storage id. */
  readonly files: ReadonlyMap<string, ZipEntry>;
}

function entriesOf(zip: ZipReader): ExportEntries {
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
    `The ZIP file lacks the stored file ${JSON.stringify(id)}. Export again with --include-file-storage.`,
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
    throw new StartupError(`${where}, is not JSON.`, { cause });
  }
  throw new StartupError(`${where}, is not a document.`);
}

async function* mapped(
  documents: AsyncIterable<EncodedObject>,
  change: (document: EncodedObject) => EncodedObject,
): AsyncGenerator<EncodedObject> {
  for await (const document of documents) yield change(document);
}

/** Moves the database last: until then the folder counts as empty, and an interrupted import can be repeated. */
async function moveIntoPlace(incoming: string, dataDir: string): Promise<void> {
  forgetEpoch(dataDir);
  for (const name of DATABASE_FILES)
    await rm(join(dataDir, name), { force: true });
  await rm(join(dataDir, "files"), { recursive: true, force: true });
  await rename(join(incoming, "files"), join(dataDir, "files"));
  await rename(join(incoming, "data.db"), join(dataDir, "data.db"));
}
