import { v, type Infer } from "convex/values";
import { VISIT_HISTORY_FIELDS } from "../../../domain/job/dayChanges";
import { CHANGE_KINDS, TRASHED_TABLES } from "../../../domain/history/history";
import { jobDates, jobStatus } from "../jobs/validators";
import { estimateFields, estimateNote, messageKind } from "../messages/validators";
import { literals } from "../validators";
import { write } from "../writes/validators";

export const changeKind = literals(CHANGE_KINDS);
export const trashedTable = literals(TRASHED_TABLES);

/** Counts of a run's results, by the names that the run returns them under. */
const counts = v.record(v.string(), v.number());

/** A text to a customer that was opened, with the customer's name at that time; or an estimate, as it was. */
const message = v.object({
  kind: v.union(messageKind, estimateNote),
  customer: v.string(),
  estimate: v.optional(v.object(estimateFields)),
});

/**
 * A change by a person, as its history shows it. A change of several subjects
 * has a row for each: the first has the id by which the change is undone, the
 * others name it in `partOf`. A run of a long-running operation is a row without
 * a subject; what it changed is in its parts and in the trash.
 */
export const changeFields = {
  kind: changeKind,
  /** The id of the job, customer or item; empty for a run and for a tool of Settings. */
  subject: v.string(),
  subjectLabel: v.string(),
  by: v.string(),
  byName: v.string(),
  /** The device's clock, where it differs from the server's by a minute or more. */
  deviceAt: v.optional(v.number()),
  /** When the last of the edits was made that this entry joins. */
  lastAt: v.optional(v.number()),
  writes: v.array(write),
  partOf: v.optional(v.id("changes")),
  isRun: v.optional(v.boolean()),
  counts: v.optional(counts),
  message: v.optional(message),
  undoes: v.optional(v.id("changes")),
  undoneBy: v.optional(v.id("changes")),
};

/** A row in the trash. Its table keeps it, under a workspace that no token can have. */
export const trashFields = {
  table: trashedTable,
  rowId: v.string(),
  label: v.string(),
  by: v.string(),
  byName: v.string(),
  /** The run that deleted it, which can be restored as a whole. */
  runId: v.optional(v.id("changes")),
};

/** The recorded result of a call that a client may send again. */
export const intentFields = {
  intentId: v.string(),
  call: v.string(),
  /** JSON of Convex values. */
  result: v.string(),
  changeId: v.optional(v.id("changes")),
  /** The stock transactions that the call inserted. */
  txnIds: v.optional(v.array(v.id("inventoryTxns"))),
};

/** An entry of a history, as clients receive it. */
export const historyEntry = v.object({
  _id: v.string(),
  at: v.number(),
  kind: v.union(changeKind, literals(["intake", "adjustment"])),
  subject: v.string(),
  subjectLabel: v.string(),
  by: v.string(),
  byName: v.string(),
  deviceAt: v.optional(v.number()),
  writes: v.array(write),
  counts: v.optional(counts),
  message: v.optional(message),
  isRun: v.boolean(),
  isUndo: v.boolean(),
  isUndone: v.boolean(),
  isUndoable: v.boolean(),
});

/** A row in the trash, as clients receive it. */
export const trashEntry = v.object({
  _id: v.id("trash"),
  trashedAt: v.number(),
  /** True for a job for which something was taken from stock. */
  hasTaken: v.optional(v.literal(true)),
  ...trashFields,
});

const writer = { isOwn: v.boolean(), byName: v.string() };

/** The times and the status of a job; null where a time was empty. */
const visitValues = v.object({
  job_estimate_date: v.optional(v.nullable(v.number())),
  job_install_date: v.optional(v.nullable(v.number())),
  job_status: v.optional(jobStatus),
});

/** See `VisitHistory` in domain/job/dayChanges.ts. */
export const visitHistory = v.object({
  jobId: v.string(),
  job: v.nullable(jobDates.pick(...VISIT_HISTORY_FIELDS)),
  changes: v.array(
    v.object({
      ...writer,
      before: v.nullable(visitValues),
      after: visitValues,
    }),
  ),
  deletedBy: v.nullable(v.object(writer)),
});

export type VisitHistory = Infer<typeof visitHistory>;
export type VisitValues = Infer<typeof visitValues>;
export type HistoryEntry = Infer<typeof historyEntry>;
export type TrashEntry = Infer<typeof trashEntry>;
