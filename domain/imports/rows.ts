/**
 * What is read from a file of another program, before it becomes rows of the workspace: values by the rules of the
 * domain, and beside them what no field of ours holds. The page makes these rows, the server checks them again.
 */
import type { ObtainedType } from "../customers";
import type { JobCategory, JobStatus } from "../jobs";

export const IMPORT_KINDS = ["customers", "jobs"] as const;

export type ImportKind = (typeof IMPORT_KINDS)[number];

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

/** A value that has no field of ours, with the title of its column. */
export interface Leftover {
  readonly label: string;
  readonly text: string;
}

export interface ImportedPlace {
  readonly job_address: string;
  readonly job_city?: string;
}

export interface ImportedCustomer {
  readonly customer_name: string;
  readonly customer_phone?: string;
  readonly customer_email?: string;
  readonly customer_obtained_type?: ObtainedType;
}

/** Where a row stands in its file, and what names it on a second import of the same file. */
interface ImportRowBase {
  /** The row in the file as a spreadsheet counts it; of a vCard file, the number of the card. */
  readonly line: number;
  /** The row's id in the program that it comes from, where the file has one. */
  readonly sourceId?: string;
  readonly leftovers: readonly Leftover[];
}

export interface CustomerImportRow extends ImportRowBase, ImportedCustomer {
  readonly kind: "customers";
  /** Offered in Create Job. A customer of ours has no address. */
  readonly places: readonly ImportedPlace[];
}

export interface JobImportRow extends ImportRowBase, ImportedPlace {
  readonly kind: "jobs";
  readonly customer: ImportedCustomer & { readonly sourceId?: string };
  readonly job_status: JobStatus;
  /** When the status was reached, in milliseconds: from the file, else the visit. Missing: the time of the import. */
  readonly statusChangedAt?: number;
  readonly job_categories: readonly JobCategory[];
  readonly job_estimate_date?: number;
  readonly job_install_date?: number;
  readonly jobs_price?: number;
  readonly job_notes?: string;
}

export type ImportRow = CustomerImportRow | JobImportRow;

/** Why a row of the file cannot be imported. */
export interface RowFault {
  readonly line: number;
  /** The title of the column, where the fault concerns one. */
  readonly column?: string;
  readonly sentence: string;
}
