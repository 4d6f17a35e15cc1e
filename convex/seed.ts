import { v } from "convex/values";
import { workspaceAction, workspaceQuery } from "./functions";
import { runDeletion } from "./model/operations/deletions";
import { generateFakeData as generate, getDemoData } from "./model/operations/demoData";
import { getProgress, resultOf } from "./model/operations/operations";
import {
  allDeleted,
  customersAndJobsDeleted,
  demoData as demoDataResult,
  demoDataRemoved,
  fakeDataArgs,
  generated,
  inventoryDeleted,
  progress as operationProgress,
  type AllDeleted,
  type CustomersAndJobsDeleted,
  type DemoDataRemoved,
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

/** The progress of the workspace's last operation; null if there was none. */
export const progress = workspaceQuery({
  args: {},
  returns: v.union(operationProgress, v.null()),
  handler: async (ctx) => await getProgress(ctx, ctx.workspaceId),
});

export const generateFakeData = workspaceAction({
  rate: "seed",
  args: fakeDataArgs,
  returns: generated,
  handler: async (ctx, args): Promise<Generated> => {
    const counts = await generate(ctx, ctx.member, args);
    return resultOf(counts, ["customersCreated", "jobsCreated"]);
  },
});

/** What there is of demo data, for the card that makes and removes it. */
export const demoData = workspaceQuery({
  args: {},
  returns: demoDataResult,
  handler: async (ctx) => await getDemoData(ctx, ctx.workspaceId),
});

/** Removes what `generateFakeData` made. Rows made before they were marked stay, and stock that a person used. */
export const removeDemoData = workspaceAction({
  args: {},
  returns: demoDataRemoved,
  handler: async (ctx): Promise<DemoDataRemoved> => {
    const counts = await runDeletion(ctx, ctx.member, "removeDemoData");
    return resultOf(counts, [...CUSTOMERS_AND_JOBS, "customersKept"]);
  },
});

export const deleteCustomersAndJobs = workspaceAction({
  args: {},
  returns: customersAndJobsDeleted,
  handler: async (ctx): Promise<CustomersAndJobsDeleted> => {
    const counts = await runDeletion(ctx, ctx.member, "deleteCustomersAndJobs");
    return resultOf(counts, CUSTOMERS_AND_JOBS);
  },
});

export const deleteInventory = workspaceAction({
  args: {},
  returns: inventoryDeleted,
  handler: async (ctx): Promise<InventoryDeleted> => {
    const counts = await runDeletion(ctx, ctx.member, "deleteInventory");
    return resultOf(counts, INVENTORY);
  },
});

export const deleteAllData = workspaceAction({
  args: {},
  returns: allDeleted,
  handler: async (ctx): Promise<AllDeleted> => {
    const counts = await runDeletion(ctx, ctx.member, "deleteAllData");
    return resultOf(counts, [...CUSTOMERS_AND_JOBS, ...INVENTORY]);
  },
});
