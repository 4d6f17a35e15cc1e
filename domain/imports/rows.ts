/**
 * What is read from another program's file, before it becomes rows of the workspace: values by the rules of the domain,
 * and beside them the texts that have no field here. The page makes these rows, and the server checks them again.
 */
export type {
  CustomerImportRow,
  ImportedCustomer,
  ImportedPlace,
  ImportKind,
  ImportRow,
  JobImportRow,
  Leftover,
  RowFault,
} from "./rowInput";

export const IMPORT_KINDS = ["customers", "jobs"] as const;

/** The largest file, in bytes. */
export const MAX_IMPORT_BYTES = 20 * 1024 * 1024;

/** The most rows of one file. */
export const MAX_IMPORT_ROWS = 50_000;

/** Bytes of JSON that one person may have sent and not yet imported: a job with its notes has about 1 kB. */
export const MAX_STAGED_BYTES = 200 * 1024 * 1024;

/** How long a file that was sent and not imported is kept. */
export const IMPORT_KEPT_MS = 24 * 60 * 60 * 1000;

/** How long an import can be undone. */
export const IMPORT_UNDO_MS = 30 * 24 * 60 * 60 * 1000;
