/**
 * Stored files: maps documents of `_storage` to blobs on disk, and issues download and upload URLs. A BlobStore holds
 * the bytes.
 *
 * Always true: a document is committed only after its bytes are durable, and bytes are removed only after the commit
 * that removed their document. So a crash leaves at worst an orphaned blob, which `sweep` removes at the next start.
 */
import { createHash, randomBytes } from "node:crypto";
import { undoAfter, type BlobStore, type WrittenBlob } from "./blobs";
import type { Database } from "../store/database";
import { decodeDocumentId } from "../store/documentId";
import { asText, type EncodedObject } from "../store/encodedValue";
import { DeveloperError } from "../store/errors";
import type { Transaction } from "../store/transaction";
import { outsideCalls } from "./callContext";
import { errorText, type Log } from "../log";
import { SystemDocuments } from "./systemDocuments";

export interface StoredFile {
  readonly storageId: string;
  readonly blobId: string;
  readonly sha256: string;
  readonly size: number;
  readonly contentType: string | null;
}

/** "unknown" also for a token that was used up. */
export type UploadClaim = "claimed" | "expired" | "unknown";

const UPLOAD_URL_MS = 60 * 60 * 1000;
const MAX_STORED_BYTES = 512 * 1024 * 1024;

export class FileStorage {
  readonly #database: Database;
  readonly #blobs: BlobStore;
  readonly #log: Log;
  readonly #storage: SystemDocuments;
  readonly #owners: SystemDocuments;
  readonly #tokens: SystemDocuments;

  constructor(database: Database, blobs: BlobStore, log: Log) {
    this.#database = database;
    this.#log = log;
    this.#blobs = blobs;
    this.#storage = new SystemDocuments(database, "_storage");
    this.#owners = new SystemDocuments(database, "_storage_blobs");
    this.#tokens = new SystemDocuments(database, "_upload_tokens");
  }

  /** The file that a download URL names, or null. */
  lookup(blobId: string): StoredFile | null {
    const transaction = this.#database.read();
    const owner = this.#ownerOf(transaction, blobId);
    return owner ? this.file(transaction, asText(owner.storageId)) : null;
  }

