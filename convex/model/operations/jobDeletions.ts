/** Deletes jobs in batches: all of a workspace, its demo jobs, or the jobs of a customer, who is deleted with them. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { JOB_FILE_FIELDS } from "../../../domain/job/jobs";
import type { Member } from "../access";
import { getCustomer, requireCustomer } from "../customers/customers";
import { must } from "../errors";
import { ANY_MARK } from "../inventory/demoMarks";
import { beginOperation, requireOperation, type Counts } from "./operations";

/**
 * Few, because a job takes some twenty documents: its search words, its summary and its place in the trash. On one
 * machine, the changes of other offices wait for a batch.
 */
const JOB_BATCH_SIZE = 15;
const FILE_BATCH_SIZE = 50;

export async function deleteJobs(ctx: MutationCtx, workspaceId: string): Promise<Counts | null> {
  const jobs = await ctx.db
    .query("jobs")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .take(JOB_BATCH_SIZE);
  return await deleteEach(ctx, jobs);
}

export async function deleteJobsOf(
  ctx: MutationCtx,
  workspaceId: string,
  customerId: string,
): Promise<Counts | null> {
  const jobs = await ctx.db
    .query("jobs")
    .withIndex("by_workspace_and_customer", (q) =>
      q.eq("workspaceId", workspaceId).eq("job_customer_id", customerId),
    )
    .take(JOB_BATCH_SIZE);
  return await deleteEach(ctx, jobs);
}

export async function deleteOneCustomer(
  ctx: MutationCtx,
  workspaceId: string,
  customerId: string,
): Promise<Counts | null> {
  const customer = await getCustomer(ctx, workspaceId, customerId);
  if (customer === null) return null;
  await ctx.db.delete("customers", customer._id);
  return { customersDeleted: 1 };
}

export async function deleteDemoJobs(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<Counts | null> {
  const jobs = await ctx.db
    .query("jobs")
    .withIndex("by_workspace_and_demo", (q) =>
      q.eq("workspaceId", workspaceId).gte("demo", ANY_MARK),
    )
    .take(JOB_BATCH_SIZE);
  return await deleteEach(ctx, jobs);
}

async function deleteEach(ctx: MutationCtx, jobs: readonly Doc<"jobs">[]): Promise<Counts | null> {
  let jobsDeleted = 0;
  let files = 0;
  for (const job of jobs) {
    // Deleting a file costs as much as deleting a job, and a job can have hundreds.
    if (files >= FILE_BATCH_SIZE) break;
    await ctx.db.delete("jobs", job._id);
    jobsDeleted += 1;
    for (const field of JOB_FILE_FIELDS) files += job[field].length;
  }
  return jobsDeleted === 0 ? null : { jobsDeleted };
}

/** Begins the operation in the transaction that finds the customer. */
export async function beginCustomerDeletion(
  ctx: MutationCtx,
  { member, customerId }: { member: Member; customerId: string },
): Promise<{ operationId: Id<"tasks">; run: Id<"changes"> }> {
  const customer = await requireCustomer(ctx, member.workspaceId, customerId);
  const start = { member, task: "deleteCustomer", customer } as const;
  const operationId = await beginOperation(ctx, start);
  const { runId } = await requireOperation(ctx, operationId);
  return { operationId, run: must(runId, "the run of a new operation") };
}
