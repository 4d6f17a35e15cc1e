/**
 * Writes the documents and files of a Convex export into an empty data folder, keeping ids and creation
 * times. Does not build indexes or validate documents: the next `openBackend` does both.
 */
import { join } from "node:path";
import { openBlobStore, type BlobStore } from "./runtime/blobs";
import type { ExportedTable } from "./exportReader";
import { Database } from "./store/database";
import { asText, type EncodedObject } from "./store/encodedValue";
import { must, StartupError } from "./store/errors";
import { FIRST_USER_TABLE, isTableName } from "./store/schemaSpec";

/** Limits of one commit, well below Convex's limits for one transaction. */
const BATCH_BYTES = 2 * 1024 * 1024;
const BATCH_DOCUMENTS = 500;

export class ImportWriter {
  readonly #database: Database;
  readonly #blobs: BlobStore;

  /** @throws StartupError if the folder cannot be written. */
  constructor(dataDir: string) {
    this.#database = new Database(dataDir, Date.now);
    this.#database.applySchema([]);
    this.#blobs = openBlobStore(join(dataDir, "files"));
  }

  /** Takes the lines of `_tables/documents.jsonl`. @throws StartupError for an invalid table name or number. */
  async createTables(lines: AsyncIterable<EncodedObject>): Promise<ExportedTable[]> {
    const tables: ExportedTable[] = [];
    for await (const { name, id } of lines) {
      if (typeof name !== "string" || !isTableName(name) || !isUserTable(id)) {
        throw new StartupError(
          `The export names a table that cannot exist: ${JSON.stringify({ name, id })}.`,
        );
      }
      tables.push({ name, number: Number(id) });
    }
    await this.#database.committer.exclusively(() => {
      for (const { name, number } of tables) this.#database.store.catalog.ensure(name, number);
    });
    return tables;
  }

  /** Returns the number of documents written. */
  async writeDocuments(
    table: ExportedTable,
    documents: AsyncIterable<EncodedObject>,
  ): Promise<number> {
    const target = must(this.#database.store.catalog.find(table.name), table.name);
    let count = 0;
    let batch: EncodedObject[] = [];
    let bytes = 0;
    const commit = async () => {
      const restored = batch;
      batch = [];
      bytes = 0;
      await this.#database.committer.submit({
        run: (transaction) => {
          for (const document of restored) transaction.restore(target, document);
        },
      });
      count += restored.length;
    };
    for await (const document of documents) {
      batch.push(document);
      bytes += JSON.stringify(document).length;
      if (bytes >= BATCH_BYTES || batch.length >= BATCH_DOCUMENTS) await commit();
    }
    if (batch.length > 0) await commit();
    return count;
  }

  /**
   * Takes a line of `_storage/documents.jsonl` and the file's bytes.
   * @throws StartupError if the bytes do not match the line's sha256.
   */
  async writeFile(
    line: EncodedObject,
    content: { bytes: AsyncIterable<Uint8Array>; size: number },
  ): Promise<void> {
    const { internalId: _internalId, ...document } = line;
    const id = asText(document._id);
    const blob = await this.#blobs.write(content.bytes, {
      maxBytes: content.size,
    });
    if (document.sha256 !== undefined && document.sha256 !== blob.sha256) {
      throw new StartupError(`The stored file ${id} in the export is damaged.`);
    }
    const { catalog } = this.#database.store;
    const storage = must(catalog.find("_storage"), "_storage");
    const owners = must(catalog.find("_storage_blobs"), "_storage_blobs");
    const { sha256, size } = blob;
    await this.#database.committer.submit({
      run: (transaction) => {
        transaction.restore(storage, { ...document, sha256, size });
        transaction.insert(owners, { storageId: id, blobId: blob.blobId });
      },
    });
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

function isUserTable(number: unknown): boolean {
  return Number.isSafeInteger(number) && Number(number) >= FIRST_USER_TABLE;
}
