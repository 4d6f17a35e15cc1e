import { v } from "convex/values";
import type { Infer } from "convex/values";
import { TASKS } from "../../../domain/tasks";
import { customer } from "../customers/validators";
import { literals } from "../validators";

/** Shapes of long work and its results, by the names of the specification. */
export const task = literals(TASKS);

/** What has been done so far, by the names of the task's result. */
export const counts = v.record(v.string(), v.number());

export const taskFields = {
  task,
  isRunning: v.boolean(),
  counts,
  movedAt: v.number(),
};

export const progress = v.object({ task, isRunning: v.boolean(), counts });

export const fakeDataArgs = {
  customers: v.number(),
  jobsPerCustomer: v.number(),
};

/** Customers as they were when they were compared. */
export const duplicateGroup = v.object({
  kept: customer,
  duplicates: v.array(customer),
  /** Whether one of its duplicates has been removed already. */
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
export type InventoryDeleted = Infer<typeof inventoryDeleted>;
export type AllDeleted = Infer<typeof allDeleted>;
export type Deduped = Infer<typeof deduped>;
export type ObtainedDateRemoved = Infer<typeof obtainedDateRemoved>;
