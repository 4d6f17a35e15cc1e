/**
 * Bulk deletions. A step deletes a batch of the first kind of row that has any,
 * so jobs are deleted before their customers. The operation ends with the first
 * step that finds nothing, so rows added meanwhile are deleted too.
 */
import { internal } from "../../_generated/api";
import type { Doc, Id, TableNames } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../../_generated/server";
import { isDeletion, type Deletion } from "../../../domain/calls/operations";
import { deleteDemoCustomers } from "./demoData";
import { deleteDemoColors, deleteDemoItems } from "./demoStock";
import type { Member } from "../access";
import { must } from "../errors";
import { deleteDemoJobs, deleteJobs, deleteJobsOf, deleteOneCustomer } from "./jobDeletions";
import { deleteOffice } from "../office/settings";
import { recordProgress, resultOf, runOperation, runSteps, type Counts } from "./operations";
import type { CustomerDeleted } from "./validators";

/** Few, because customers are deleted with their search words. */
const CUSTOMER_BATCH_SIZE = 50;
const ROW_BATCH_SIZE = 250;

/** Deletes a batch of one kind of row. Returns the counts, or null if none are left. */
type Part = (ctx: MutationCtx, workspaceId: string) => Promise<Counts | null>;

type DeletedRows = {
  readonly index?: string;
  readonly count?: string;
  readonly most?: number;
};

const CUSTOMERS_AND_JOBS: readonly Part[] = [
  deleteJobs,
  rowsOf("customers", { count: "customersDeleted", most: CUSTOMER_BATCH_SIZE }),
];

const INVENTORY: readonly Part[] = [
  rowsOf("inventoryTxns", { count: "inventoryTxnsDeleted" }),
  rowsOf("inventoryColorStock", {
    index: "by_workspace_and_category_and_color",
  }),
  rowsOf("inventoryReorderLevels", {
    index: "by_workspace_and_category_and_color_and_size",
  }),
  rowsOf("inventoryItemStock", {
    index: "by_workspace_and_item_and_color_and_size",
  }),
  rowsOf("inventoryPrices", {
    index: "by_workspace_and_item_and_size",
    count: "inventoryPricesDeleted",
  }),
  rowsOf("inventoryItems", {
    index: "by_workspace_and_sku",
    count: "inventoryItemsDeleted",
  }),
  rowsOf("inventoryColors", {
    index: "by_workspace_and_number",
    count: "inventoryColorsDeleted",
  }),
];

const REST: readonly Part[] = [deleteOffice, deleteFiles];

const PARTS: Readonly<Record<Exclude<Deletion, "deleteCustomer">, readonly Part[]>> = {
  deleteCustomersAndJobs: CUSTOMERS_AND_JOBS,
  deleteInventory: INVENTORY,
  deleteAllData: [...CUSTOMERS_AND_JOBS, ...INVENTORY, ...REST],
  removeDemoData: [deleteDemoJobs, deleteDemoCustomers, deleteDemoColors, deleteDemoItems],
};

/** Runs the whole deletion. Returns its counts under the names of the specification. */
export async function runDeletion(ctx: ActionCtx, member: Member, task: Deletion): Promise<Counts> {
  return await runOperation(ctx, { member, task }, deletionSteps(ctx));
}

function deletionSteps(ctx: ActionCtx) {
  return async (operationId: Id<"tasks">) => {
    let isDone = false;
    while (!isDone)
      isDone = await ctx.runMutation(internal.operations.deleteBatch, {
        operationId,
      });
  };
}

/** Deletes one customer with all their jobs. */
export async function deleteCustomer(
  ctx: ActionCtx,
  member: Member,
  customerId: string,
): Promise<CustomerDeleted> {
  const begun: { operationId: Id<"tasks">; run: Id<"changes"> } = await ctx.runMutation(
    internal.operations.beginCustomerDeletion,
    {
      member,
      customer_id: customerId,
    },
  );
  const counts = await runSteps(ctx, begun.operationId, deletionSteps(ctx));
  return {
    ...resultOf(counts, ["customersDeleted", "jobsDeleted"]),
    run: begun.run,
  };
}

/**
 * Runs one step. Returns whether it was the last. The operation keeps running
 * until `endOperation` has returned its counts, so that no other replaces it.
 */
export async function deleteBatch(ctx: MutationCtx, operation: Doc<"tasks">): Promise<boolean> {
  if (!isDeletion(operation.task)) throw new Error(`${operation.task} deletes nothing.`);
  for (const part of partsOf(operation.task, operation)) {
    const done = await part(ctx, operation.workspaceId);
    if (done === null) continue;
    await recordProgress(ctx, operation, done);
    return false;
  }
  return true;
}

function partsOf(task: Deletion, { customer_id: customerId }: Doc<"tasks">): readonly Part[] {
  if (task !== "deleteCustomer") return PARTS[task];
  const id = must(customerId, "the customer of a deletion");
  return [
    async (ctx, workspaceId) => await deleteJobsOf(ctx, workspaceId, id),
    async (ctx, workspaceId) => await deleteOneCustomer(ctx, workspaceId, id),
  ];
}

/**
 * Deletes the rows of a table, found by any index that begins with the workspace. `count` is their name in the result.
 * Rows that the specification does not count have none, such as stock, which is the sum of the transactions.
 */
function rowsOf(
  table: TableNames,
  { index = "by_workspace", count, most = ROW_BATCH_SIZE }: DeletedRows = {},
): Part {
  return async (ctx, workspaceId) => {
    const rows = await ctx.db
      .query(table as "customers")
      .withIndex(index as "by_workspace", (q) => q.eq("workspaceId", workspaceId))
      .take(most);
    for (const { _id } of rows) await ctx.db.delete(table as "customers", _id);
    if (rows.length === 0) return null;
    return count === undefined ? {} : { [count]: rows.length };
  };
}

/**
 * Uploads on no job, with their thumbnails. Files on a job were deleted with it. Files that still count as used
 * although no job is left come last: thumbnails, and files with a wrong count.
 */
async function deleteFiles(ctx: MutationCtx, workspaceId: string): Promise<Counts | null> {
  const files = await ctx.db
    .query("files")
    .withIndex("by_workspace_and_storage", (q) => q.eq("workspaceId", workspaceId))
    .take(ROW_BATCH_SIZE);
  const uploads = files.filter(({ uses }) => uses === 0);
  for (const file of uploads.length > 0 ? uploads : files) await ctx.db.delete("files", file._id);
  return files.length === 0 ? null : {};
}
