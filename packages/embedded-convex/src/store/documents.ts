/** Documents as they are stored, read and staged. */
import type { EncodedObject } from "./encodedValue";
import type { IndexedForm } from "./readSet";

/** One version of a document, committed or staged. */
export interface Version {
  readonly size: number;
  readonly json: string;
  readonly value: EncodedObject;
  readonly form: IndexedForm;
  /** Whether a field contains a commit timestamp placeholder. */
  readonly hasCommitTs: boolean;
}

export interface DocumentRow {
  readonly row: number;
  readonly id: string;
  /** Bytes, by Convex's formula (see `measureValue`). */
  readonly size: number;
  /** The whole document in Convex's JSON encoding, including `_id` and `_creationTime`. */
  readonly json: string;
  /** The document as it was written or last parsed. */
  parsed?: Pick<Version, "value" | "form">;
}

export interface KeyedRow extends DocumentRow {
  readonly key: Buffer;
}

export type Order = "asc" | "desc";
