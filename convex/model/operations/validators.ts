import { v, type Infer } from "convex/values";
import { OPERATIONS } from "../../../domain/calls/operations";
import { customer } from "../customers/validators";
import { fileId } from "../jobs/validators";
import { literals } from "../validators";

const task = literals(OPERATIONS);

/** Who runs an operation, in the arguments of the steps that an action calls. */
export const member = v.object({
  workspaceId: v.string(),
  by: v.string(),
  byName: v.string(),
});

/** What the operation has done so far, under the names of its result. */
export const counts = v.record(v.string(), v.number());

/** The table `tasks` and this field keep their names, because existing databases have rows in it. */
export const operationFields = {
  task,
  isRunning: v.boolean(),
  counts,
  movedAt: v.number(),
  /** The run in the history. Absent in operations of earlier versions. */
  runId: v.optional(v.id("changes")),
  /** For a deletion of one customer, the readable id, such as "C-1001". */
  customer_id: v.optional(v.string()),
  /** For an import, the file. */
  importId: v.optional(v.id("imports")),
};

export const progress = v.object({ task, isRunning: v.boolean(), counts });

export const fakeDataArgs = {
  customers: v.number(),
  jobsPerCustomer: v.number(),
  timeZone: v.optional(v.string()),
  /** Whether items, prices, colors and stock are made too: in Settings another button makes these. */
  withStock: v.optional(v.boolean()),
  /** Uploads, each the photo of some jobs. */
  job_photo_estimate: v.optional(v.array(fileId)),
};

export const fakeBatchArgs = {
  customers: v.number(),
  jobsPerCustomer: v.number(),
  timeZone: v.string(),
  job_photo_estimate: v.array(v.string()),
  now: v.number(),
};

/** Customers as read when they were compared. */
export const duplicateGroup = v.object({
  kept: customer,
  duplicates: v.array(customer),
  /** Whether one of its duplicates has already been removed. */
  isAffected: v.boolean(),
});

export const generated = v.object({
  customersCreated: v.number(),
  jobsCreated: v.number(),
});

const customersAndJobs = {
  customersDeleted: v.number(),
  jobsDeleted: v.number(),
};

const inventory = {
  inventoryItemsDeleted: v.number(),
  inventoryPricesDeleted: v.number(),
  inventoryColorsDeleted: v.number(),
  inventoryTxnsDeleted: v.number(),
};

export const customersAndJobsDeleted = v.object(customersAndJobs);
export const inventoryDeleted = v.object(inventory);
export const allDeleted = v.object({ ...customersAndJobs, ...inventory });

export const customerDeleted = v.object({
  ...customersAndJobs,
  /** The entry of the history by which the deletion is undone. */
  run: v.id("changes"),
});

export const merged = v.object({
  /** The entry of the history by which the merge is undone. */
  run: v.id("changes"),
});

export const demoDataRemoved = v.object({
  ...customersAndJobs,
  /** Customers who have a job that is no demo data. */
  customersKept: v.number(),
});

export const demoData = v.object({
  hasDemoData: v.boolean(),
  hasRealCustomers: v.boolean(),
  /** Demo rows that a person has edited, such as "Ann Field, 12 Elm Street". */
  changed: v.array(v.string()),
  hasMoreChanged: v.boolean(),
});

export const deduped = v.object({
  groupsAffected: v.number(),
  duplicatesRemoved: v.number(),
});

export const obtainedDateRemoved = v.object({
  cleaned: v.number(),
  scanned: v.number(),
});

export type Progress = Infer<typeof progress>;
export type ComparedGroup = Infer<typeof duplicateGroup>;
export type Generated = Infer<typeof generated>;
export type CustomersAndJobsDeleted = Infer<typeof customersAndJobsDeleted>;
export type CustomerDeleted = Infer<typeof customerDeleted>;
export type Merged = Infer<typeof merged>;
export type InventoryDeleted = Infer<typeof inventoryDeleted>;
export type AllDeleted = Infer<typeof allDeleted>;
export type DemoDataRemoved = Infer<typeof demoDataRemoved>;
export type DemoData = Infer<typeof demoData>;
export type Deduped = Infer<typeof deduped>;
export type ObtainedDateRemoved = Infer<typeof obtainedDateRemoved>;

/** The steps of the rebuild (rebuildBatches.ts); the last four are those of earlier versions. */
const rebuildStep = literals(["customers", "jobs", "jobSearch", "names", "totals", "notes"]);

export const derivedVersionFields = {
  /** The version in which all rows are written. */
  version: v.number(),
  /** The latest version whose rebuild was put into the queue. */
  requested: v.optional(v.number()),
  /** Obsolete: where the rebuild of an earlier version continued. */
  step: v.optional(rebuildStep),
  cursor: v.optional(v.union(v.string(), v.null())),
};

/** One workspace in the queue of rebuilds, and where its rebuild continues. */
export const rebuildFields = {
  version: v.number(),
  step: rebuildStep,
  cursor: v.nullable(v.string()),
  /** The scheduled step of the first in the queue. */
  scheduledId: v.optional(v.string()),
  /** Why the rebuild failed. The queue goes on without this workspace. */
  error: v.optional(v.string()),
};

export const rebuildStatus = v.object({
  /** The version that the deployed functions write. */
  version: v.number(),
  workspaces: v.number(),
  /** Those of `workspaces` whose rows are all of that version. */
  rebuilt: v.number(),
  running: v.nullable(v.object({ workspaceId: v.string(), step: rebuildStep })),
  waiting: v.number(),
  failed: v.array(v.object({ workspaceId: v.string(), error: v.string() })),
});

export type RebuildStatus = Infer<typeof rebuildStatus>;
export type RebuildStep = Infer<typeof rebuildStep>;
