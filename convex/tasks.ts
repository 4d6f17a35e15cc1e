import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import {
  mergeSome as mergeSomeGroups,
  pageOfCustomers,
} from "./model/customers/merges";
import {
  carryOn as carryOnTask,
  deleteSome as deleteSomeRows,
} from "./model/operations/deletions";
import { generateSome as generateSomeRows } from "./model/operations/demoData";
import { cleanSome as cleanSomeCustomers } from "./model/customers/obtainedDates";
import { beginTask, endTask } from "./model/operations/operations";
import {
  counts,
  duplicateGroup,
  fakeDataArgs,
  task,
} from "./model/operations/validators";
import { customer } from "./model/customers/validators";

/** The steps of long work, each a transaction of its own (model/tasks.ts). */
const taskId = v.id("tasks");
const cursor = v.union(v.string(), v.null());

export const begin = internalMutation({
  args: { workspaceId: v.string(), task },
  returns: taskId,
  handler: async (ctx, start) => await beginTask(ctx, start),
});

export const end = internalMutation({
  args: { taskId },
  returns: counts,
  handler: async (ctx, args) => await endTask(ctx, args.taskId),
});

export const carryOn = internalMutation({
  args: { taskId, movedAt: v.number() },
  returns: v.null(),
  handler: async (ctx, seen) => {
    await carryOnTask(ctx, seen);
    return null;
  },
});

/** Whether nothing is left. */
export const deleteSome = internalMutation({
  args: { taskId },
  returns: v.boolean(),
  handler: async (ctx, args) => await deleteSomeRows(ctx, args.taskId),
});

export const generateSome = internalMutation({
  args: { taskId, ...fakeDataArgs, now: v.number() },
  returns: v.null(),
  handler: async (ctx, batch) => {
    await generateSomeRows(ctx, batch);
    return null;
  },
});

export const customersToCompare = internalQuery({
  args: { workspaceId: v.string(), cursor },
  returns: v.object({ customers: v.array(customer), next: cursor }),
  handler: async (ctx, page) => await pageOfCustomers(ctx, page),
});

/** The groups that did not fit in this transaction. */
export const mergeSome = internalMutation({
  args: { taskId, groups: v.array(duplicateGroup) },
  returns: v.array(duplicateGroup),
  handler: async (ctx, step) => await mergeSomeGroups(ctx, step),
});

/** Where the next step begins, or null. */
export const cleanSome = internalMutation({
  args: { taskId, cursor },
  returns: cursor,
  handler: async (ctx, step) => await cleanSomeCustomers(ctx, step),
});
