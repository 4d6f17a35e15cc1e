import { v, type Infer } from "convex/values";
import { IMPORT_CHOICES, IMPORT_STATES } from "../../../domain/imports/findings";
import { IMPORT_KINDS } from "../../../domain/imports/rows";
import { literals } from "../validators";

export const importKind = literals(IMPORT_KINDS);
export const importChoice = literals(IMPORT_CHOICES);

const counts = v.record(v.string(), v.number());

/** A file that was read. Its rows are in chunks, and the findings of its check in another table. */
export const importFields = {
  /** Who read the file: nobody else sees it. */
  by: v.string(),
  /** A file with stock or prices was read by an earlier version, and is no longer offered. */
  kind: literals([...IMPORT_KINDS, "stock", "prices"]),
  fileName: v.string(),
  rowCount: v.number(),
  chunkCount: v.number(),
  /** How much of the file is stored so far. Absent in a file that an earlier version has begun. */
  stagedRows: v.optional(v.number()),
  stagedBytes: v.optional(v.number()),
  state: literals(IMPORT_STATES),
  /** What the check found, by the names of `IMPORT_COUNTS`. */
  found: counts,
  /** How many look-alikes a person has decided one by one. */
  decided: v.number(),
  /** The choice for all look-alikes that a person has not decided one by one. */
  restChoice: v.optional(importChoice),
  /** The chunk at which the next step of the import begins. */
  nextChunk: v.number(),
  /** The first row of that chunk that is not written; absent at the beginning of the chunk. */
  nextRow: v.optional(v.number()),
  /** The run in the history, from the start of the import. */
  runId: v.optional(v.id("changes")),
};

export const chunkFields = {
  importId: v.id("imports"),
  index: v.number(),
  /** JSON that `rowsOfChunk` reads. */
  rows: v.string(),
  /** What the import does with each row, as JSON of `RowPlan`s; absent before the check. */
  plans: v.optional(v.string()),
};

const foundCustomer = v.object({
  customer_name: v.string(),
  customer_phone: v.optional(v.string()),
  customer_email: v.optional(v.string()),
});

/** A look-alike to decide. */
export const newFinding = v.object({
  line: v.number(),
  /** The key of the customer in the file. */
  key: v.string(),
  customer: foundCustomer,
  /** The known customer, with the readable id or, if it is another row of the file, that row's key. */
  like: v.object({
    ...foundCustomer.fields,
    customer_id: v.optional(v.string()),
    key: v.optional(v.string()),
  }),
});

export const findingFields = {
  importId: v.id("imports"),
  ...newFinding.partial().fields,
  line: v.number(),
  choice: v.optional(importChoice),
  /** Obsolete: set for a row that cannot be imported, which an earlier version stored here too. */
  sentence: v.optional(v.string()),
  isFault: v.optional(v.boolean()),
};

/** The row that an imported row became, by the key of its source (domain/imports/sourceKeys.ts). */
export const importedRowFields = {
  key: v.string(),
  traits: v.array(v.string()),
  table: literals(["customers", "jobs", "inventoryTxns"]),
  rowId: v.string(),
  runId: v.id("changes"),
};

/** The fields that clients receive of a file, beside its id. */
export const SHOWN_FIELDS = [
  "fileName",
  "rowCount",
  "state",
  "found",
  "decided",
  "restChoice",
  "runId",
] as const;

/** A file of the caller that was read, as the dialog offers and shows it. */
export const stagedImport = v.object({
  ...v.object(importFields).pick(...SHOWN_FIELDS).fields,
  _id: v.id("imports"),
  kind: importKind,
  /** The share of the rows that is written, from 0 to 1. */
  progress: v.number(),
  readAt: v.number(),
});

export const finding = v.object({
  _id: v.id("importFindings"),
  line: v.number(),
  customer: foundCustomer,
  like: newFinding.fields.like.omit("key"),
  choice: findingFields.choice,
});

export const imported = v.object({ counts, run: v.id("changes") });

export const undoPreview = v.object({
  /** How many rows the undo removes, by the name of their table. */
  removed: counts,
  keptCount: v.number(),
  /** The first of the rows that are kept. */
  kept: v.array(v.object({ label: v.string(), reason: v.string() })),
});

export type StagedImport = Infer<typeof stagedImport>;
export type Finding = Infer<typeof finding>;
export type NewFinding = Infer<typeof newFinding>;
export type Imported = Infer<typeof imported>;
export type UndoPreview = Infer<typeof undoPreview>;
