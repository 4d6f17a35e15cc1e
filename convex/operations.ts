import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import { stepMutation } from "./functions";
import {
  customersToMerge as readCustomersToMerge,
  mergeBatch as mergeGroups,
} from "./model/operations/merges";
import { pageToCompare } from "./model/customers/comparedCustomers";
import { deleteBatch as deleteRows } from "./model/operations/deletions";
import {
  endInterrupted as endInterruptedOperations,
  resume as resumeOperation,
} from "./model/operations/resume";
import { beginCustomerDeletion as beginDeletionOfCustomer } from "./model/operations/jobDeletions";
import { undoBatch as undoRows } from "./model/operations/undoRun";
import { generateBatch as generateRows } from "./model/operations/demoData";
import { generateStock as generateColorStock } from "./model/operations/demoStock";
import { cleanBatch as cleanCustomers } from "./model/operations/obtainedDates";
import { beginOperation, endOperation } from "./model/operations/operations";
import {
  counts,
  duplicateGroup,
  fakeBatchArgs,
  member,
  operationFields,
} from "./model/operations/validators";
import { customer } from "./model/customers/validators";
import { requireRate } from "./model/personRates";
import { rateKind } from "./model/validators";
import { requireReadable } from "./model/workspaces/closings";

/** The steps of long-running operations, one transaction each (model/operations/). */
const operationId = v.id("tasks");
const cursor = v.union(v.string(), v.null());

/** Called before every action: refuses actions of a suspended office, and those that exceed the person's rate. */
export const admit = internalMutation({
  args: { workspaceId: v.string(), by: v.string(), kind: rateKind },
  returns: v.null(),
  handler: async (ctx, { kind, ...person }) => {
    await requireReadable(ctx, person.workspaceId);
    await requireRate(ctx, person, kind);
    return null;
  },
});

export const begin = internalMutation({
  args: {
    member,
    task: operationFields.task,
  },
  returns: operationId,
  handler: async (ctx, start) => await beginOperation(ctx, start),
});

export const beginCustomerDeletion = internalMutation({
  args: { member, customer_id: v.string() },
  returns: v.object({ operationId, run: v.id("changes") }),
  handler: async (ctx, { member: by, customer_id: customerId }) =>
    await beginDeletionOfCustomer(ctx, { member: by, customerId }),
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

/** Called by our own server when it starts (server/interrupted.ts). */
export const endInterrupted = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await endInterruptedOperations(ctx);
    return null;
  },
});

/** Returns whether nothing is left to delete. */
export const deleteBatch = stepMutation({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await deleteRows(ctx, ctx.operation),
});

export const generateBatch = stepMutation({
  args: fakeBatchArgs,
  returns: v.null(),
  handler: async (ctx, batch) => {
    await generateRows(ctx, ctx.operation, batch);
    return null;
  },
});

export const generateStock = stepMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await generateColorStock(ctx, ctx.operation);
    return null;
  },
});

export const customersToCompare = internalQuery({
  args: { workspaceId: v.string(), cursor },
  returns: v.object({ customers: v.array(customer), next: cursor }),
  handler: async (ctx, page) => await pageToCompare(ctx, page),
});

export const customersToMerge = internalQuery({
  args: {
    workspaceId: v.string(),
    operationId,
    kept: v.string(),
    duplicate: v.string(),
  },
  returns: v.object({
    kept: customer,
    duplicates: v.array(customer),
    run: v.id("changes"),
  }),
  handler: async (ctx, pair) => await readCustomersToMerge(ctx, pair),
});

/** Returns the groups that did not fit in this transaction. */
export const mergeBatch = stepMutation({
  args: { groups: v.array(duplicateGroup) },
  returns: v.array(duplicateGroup),
  handler: async (ctx, { groups }) => await mergeGroups(ctx, ctx.operation, groups),
});

/** Returns whether nothing is left to undo. */
export const undoBatch = stepMutation({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await undoRows(ctx.recorder, ctx.operation),
});

/** Returns the cursor of the next step, or null at the end. */
export const cleanBatch = stepMutation({
  args: { cursor },
  returns: cursor,
  handler: async (ctx, step) => await cleanCustomers(ctx, ctx.operation, step.cursor),
});
