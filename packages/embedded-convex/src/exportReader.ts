/**
 * Reads every document and stored file of a data folder for an export, without running functions. No
 * server may be using the folder. Documents are in Convex's JSON encoding; `requirePlainJson` rejects
 * values that a plain JSON export cannot represent.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { JSONValue } from "convex/values";
import { openBlobStore, type BlobStore } from "./runtime/blobs";
import { Database } from "./store/database";
import { parseDocument } from "./store/documentVersion";
import { asText, type EncodedObject, isEncodedObject, valueType } from "./store/encodedValue";
import { StartupError } from "./store/errors";
import { FIRST_USER_TABLE } from "./store/schemaSpec";
import { storedFileRows } from "./store/storedFiles";

export interface ExportedTable {
  readonly name: string;
  /** Encoded in the ids of the table's documents. */
  readonly number: number;
}

export interface ExportedFile {
  /** A line of `_storage/documents.jsonl`. */
  readonly document: {
    readonly _id: string;
    readonly _creationTime: JSONValue;
    /** Base64. */
    readonly sha256: string;
    /** Bytes. */
    readonly size: number;
    readonly contentType?: string;
    readonly internalId: string;
  };
  readonly open: () => Readable;
}

export class ExportReader {
  readonly #database: Database;
  readonly #blobs: BlobStore;

  /** This process must hold the folder's lock. @throws StartupError if the database cannot be read. */
  constructor(dataDir: string) {
    if (!existsSync(join(dataDir, "data.db"))) {
      throw new StartupError(`There is no database in ${dataDir}.`);
    }
    this.#database = new Database(dataDir, Date.now);
    this.#blobs = openBlobStore(join(dataDir, "files"));
  }

  /** The application's tables (without system tables), ordered by number. */
  tables(): ExportedTable[] {
    return [...this.#database.store.catalog.tables()]
      .filter(({ number }) => number >= FIRST_USER_TABLE)
      .map(({ name, number }) => ({ name, number }))
      .sort((a, b) => a.number - b.number);
  }

  *documents(table: ExportedTable): Generator<EncodedObject> {
    for (const row of this.#database.store.rows.all(table.number)) yield parseDocument(row.json);
  }

  /** @throws StartupError if a file's bytes are missing or have the wrong size. */
  storedFiles(): ExportedFile[] {
    return [...storedFileRows(this.#database.store)].map(({ document, blobId }) => {
      const id = asText(document._id);
      const size = Number(document.size);
      if (blobId === undefined || this.#blobs.stat(blobId)?.size !== size) {
        throw new StartupError(
          `The bytes of the stored file ${id} are missing or not whole: nothing was exported.`,
        );
      }
      const { contentType } = document;
      return {
        document: {
          _id: id,
          _creationTime: document._creationTime ?? null,
          sha256: asText(document.sha256),
          size,
          ...(typeof contentType === "string" ? { contentType } : {}),
          internalId: blobId,
        },
        open: () => this.#blobs.open(blobId),
      };
    });
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

/**
 * Rejects values that plain JSON cannot represent: 64-bit integers, bytes, NaN and infinities.
 * @throws StartupError with the table and the type of the value.
 */
export function requirePlainJson(table: string, value: JSONValue): void {
  if (Array.isArray(value)) {
    for (const item of value) requirePlainJson(table, item);
  } else if (value !== null && typeof value === "object") {
    if (!isEncodedObject(value)) {
      throw new StartupError(
        `The table "${table}" has a value of the type ${valueType(value)}, which plain JSON cannot represent: nothing was exported.`,
      );
    }
    for (const field of Object.values(value)) requirePlainJson(table, field);
  }
}
