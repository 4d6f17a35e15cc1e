import { v } from "convex/values";
import { action, query } from "./_generated/server";
import { requireWorkspace } from "./model/access";
import { runDeletion } from "./model/operations/deletions";
import { generateFakeData as generate } from "./model/operations/demoData";
import { getProgress, resultOf } from "./model/operations/operations";
import {
  allDeleted,
  customersAndJobsDeleted,
  fakeDataArgs,
  generated,
  inventoryDeleted,
  progress as taskProgress,
  type AllDeleted,
  type CustomersAndJobsDeleted,
  type Generated,
  type InventoryDeleted,
} from "./model/operations/validators";

const CUSTOMERS_AND_JOBS = ["customersDeleted", "jobsDeleted"] as const;

const INVENTORY = [
  "inventoryItemsDeleted",
  "inventoryPricesDeleted",
  "inventoryColorsDeleted",
  "inventoryTxnsDeleted",
] as const;

/** How far the workspace's long work is; null where there never was any. */
export const progress = query({
  args: {},
  returns: v.union(taskProgress, v.null()),
  handler: async (ctx) => {
    const workspaceId = await requireWorkspace(ctx);
    return await getProgress(ctx, workspaceId);
  },
});

export const generateFakeData = action({
  args: fakeDataArgs,
  returns: generated,
  handler: async (ctx, args): Promise<Generated> => {
    const workspaceId = await requireWorkspace(ctx);
    const counts = await generate(ctx, workspaceId, args);
    return resultOf(counts, ["customersCreated", "jobsCreated"]);
  },
});

export const deleteCustomersAndJobs = action({
  args: {},
  returns: customersAndJobsDeleted,
  handler: async (ctx): Promise<CustomersAndJobsDeleted> => {
    const workspaceId = await requireWorkspace(ctx);
    const counts = await runDeletion(
      ctx,
      workspaceId,
      "deleteCustomersAndJobs",
    );
    return resultOf(counts, CUSTOMERS_AND_JOBS);
  },
});

export const deleteInventory = action({
  args: {},
  returns: inventoryDeleted,
  handler: async (ctx): Promise<InventoryDeleted> => {
    const workspaceId = await requireWorkspace(ctx);
    const counts = await runDeletion(ctx, workspaceId, "deleteInventory");
    return resultOf(counts, INVENTORY);
  },
});

export const deleteAllData = action({
  args: {},
  returns: allDeleted,
  handler: async (ctx): Promise<AllDeleted> => {
    const workspaceId = await requireWorkspace(ctx);
    const counts = await runDeletion(ctx, workspaceId, "deleteAllData");
    return resultOf(counts, [...CUSTOMERS_AND_JOBS, ...INVENTORY]);
  },
});
