/** The jobs of one customer, as the customer's dialog shows them. */
import type { PaginationResult } from "convex/server";
import type { QueryCtx } from "../../_generated/server";
import { customerTotals } from "../../../domain/job/customerTotals";
import { clampPage, type PageOptions } from "../pages";
import { toJob } from "./jobs";
import type { CustomerTotals, Job } from "./validators";

/**
 * The limit of jobs that are added up in one read. With the most text and photos that each may have, 300 jobs stay
 * below the 16 MiB that a Convex function may read.
 */
const MAX_ADDED = 300;

export async function jobsOfCustomer(
  ctx: QueryCtx,
  workspaceId: string,
  of: { customer_id: string; paginationOpts: PageOptions },
): Promise<PaginationResult<Job>> {
  const found = await newestOf(ctx, workspaceId, of.customer_id).paginate(
    clampPage(of.paginationOpts),
  );
  return { ...found, page: found.page.map(toJob) };
}

export async function totalsOf(
  ctx: QueryCtx,
  workspaceId: string,
  { customer_id, now }: { customer_id: string; now: number },
): Promise<CustomerTotals> {
  const jobs = await newestOf(ctx, workspaceId, customer_id).take(MAX_ADDED + 1);
  return {
    ...customerTotals(jobs.slice(0, MAX_ADDED), now),
    isWhole: jobs.length <= MAX_ADDED,
  };
}

function newestOf(ctx: QueryCtx, workspaceId: string, customerId: string) {
  return ctx.db
    .query("jobs")
    .withIndex("by_workspace_and_customer", (q) =>
      q.eq("workspaceId", workspaceId).eq("job_customer_id", customerId),
    )
    .order("desc");
}
