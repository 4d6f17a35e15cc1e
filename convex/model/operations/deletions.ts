import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../../_generated/server";
import { JOB_FILE_FIELDS } from "../../../domain/jobs";
import { isDeletion, type Deletion } from "../../../domain/tasks";
import { resetCounter } from "../customers/counters";
import { deleteFile } from "../files/files";
import { deleteJob } from "../jobs/jobs";
import {
  endTask,
  lookAgain,
  moveTask,
  requireTask,
  runTask,
  type Counts,
} from "./operations";

/**
 * Deleting much. A step deletes some rows of the first kind that has any, so
 * jobs go before their customers. Only a step that finds nothing at all is the
 * last: what a teammate adds in the meantime goes too.
 */
const JOBS_AT_ONCE = 100;
const FILES_AT_ONCE = 300;
const ROWS_AT_ONCE = 250;

/** Deletes some rows of a kind; what it counts, or null where none are left. */
type Part = (ctx: MutationCtx, workspaceId: string) => Promise<Counts | null>;

const CUSTOMERS_AND_JOBS: readonly Part[] = [someJobs, someCustomers];

const INVENTORY: readonly Part[] = [
  someTxns,
  someColorStock,
  someItemStock,
  somePrices,
  someItems,
  someColors,
];

const PARTS: Readonly<Record<Deletion, readonly Part[]>> = {
  deleteCustomersAndJobs: CUSTOMERS_AND_JOBS,
  deleteInventory: INVENTORY,
  deleteAllData: [...CUSTOMERS_AND_JOBS, ...INVENTORY, someFiles],
};

/** Deletes it all. Answers the counts by the names of the specification. */
export async function runDeletion(
  ctx: ActionCtx,
  workspaceId: string,
  task: Deletion,
): Promise<Counts> {
  return await runTask(ctx, { workspaceId, task }, async (taskId) => {
    let isDone = false;
    while (!isDone)
      isDone = await ctx.runMutation(internal.tasks.deleteSome, { taskId });
  });
}

/**
 * One step; whether it was the last. The task still runs then, so that no other takes its place before its counts are told.
 */
export async function deleteSome(
  ctx: MutationCtx,
  taskId: Id<"tasks">,
): Promise<boolean> {
  const task = await requireTask(ctx, taskId);
  if (!isDeletion(task.task)) throw new Error(`${task.task} deletes nothing.`);
  for (const part of PARTS[task.task]) {
    const done = await part(ctx, task.workspaceId);
    if (done === null) continue;
    await moveTask(ctx, task, done);
    return false;
  }
  // Ids are given anew only where there is nothing left that could bear one.
  if (task.task === "deleteAllData") await resetCounter(ctx, task.workspaceId);
  return true;
}

/**
 * The scheduler's look at a task that was seen at `movedAt`. A deletion that
 * has not moved since lost its action, and goes on here step by step.
 */
export async function carryOn(
  ctx: MutationCtx,
  { taskId, movedAt }: { taskId: Id<"tasks">; movedAt: number },
): Promise<void> {
  const task = await ctx.db.get("tasks", taskId);
  if (task === null || !task.isRunning) return;
  if (task.movedAt !== movedAt) {
    await lookAgain(ctx, { taskId, movedAt: task.movedAt });
    return;
  }
  if (!isDeletion(task.task) || (await deleteSome(ctx, taskId))) {
    await endTask(ctx, taskId);
    return;
  }
  const moved = await requireTask(ctx, taskId);
  await ctx.scheduler.runAfter(0, internal.tasks.carryOn, {
    taskId,
    movedAt: moved.movedAt,
  });
}

async function someJobs(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<Counts | null> {
  const jobs = await ctx.db
    .query("jobs")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .take(JOBS_AT_ONCE);
  let jobsDeleted = 0;
  let files = 0;
  for (const job of jobs) {
    // A file costs as much as a job, and a job may have hundreds.
    if (files >= FILES_AT_ONCE) break;
    await deleteJob(ctx, job);
    jobsDeleted += 1;
    for (const field of JOB_FILE_FIELDS) files += job[field].length;
  }
  return jobsDeleted === 0 ? null : { jobsDeleted };
}

async function someCustomers(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<Counts | null> {
  const customers = await ctx.db
    .query("customers")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .take(ROWS_AT_ONCE);
  for (const { _id } of customers) await ctx.db.delete("customers", _id);
  return counted("customersDeleted", customers);
}

async function someTxns(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<Counts | null> {
  const txns = await ctx.db
    .query("inventoryTxns")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .take(ROWS_AT_ONCE);
  for (const { _id } of txns) await ctx.db.delete("inventoryTxns", _id);
  return counted("inventoryTxnsDeleted", txns);
}

/** Stock is what the movements add up to, and is counted with none. */
async function someColorStock(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<Counts | null> {
  const stock = await ctx.db
    .query("inventoryColorStock")
    .withIndex("by_workspace_and_category_and_color", (q) =>
      q.eq("workspaceId", workspaceId),
    )
    .take(ROWS_AT_ONCE);
  for (const { _id } of stock) await ctx.db.delete("inventoryColorStock", _id);
  return stock.length === 0 ? null : {};
}

async function someItemStock(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<Counts | null> {
  const stock = await ctx.db
    .query("inventoryItemStock")
    .withIndex("by_workspace_and_item_and_color_and_size", (q) =>
      q.eq("workspaceId", workspaceId),
    )
    .take(ROWS_AT_ONCE);
  for (const { _id } of stock) await ctx.db.delete("inventoryItemStock", _id);
  return stock.length === 0 ? null : {};
}

async function somePrices(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<Counts | null> {
  const prices = await ctx.db
    .query("inventoryPrices")
    .withIndex("by_workspace_and_item_and_size", (q) =>
      q.eq("workspaceId", workspaceId),
    )
    .take(ROWS_AT_ONCE);
  for (const { _id } of prices) await ctx.db.delete("inventoryPrices", _id);
  return counted("inventoryPricesDeleted", prices);
}

async function someItems(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<Counts | null> {
  const items = await ctx.db
    .query("inventoryItems")
    .withIndex("by_workspace_and_sku", (q) => q.eq("workspaceId", workspaceId))
    .take(ROWS_AT_ONCE);
  for (const { _id } of items) await ctx.db.delete("inventoryItems", _id);
  return counted("inventoryItemsDeleted", items);
}

async function someColors(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<Counts | null> {
  const colors = await ctx.db
    .query("inventoryColors")
    .withIndex("by_workspace_and_number", (q) =>
      q.eq("workspaceId", workspaceId),
    )
    .take(ROWS_AT_ONCE);
  for (const { _id } of colors) await ctx.db.delete("inventoryColors", _id);
  return counted("inventoryColorsDeleted", colors);
}

/** Uploads that no job holds; those of jobs went with their jobs. */
async function someFiles(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<Counts | null> {
  const files = await ctx.db
    .query("files")
    .withIndex("by_workspace_and_storage", (q) =>
      q.eq("workspaceId", workspaceId),
    )
    .take(ROWS_AT_ONCE);
  for (const file of files) await deleteFile(ctx, file);
  return files.length === 0 ? null : {};
}

function counted(name: string, rows: readonly unknown[]): Counts | null {
  return rows.length === 0 ? null : { [name]: rows.length };
}
