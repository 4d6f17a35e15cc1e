/**
 * Lists what a database copy contains, so that a backup can include its stored files and a manifest. A server does this
 * while it serves: it reads a part of the copy in each turn of the event loop.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { Catalog } from "./catalog";
import { openCopy } from "./databaseCopies";
import { DocumentRows, LIMIT } from "./documentRows";
import { asText, type EncodedObject } from "./encodedValue";
import { FIRST_USER_TABLE } from "./schemaSpec";
import type { Sqlite } from "./sqliteInterface";
import { blobOwners, withBlobs } from "./storedFiles";

/** Documents that are read, and documents that are counted, in one turn of the event loop. */
const READ_AT_ONCE = 500;
const COUNTED_AT_ONCE = 20_000;

export interface DatabaseContents {
  /** The `user_version` of the database. */
  readonly databaseFormat: number;
  /** Number of documents in the application's tables (system tables excluded). */
  readonly documents: number;
  readonly files: readonly BlobEntry[];
  /** Ids of stored files without a blob. */
  readonly filesWithoutBlob: readonly string[];
}

export interface BlobEntry {
  /** File name in the folder `files`. */
  readonly blobId: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** No other connection may have `file` open. */
export async function inspectDatabase(
  file: string,
  signal: AbortSignal,
): Promise<DatabaseContents> {
  const sqlite = openCopy(file);
  try {
    const tables = {
      catalog: new Catalog(sqlite),
      rows: new DocumentRows(sqlite),
    };
    const files: BlobEntry[] = [];
    const filesWithoutBlob: string[] = [];
    const blobOf = new Map<string, string>();
    for await (const [storageId, blobId] of inTurns(blobOwners(tables), signal))
      blobOf.set(storageId, blobId);
    const rows = inTurns(withBlobs(tables, blobOf), signal);
    for await (const { document, blobId } of rows) {
      if (blobId === undefined) filesWithoutBlob.push(asText(document._id));
      else files.push(blobEntry(document, blobId));
    }
    return {
      files,
      filesWithoutBlob,
      documents: await countDocuments(sqlite, tables.catalog, signal),
      databaseFormat: Number(sqlite.pragma("user_version", { simple: true })),
    };
  } finally {
    sqlite.close();
  }
}

async function* inTurns<Item>(items: Iterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  let read = 0;
  for (const item of items) {
    yield item;
    read += 1;
    if (read % READ_AT_ONCE !== 0) continue;
    await nextTurn();
    signal.throwIfAborted();
  }
}

/** Counts the documents of the application's tables through an index, without reading the documents. */
async function countDocuments(
  sqlite: Sqlite,
  catalog: Catalog,
  signal: AbortSignal,
): Promise<number> {
  const part = sqlite.prepare<
    [table: number, after: string, most: number],
    { count: number; last: string | null }
  >(
    `SELECT count(*) AS count, max(id) AS last FROM
       (SELECT id FROM documents WHERE table_number = ? AND id > ? ORDER BY id LIMIT ${LIMIT})`,
  );
  let documents = 0;
  for (const { number } of catalog.tables()) {
    if (number < FIRST_USER_TABLE) continue;
    for (let after: string | null = ""; after !== null;) {
      const counted = part.get(number, after, COUNTED_AT_ONCE);
      documents += counted?.count ?? 0;
      after = counted?.last ?? null;
      await nextTurn();
      signal.throwIfAborted();
    }
  }
  return documents;
}

function blobEntry(document: EncodedObject, blobId: string): BlobEntry {
  return {
    blobId,
    size: Number(document.size),
    sha256: Buffer.from(asText(document.sha256), "base64").toString("hex"),
  };
}
