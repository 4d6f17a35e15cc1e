/**
 * Reads the ZIP that `npx convex export --include-file-storage` or our own export wrote into a data folder that has no data.
 * Always true: the folder gets all of it or is as it was. All is written beside it first, and moved into place at the end.
 * Indexes and the schema are the next start's work, which makes the one and holds the documents to the other.
 */
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { keepOldFormat } from "../backup/oldFormat";
import { holdDataFolder } from "../backup/dataFolder";
import {
  openBlobStore,
  type BlobStore,
} from "../../packages/embedded-convex/src/runtime/blobs";
import { StartupError } from "../../packages/embedded-convex/src/store/errors";
import type { TableInfo } from "../../packages/embedded-convex/src/store/catalog";
import { Database } from "../../packages/embedded-convex/src/store/database";
import {
  asText,
  type EncodedObject,
} from "../../packages/embedded-convex/src/store/encodedValue";
import {
  FIRST_USER_TABLE,
  isTableName,
} from "../../packages/embedded-convex/src/store/schemaSpec";
import { must } from "../../packages/embedded-convex/src/store/errors";
import { allDocuments, type Moved } from "./exportData";
import { type ZipEntry, ZipReader } from "../zip/zipReader";

export interface ImportOptions {
  readonly dataDir: string;
  readonly path: string;
  /** What becomes of each document of the application's own tables. */
  readonly change?: (document: EncodedObject) => EncodedObject;
}

const DOCUMENTS = /^(?:.*\/)?([^/]+)\/documents\.jsonl$/;
const STORED_FILE = /^(?:.*\/)?_storage\/([^/.]+)(?:\.[^/]+)?$/;
const DATABASE_FILES = ["data.db", "data.db-wal", "data.db-shm"];
/** One commit's worth: well below what one transaction may write. */
const PORTION_BYTES = 2 * 1024 * 1024;
const PORTION_DOCUMENTS = 500;

/** @throws StartupError, BadZip */
export async function importData(options: ImportOptions): Promise<Moved> {
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
): Promise<Moved> {
  const { dataDir } = options;
  await refuseData(dataDir);
  const beside = join(dataDir, "incoming-import");
  await rm(beside, { recursive: true, force: true });
  try {
    await mkdir(beside, { mode: 0o700 });
    const moved = await readAll(zip, beside, options);
    await moveIntoPlace(beside, dataDir);
    return moved;
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

/** A folder with accounts and no documents yet is as good as an empty one. */
async function refuseData(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, "data.db"))) return;
  await keepOldFormat(dataDir);
  const database = new Database(dataDir, Date.now);
  const isEmpty = allDocuments(database).next().done === true;
  await database.close();
  if (isEmpty) return;
  throw new StartupError(
    `The data folder ${dataDir} has data already: import into an empty one, by setting DATA_DIR to another folder.`,
  );
}

async function readAll(
  zip: ZipReader,
  folder: string,
  { change = (document) => document }: ImportOptions,
): Promise<Moved> {
  const entries = new Map<string, ZipEntry>();
  const files = new Map<string, ZipEntry>();
  for (const entry of zip.entries) {
    const table = DOCUMENTS.exec(entry.name)?.[1];
    const file = STORED_FILE.exec(entry.name)?.[1];
    if (table !== undefined) entries.set(table, entry);
    else if (file !== undefined) files.set(file, entry);
  }
  const list = entries.get("_tables");
  if (list === undefined) {
    throw new StartupError(
      "The ZIP file has no _tables/documents.jsonl: it is no export of Convex.",
    );
  }
  const database = new Database(folder, Date.now);
  try {
    database.applySchema([]);
    let documents = 0;
    for (const table of await makeTables(database, documentsOf(zip, list))) {
      const entry = entries.get(table.name);
      if (entry === undefined) continue;
      documents += await restoreAll(
        database,
        table,
        mapped(documentsOf(zip, entry), change),
      );
    }
    const blobs = openBlobStore(join(folder, "files"));
    const stored = entries.get("_storage");
    let count = 0;
    if (stored !== undefined) {
      for await (const line of documentsOf(zip, stored)) {
        await restoreFile({ database, blobs, zip, files }, line);
        count += 1;
      }
    }
    return { documents, files: count };
  } finally {
    await database.close();
  }
}

async function makeTables(
  database: Database,
  list: AsyncIterable<EncodedObject>,
): Promise<TableInfo[]> {
  const wanted: { name: string; number: number }[] = [];
  for await (const { name, id } of list) {
    const isRight =
      typeof name === "string" &&
      isTableName(name) &&
      Number.isSafeInteger(id) &&
      Number(id) >= FIRST_USER_TABLE;
    if (!isRight) {
      throw new StartupError(
        `The ZIP file names a table that cannot be: ${JSON.stringify({ name, id })}.`,
      );
    }
    wanted.push({ name, number: Number(id) });
  }
  return database.committer.exclusively(() =>
    wanted.map(({ name, number }) =>
      database.store.catalog.ensure(name, number),
    ),
  );
}

async function restoreAll(
  database: Database,
  table: TableInfo,
  documents: AsyncIterable<EncodedObject>,
): Promise<number> {
  let count = 0;
  let portion: EncodedObject[] = [];
  let bytes = 0;
  const commit = async () => {
    const restored = portion;
    portion = [];
    bytes = 0;
    await database.committer.submit({
      run: (transaction) => {
        for (const document of restored) transaction.restore(table, document);
      },
    });
    count += restored.length;
  };
  for await (const document of documents) {
    portion.push(document);
    bytes += JSON.stringify(document).length;
    if (bytes >= PORTION_BYTES || portion.length >= PORTION_DOCUMENTS)
      await commit();
  }
  if (portion.length > 0) await commit();
  return count;
}

interface FileTarget {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly zip: ZipReader;
  readonly files: ReadonlyMap<string, ZipEntry>;
}

async function restoreFile(
  { database, blobs, zip, files }: FileTarget,
  line: EncodedObject,
): Promise<void> {
  const { internalId: _address, ...document } = line;
  const id = asText(document._id);
  const entry = files.get(id);
  if (entry === undefined) {
    throw new StartupError(
      `The ZIP file has no bytes of the file ${id}: export it again with --include-file-storage.`,
    );
  }
  const blob = await blobs.write(zip.read(entry), { maxBytes: entry.size });
  if (document.sha256 !== undefined && document.sha256 !== blob.sha256) {
    throw new StartupError(`The file ${id} in the ZIP file is damaged.`);
  }
  const { catalog } = database.store;
  const storage = must(catalog.find("_storage"), "_storage");
  const owners = must(catalog.find("_storage_blobs"), "_storage_blobs");
  const { sha256, size } = blob;
  await database.committer.submit({
    run: (transaction) => {
      transaction.restore(storage, { ...document, sha256, size });
      transaction.insert(owners, { storageId: id, blobId: blob.blobId });
    },
  });
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
