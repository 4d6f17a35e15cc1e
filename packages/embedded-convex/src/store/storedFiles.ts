/** Lists the documents of `_storage` with their blob ids. The database must not change meanwhile. */
import type { Catalog } from "./catalog";
import type { DocumentRows } from "./documentRows";
import { parseDocument } from "./documentVersion";
import { asText, type EncodedObject } from "./encodedValue";

export interface StoredFileRow {
  readonly document: EncodedObject;
  /** Undefined if `_storage_blobs` has no row for the file. */
  readonly blobId: string | undefined;
}

interface Tables {
  readonly catalog: Catalog;
  readonly rows: DocumentRows;
}

export function* storedFileRows(tables: Tables): Generator<StoredFileRow> {
  yield* withBlobs(tables, new Map(blobOwners(tables)));
}

/** The blob id of each storage id. */
export function* blobOwners(
  tables: Tables,
): Generator<readonly [storageId: string, blobId: string]> {
  for (const { storageId, blobId } of documentsOf(tables, "_storage_blobs"))
    yield [asText(storageId), asText(blobId)];
}

export function* withBlobs(
  tables: Tables,
  blobOf: ReadonlyMap<string, string>,
): Generator<StoredFileRow> {
  for (const document of documentsOf(tables, "_storage"))
    yield { document, blobId: blobOf.get(asText(document._id)) };
}

function* documentsOf({ catalog, rows }: Tables, name: string): Generator<EncodedObject> {
  const table = catalog.find(name);
  if (table === null) return;
  for (const { json } of rows.all(table.number)) yield parseDocument(json);
}
