/**
 * `npm run export`: writes a data folder in the ZIP format of `npx convex export` and `npx convex import`: tables with
 * their numbers, documents with ids and creation times, and stored files. Accounts are not exported.
 */
import { rm } from "node:fs/promises";
import { ExportReader, requirePlainJson, type EncodedObject } from "embedded-convex";
import { databaseIn, lockDataFolder } from "../backup/dataFolder";
import { DATA } from "../backup/entryNames";
import { copyBeforeUpdate } from "../backup/updateCopy";
import { usageOf } from "../program";
import { ZipWriter } from "../zip/zipWriter";

/** What is transferred, and how it is changed. Everything, unchanged, by default. */
export interface Selection {
  /** Applied to each document of the application's own tables. Null leaves it out. */
  readonly change?: (document: EncodedObject) => EncodedObject | null;
  /** Whether a stored file is transferred. Called with its id, after all documents. */
  readonly hasFile?: (storageId: string) => boolean;
}

export interface ExportOptions extends Selection {
  readonly dataDir: string;
  readonly path: string;
}

export interface Transferred {
  readonly documents: number;
  readonly files: number;
}

const README = `# A snapshot of Downspout

Documents of each table are lines of JSON in <table>/documents.jsonl, files are in _storage.
\`npx convex import --replace-all <this file>\` imports it into a Convex deployment, and
\`${usageOf("import", "<this file>")}\` into an empty data folder of the server on one machine.
`;

/** Extensions for people who open the ZIP, as in an export of Convex. Nothing depends on them. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": ".jpeg",
  "image/png": ".png",
  "image/webp": ".webp",
  "image/gif": ".gif",
  "image/avif": ".avif",
  "image/heic": ".heic",
  "image/heif": ".heif",
};

/**
 * Locks the data folder while `read` runs.
 * @throws StartupError if it has no data, or a server is using it.
 */
export async function readData<Result>(
  dataDir: string,
  read: (reader: ExportReader) => Promise<Result>,
): Promise<Result> {
  databaseIn(dataDir, DATA);
  const folder = lockDataFolder(dataDir);
  try {
    await copyBeforeUpdate(dataDir);
    const reader = new ExportReader(dataDir);
    try {
      return await read(reader);
    } finally {
      await reader.close();
    }
  } finally {
    folder.release();
  }
}

export function exportData(options: ExportOptions): Promise<Transferred> {
  return readData(options.dataDir, async (reader) => {
    const zip = await ZipWriter.create(options.path);
    try {
      const transferred = await writeAll(zip, reader, options);
      await zip.finish();
      return transferred;
    } catch (error) {
      await zip.abandon();
      await rm(options.path, { force: true });
      throw error;
    }
  });
}

async function writeAll(
  zip: ZipWriter,
  reader: ExportReader,
  { change = (document) => document, hasFile = () => true }: ExportOptions,
): Promise<Transferred> {
  const tables = reader.tables();
  let documents = 0;
  await zip.add("README.md", lines([README.trimEnd()]));
  const numbers = tables.map(({ name, number }) => ({ name, id: number }));
  await zip.add("_tables/documents.jsonl", lines(numbers.map((table) => JSON.stringify(table))));
  for (const table of tables) {
    const texts = function* () {
      for (const stored of reader.documents(table)) {
        const document = change(stored);
        if (document === null) continue;
        documents += 1;
        requirePlainJson(table.name, document);
        yield JSON.stringify(document);
      }
    };
    await zip.add(`${table.name}/documents.jsonl`, lines(texts()));
  }
  const files = reader.storedFiles().filter(({ document }) => hasFile(document._id));
  await writeFiles(zip, files);
  return { documents, files: files.length };
}

async function writeFiles(
  zip: ZipWriter,
  files: ReturnType<ExportReader["storedFiles"]>,
): Promise<void> {
  await zip.add(
    "_storage/documents.jsonl",
    lines(files.map(({ document }) => JSON.stringify(document))),
  );
  for (const { document, open } of files) {
    const extension = EXTENSIONS[document.contentType ?? ""] ?? "";
    await zip.add(`_storage/${document._id}${extension}`, open() as AsyncIterable<Uint8Array>, {
      isPacked: true,
    });
  }
}

/** Batches lines into chunks of 64 Ki characters, since one write per line is slow. */
export async function* lines(
  texts: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Uint8Array> {
  let chunk: string[] = [];
  let length = 0;
  for await (const text of texts) {
    chunk.push(text, "\n");
    length += text.length;
    if (length < 65_536) continue;
    yield await Promise.resolve(Buffer.from(chunk.join("")));
    chunk = [];
    length = 0;
  }
  if (chunk.length > 0) yield Buffer.from(chunk.join(""));
}