  /** Null if the id is not the id of a stored file. */
  file(transaction: Transaction, storageId: string): StoredFile | null {
    const table = decodeDocumentId(storageId)?.tableNumber;
    if (table === undefined) return null;
    if (this.#database.store.catalog.nameOf(table) !== "_storage") return null;
    const document = this.#storage.get(transaction, storageId);
    const [owner] = this.#owners.find(transaction, {
      index: "by_storage_id",
      range: [["Eq", "storageId", storageId]],
    });
    if (document === null || owner === undefined) return null;
    const { sha256, size, contentType } = document;
    return {
      storageId,
      blobId: asText(owner.blobId),
      sha256: asText(sha256),
      size: Number(size),
      contentType: typeof contentType === "string" ? contentType : null,
    };
  }

  downloadUrl(transaction: Transaction, storageId: string, origin: string): string | null {
    const file = this.file(transaction, storageId);
    return file && `${origin}/api/storage/${file.blobId}`;
  }

  /** The URL works once, within an hour. Only a hash of its token is stored. */
  issueUploadUrl(transaction: Transaction, origin: string): string {
    const token = randomBytes(32).toString("base64url");
    this.#tokens.insert(transaction, {
      tokenHash: hashOf(token),
      expiresAt: this.#database.now() + UPLOAD_URL_MS,
    });
    return `${origin}/api/storage/upload?token=${token}`;
  }

  /** Uses the token up. "claimed" once for each token that was issued within the last hour. */
  async claimUpload(token: string): Promise<UploadClaim> {
    const { value } = await this.#commit((transaction) => {
      const [found] = this.#tokens.find(transaction, {
        index: "by_token_hash",
        range: [["Eq", "tokenHash", hashOf(token)]],
      });
      if (found === undefined) return "unknown";
      this.#tokens.remove(transaction, asText(found._id));
      const isOpen = Number(found.expiresAt) > this.#database.now();
      return isOpen ? "claimed" : "expired";
    });
    return value;
  }

  async dropExpiredTokens(): Promise<void> {
    await this.#commit((transaction) => {
      const expired = this.#tokens.find(transaction, {
        index: "by_expiry",
        range: [["Lte", "expiresAt", this.#database.now()]],
        limit: 1000,
      });
      for (const { _id } of expired) {
        this.#tokens.remove(transaction, asText(_id));
      }
    });
  }

  /** Adds the document of a durable blob; removes the blob if that fails. */
  async recordOrDiscard(blob: WrittenBlob, contentType: string | null): Promise<string> {
    try {
      return await this.record(blob, contentType);
    } catch (error) {
      return await undoAfter(error, () => this.#blobs.remove(blob.blobId));
    }
  }

  /** Adds the document of a durable blob. Resolves to its storage id. */
  async record(blob: WrittenBlob, contentType: string | null): Promise<string> {
    const { value } = await this.#commit((transaction) =>
      this.insert(transaction, blob, contentType),
    );
    return value;
  }

  insert(
    transaction: Transaction,
    { blobId, sha256, size }: WrittenBlob,
    contentType: string | null,
  ): string {
    const storageId = this.#storage.insert(transaction, {
      sha256,
      size,
      ...(contentType ? { contentType } : {}),
    });
    this.#owners.insert(transaction, { storageId, blobId });
    return storageId;
  }

  /** Writes the bytes. @throws DeveloperError if their hash is not the expected one. */
  async writeBlob(body: AsyncIterable<Uint8Array>, expectedSha256?: string): Promise<WrittenBlob> {
    const blob = await this.#blobs.write(body, { maxBytes: MAX_STORED_BYTES });
    if (expectedSha256 === undefined || sameHash(expectedSha256, blob.sha256)) {
      return blob;
    }
    await this.#blobs.remove(blob.blobId);
    throw new DeveloperError(
      "Sha256Mismatch",
      `Sha256 mismatch. Expected: ${expectedSha256} Actual: ${blob.sha256}`,
    );
  }

  remove(transaction: Transaction, storageId: string): void {
    const file = this.file(transaction, storageId);
    if (file === null) {
      throw new DeveloperError("FileNotFound", `storage id ${storageId} not found`);
    }
    const [owner] = this.#owners.find(transaction, {
      index: "by_storage_id",
      range: [["Eq", "storageId", storageId]],
    });
    this.#storage.remove(transaction, storageId);
    this.#owners.remove(transaction, asText(owner?._id));
    transaction.afterCommit(() => {
      this.#blobs.remove(file.blobId).catch((error: unknown) =>
        // The document is deleted; the sweep at the next start retries.
        this.#log.error("a deleted file is still on disk", {
          blobId: file.blobId,
          error: errorText(error),
        }),
      );
    });
  }

  async read(storageId: string): Promise<Blob | null> {
    const file = this.file(this.#database.read(), storageId);
    if (file === null) return null;
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    const stream = this.#blobs.open(file.blobId);
    const chunksOf = stream as AsyncIterable<Uint8Array<ArrayBuffer>>;
    for await (const chunk of chunksOf) chunks.push(chunk);
    return new Blob(chunks, { type: file.contentType ?? "" });
  }

  /** Removes the orphaned blobs of an earlier run. Resolves to their number. */
  async sweep(): Promise<number> {
    let removed = 0;
    for await (const blobId of this.#blobs.fromEarlierRuns()) {
      // Its document is not read: both are written and removed in one transaction.
      if (this.#ownerOf(this.#database.read(), blobId) !== undefined) continue;
      await this.#blobs.remove(blobId);
      removed += 1;
    }
    return removed;
  }

  #ownerOf(transaction: Transaction, blobId: string): EncodedObject | undefined {
    return this.#owners.find(transaction, {
      index: "by_blob_id",
      range: [["Eq", "blobId", blobId]],
    })[0];
  }

  #commit<T>(run: (transaction: Transaction) => T) {
    return outsideCalls(() => this.#database.committer.submit({ run }));
  }
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Clients may send the hash in base64 or in hexadecimal. */
function sameHash(given: string, base64: string): boolean {
  return given === base64 || given.toLowerCase() === Buffer.from(base64, "base64").toString("hex");
}
