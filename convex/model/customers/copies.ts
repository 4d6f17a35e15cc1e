import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { customerCopies } from "../../../domain/changes/rows";
import { changedFields, isEmpty } from "../../../domain/changes/fields";

/** How many jobs are updated in one transaction, each with its search words. */
const JOB_BATCH_SIZE = 50;

/**
 * Updates the copies in the customer's jobs, starting at the cursor. Further
 * batches run as scheduled functions. Each reads the customer again, so the
 * last change wins.
 */
export async function updateCustomerCopies(
  ctx: MutationCtx,
  customer: Doc<"customers">,
  cursor: string | null,
): Promise<void> {
  const jobs = await ctx.db
    .query("jobs")
    .withIndex("by_workspace_and_customer", (q) =>
      q
        .eq("workspaceId", customer.workspaceId)
        .eq("job_customer_id", customer.customer_id),
    )
    .paginate({ cursor, numItems: JOB_BATCH_SIZE });
  for (const job of jobs.page) await copyCustomer(ctx, job, customer);
  if (jobs.isDone) return;
  await ctx.scheduler.runAfter(0, internal.customers.followOn, {
    customerId: customer._id,
    cursor: jobs.continueCursor,
  });
}

/** Assigns the job to the customer and copies their current fields. */
export async function copyCustomer(
  ctx: MutationCtx,
  job: Doc<"jobs">,
  customer: Doc<"customers">,
): Promise<void> {
  const copies = changedFields(job, customerCopies(customer));
  if (isEmpty(copies)) return;
  await ctx.db.patch("jobs", job._id, copies);
}
