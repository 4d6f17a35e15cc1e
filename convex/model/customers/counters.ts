import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { markNewWorkspace } from "../derivedVersion";
import { customerIdOf, FIRST_CUSTOMER_NUMBER } from "../../../domain/customer/customers";

/** Takes the next readable customer id of the workspace. Each is given once. */
export async function nextCustomerId(ctx: MutationCtx, workspaceId: string): Promise<string> {
  const counter = await getCounter(ctx, workspaceId);
  if (counter === null) {
    const lastCustomerNumber = FIRST_CUSTOMER_NUMBER;
    await ctx.db.insert("counters", { workspaceId, lastCustomerNumber });
    await markNewWorkspace(ctx, workspaceId);
    return customerIdOf(lastCustomerNumber);
  }
  const lastCustomerNumber = counter.lastCustomerNumber + 1;
  await ctx.db.patch("counters", counter._id, { lastCustomerNumber });
  return customerIdOf(lastCustomerNumber);
}

/** Reads the number that the next customer will get. */
export async function nextCustomerNumber(ctx: QueryCtx, workspaceId: string): Promise<number> {
  const counter = await getCounter(ctx, workspaceId);
  return counter === null ? FIRST_CUSTOMER_NUMBER : counter.lastCustomerNumber + 1;
}

async function getCounter(ctx: QueryCtx, workspaceId: string): Promise<Doc<"counters"> | null> {
  return await ctx.db
    .query("counters")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .unique();
}
