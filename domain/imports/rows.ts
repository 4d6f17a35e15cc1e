/**
 * What is read from a file of another program, before it becomes rows of the workspace: values by the rules of the
 * domain, and beside them what no field of ours holds. The page makes these rows, the server checks them again.
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

/** The most that a person may have sent and not imported, in bytes of JSON: a job with its notes has about 1 kB. */
export const MAX_STAGED_BYTES = 200 * 1024 * 1024;

/** For how long a file that was read and not imported is kept. */
export const IMPORT_KEPT_MS = 24 * 60 * 60 * 1000;

/** For how long an import can be undone. */
export const IMPORT_UNDO_MS = 30 * 24 * 60 * 60 * 1000;
