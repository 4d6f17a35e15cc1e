import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { eachOfPage } from "../batches";
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
  const jobs = ctx.db
    .query("jobs")
    .withIndex("by_workspace_and_customer", (q) =>
      q.eq("workspaceId", customer.workspaceId).eq("job_customer_id", customer.customer_id),
    );
  const from = { position: cursor, most: JOB_BATCH_SIZE };
  const next = await eachOfPage(ctx, { rows: jobs, ...from }, (job) =>
    copyCustomer(ctx, job, customer),
  );
  if (next === null) return;
  await ctx.scheduler.runAfter(0, internal.customers.followOn, {
    customerId: customer._id,
    cursor: next,
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
