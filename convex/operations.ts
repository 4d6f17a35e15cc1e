import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import {
  customersToMerge as readCustomersToMerge,
  mergeBatch as mergeGroups,
  pageOfCustomers,
} from "./model/customers/merges";
import {
  resume as resumeOperation,
  deleteBatch as deleteRows,
} from "./model/operations/deletions";
import { generateBatch as generateRows } from "./model/operations/demoData";
import { cleanBatch as cleanCustomers } from "./model/customers/obtainedDates";
import { beginOperation, endOperation } from "./model/operations/operations";
import {
  counts,
  duplicateGroup,
  fakeDataArgs,
  operationFields,
} from "./model/operations/validators";
import { customer } from "./model/customers/validators";

/** The steps of long-running operations, one transaction each (model/operations/). */
const operationId = v.id("tasks");
const cursor = v.union(v.string(), v.null());

export const begin = internalMutation({
  args: { workspaceId: v.string(), task: operationFields.task },
  returns: operationId,
  handler: async (ctx, start) => await beginOperation(ctx, start),
});

export const end = internalMutation({
  args: { operationId },
  returns: counts,
  handler: async (ctx, args) => await endOperation(ctx, args.operationId),
});

export const resume = internalMutation({
  args: { operationId, movedAt: v.number() },
  returns: v.null(),
  handler: async (ctx, seen) => {
    await resumeOperation(ctx, seen);
    return null;
  },
});

/** Returns whether nothing is left to delete. */
export const deleteBatch = internalMutation({
  args: { operationId },
  returns: v.boolean(),
  handler: async (ctx, args) => await deleteRows(ctx, args.operationId),
});

export const generateBatch = internalMutation({
  args: {
    operationId,
    ...fakeDataArgs,
    timeZone: v.string(),
    now: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, batch) => {
    await generateRows(ctx, batch);
    return null;
  },
});

export const customersToCompare = internalQuery({
  args: { workspaceId: v.string(), cursor },
  returns: v.object({ customers: v.array(customer), next: cursor }),
  handler: async (ctx, page) => await pageOfCustomers(ctx, page),
});

export const customersToMerge = internalQuery({
  args: { workspaceId: v.string(), kept: v.string(), duplicate: v.string() },
  returns: v.object({ kept: customer, duplicates: v.array(customer) }),
  handler: async (ctx, pair) => await readCustomersToMerge(ctx, pair),
});

/** Returns the groups that did not fit in this transaction. */
export const mergeBatch = internalMutation({
  args: { operationId, groups: v.array(duplicateGroup) },
  returns: v.array(duplicateGroup),
  handler: async (ctx, step) => await mergeGroups(ctx, step),
});

/** Returns the cursor of the next step, or null at the end. */
export const cleanBatch = internalMutation({
  args: { operationId, cursor },
  returns: cursor,
  handler: async (ctx, step) => await cleanCustomers(ctx, step),
});
