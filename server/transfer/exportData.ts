/**
 * Writes everything in a data folder as the ZIP that `npx convex export` writes and `npx convex import` takes: the tables with
 * their numbers, documents with their ids and times, the files. Accounts are not data, and stay. It knows nothing of what the
 * documents mean: who calls it may change each one on its way out.
 */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { keepOldFormat } from "../backup/oldFormat";
import { holdDataFolder } from "../backup/dataFolder";
import {
  type BlobStore,
  openBlobStore,
} from "../../packages/embedded-convex/src/runtime/blobs";
import { StartupError } from "../../packages/embedded-convex/src/store/errors";
import type { TableInfo } from "../../packages/embedded-convex/src/store/catalog";
import { Database } from "../../packages/embedded-convex/src/store/database";
import { parseDocument } from "../../packages/embedded-convex/src/store/documentVersion";
import {
  asText,
  type EncodedObject,
  isEncodedObject,
  valueType,
} from "../../packages/embedded-convex/src/store/encodedValue";
import { FIRST_USER_TABLE } from "../../packages/embedded-convex/src/store/schemaSpec";
import { storedFileRows } from "../../packages/embedded-convex/src/store/storedFiles";
import type { JSONValue } from "convex/values";
import { ZipWriter } from "../zip/zipWriter";

export interface ExportOptions {
  readonly dataDir: string;
  readonly path: string;
  /** What becomes of each document of the application's own tables. */
  readonly change?: (document: EncodedObject) => EncodedObject;
}

export interface Moved {
  readonly documents: number;
  readonly files: number;
}

const README = `# A snapshot of Downspout

Documents of each table are lines of JSON in <table>/documents.jsonl, files are in _storage.
\`npx convex import --replace-all <this file>\` takes it into a Convex deployment, and
\`npm run import -- <this file>\` into an empty data folder of the server on one machine.
`;

/** Convex guesses an extension too, for who looks into the ZIP; nothing depends on it. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": ".jpeg",
  "image/png": ".png",
  "image/webp": ".webp",
  "image/gif": ".gif",
  "image/avif": ".avif",
  "image/heic": ".heic",
  "image/heif": ".heif",
};

export interface OpenedData {
  readonly database: Database;
  readonly close: () => Promise<void>;
}

/** @throws StartupError where there is nothing to export, or a server is using it. */
export async function openData(dataDir: string): Promise<OpenedData> {
  if (!existsSync(join(dataDir, "data.db"))) {
    throw new StartupError(
      `There are no data in ${dataDir}. Set DATA_DIR to the folder that has them.`,
    );
  }
  const folder = holdDataFolder(dataDir);
  try {
    await keepOldFormat(dataDir);
    const database = new Database(dataDir, Date.now);
    const close = () => database.close().finally(() => folder.release());
    return { database, close };
  } catch (error) {
    folder.release();
    throw error;
  }
}

/** Every document of the application's own tables. */
export function* allDocuments(database: Database): Generator<EncodedObject> {
  for (const table of ownTables(database)) {
    for (const row of database.store.rows.all(table.number))
      yield parseDocument(row.json);
  }
}

export async function exportData(options: ExportOptions): Promise<Moved> {
  const { dataDir } = options;
  const { database, close } = await openData(dataDir);
  // Only now: a server that runs would still be writing there.
  const blobs = openBlobStore(join(dataDir, "files"));
  try {
    const zip = await ZipWriter.create(options.path);
    try {
      const moved = await writeAll(zip, { database, blobs }, options);
      await zip.finish();
      return moved;
    } catch (error) {
      await zip.abandon();
      await rm(options.path, { force: true });
      throw error;
    }
  } finally {
    await close();
  }
}

async function writeAll(
  zip: ZipWriter,
  { database, blobs }: { database: Database; blobs: BlobStore },
  { change = (document) => document }: ExportOptions,
): Promise<Moved> {
  const tables = ownTables(database);
  let documents = 0;
  await zip.add("README.md", lines([README.trimEnd()]));
  const numbers = tables.map(({ name, number }) => ({ name, id: number }));
  await zip.add(
    "_tables/documents.jsonl",
    lines(numbers.map((table) => JSON.stringify(table))),
  );
  for (const table of tables) {
    const texts = function* () {
      for (const row of database.store.rows.all(table.number)) {
        documents += 1;
        const document = change(parseDocument(row.json));
        refuseUnspoken(table, document);
        yield JSON.stringify(document);
      }
    };
    await zip.add(`${table.name}/documents.jsonl`, lines(texts()));
  }
  const files = storedFiles(database, blobs);
  await zip.add(
    "_storage/documents.jsonl",
    lines(files.map(({ line }) => JSON.stringify(line))),
  );
  for (const { line, blobId } of files) {
    const extension = EXTENSIONS[line.contentType ?? ""] ?? "";
    await zip.add(
      `_storage/${line._id}${extension}`,
      blobs.open(blobId) as AsyncIterable<Uint8Array>,
      { isPacked: true },
    );
  }
  return { documents, files: files.length };
}

function ownTables(database: Database): TableInfo[] {
  return [...database.store.catalog.tables()]
    .filter(({ number }) => number >= FIRST_USER_TABLE)
    .sort((a, b) => a.number - b.number);
}

interface StoredFile {
  readonly line: {
    readonly _id: string;
    readonly _creationTime: JSONValue;
    readonly sha256: string;
    readonly size: number;
    readonly contentType?: string;
    readonly internalId: string;
  };
  readonly blobId: string;
}

function storedFiles(database: Database, blobs: BlobStore): StoredFile[] {
  return [...storedFileRows(database.store)].map(({ document, blobId }) => {
    const id = asText(document._id);
    const size = Number(document.size);
    if (blobId === undefined || blobs.stat(blobId)?.size !== size) {
      throw new StartupError(
        `The bytes of the file ${id} are missing or not whole: nothing was exported.`,
      );
    }
    const { contentType } = document;
    const line = {
      _id: id,
      _creationTime: document._creationTime ?? null,
      sha256: asText(document.sha256),
      size,
      ...(typeof contentType === "string" ? { contentType } : {}),
      internalId: blobId,
    };
    return { line, blobId };
  });
}

/** The export's plain JSON says a number, a text, a truth, nothing, a list and an object; not which of Convex's others. */
function refuseUnspoken(table: TableInfo, value: JSONValue): void {
  if (Array.isArray(value)) {
    for (const item of value) refuseUnspoken(table, item);
  } else if (value !== null && typeof value === "object") {
    if (!isEncodedObject(value)) {
      throw new StartupError(
        `The table "${table.name}" has a value of the type ${valueType(value)}, which the export's plain JSON cannot say: nothing was exported.`,
      );
    }
    for (const field of Object.values(value)) refuseUnspoken(table, field);
  }
}

/** In portions of some size: one write for each line would be slow. */
async function* lines(texts: Iterable<string>): AsyncGenerator<Uint8Array> {
  let portion: string[] = [];
  let length = 0;
  for (const text of texts) {
    portion.push(text, "\n");
    length += text.length;
    if (length < 65_536) continue;
    yield await Promise.resolve(Buffer.from(portion.join("")));
    portion = [];
    length = 0;
  }
  if (portion.length > 0) yield Buffer.from(portion.join(""));
}
