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

export function* storedFileRows(tables: {
  readonly catalog: Catalog;
  readonly rows: DocumentRows;
}): Generator<StoredFileRow> {
  const blobOf = new Map<string, string>();
  for (const { storageId, blobId } of documentsOf(tables, "_storage_blobs"))
    blobOf.set(asText(storageId), asText(blobId));
  for (const document of documentsOf(tables, "_storage"))
    yield { document, blobId: blobOf.get(asText(document._id)) };
}

function* documentsOf(
  { catalog, rows }: Parameters<typeof storedFileRows>[0],
  name: string,
): Generator<EncodedObject> {
  const table = catalog.find(name);
  if (table === null) return;
  for (const { json } of rows.all(table.number)) yield parseDocument(json);
}
