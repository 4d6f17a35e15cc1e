/** Lists what a database copy contains, so that a backup can include its stored files and a manifest. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { Catalog } from "./catalog";
import { openCopy } from "./databaseCopies";
import { DocumentRows } from "./documentRows";
import { asText, type EncodedObject } from "./encodedValue";
import { FIRST_USER_TABLE } from "./schemaSpec";
import { storedFileRows } from "./storedFiles";

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
    for (const { document, blobId } of storedFileRows(tables)) {
      if (blobId === undefined) filesWithoutBlob.push(asText(document._id));
      else files.push(blobEntry(document, blobId));
      if (files.length % 500 === 0) await nextTurn();
      signal.throwIfAborted();
    }
    const count = "SELECT count(*) FROM documents WHERE table_number >= ?";
    return {
      files,
      filesWithoutBlob,
      documents: Number(sqlite.prepare(count).pluck().get(FIRST_USER_TABLE)),
      databaseFormat: Number(sqlite.pragma("user_version", { simple: true })),
    };
  } finally {
    sqlite.close();
  }
}

function blobEntry(document: EncodedObject, blobId: string): BlobEntry {
  return {
    blobId,
    size: Number(document.size),
    sha256: Buffer.from(asText(document.sha256), "base64").toString("hex"),
  };
}
