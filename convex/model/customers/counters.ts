import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { customerIdOf, FIRST_CUSTOMER_NUMBER } from "../../../domain/customers";

/** The next readable customer id of the workspace; each is given once. */
export async function nextCustomerId(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<string> {
  const counter = await getCounter(ctx, workspaceId);
  if (counter === null) {
    const lastCustomerNumber = FIRST_CUSTOMER_NUMBER;
    await ctx.db.insert("counters", { workspaceId, lastCustomerNumber });
    return customerIdOf(lastCustomerNumber);
  }
  const lastCustomerNumber = counter.lastCustomerNumber + 1;
  await ctx.db.patch("counters", counter._id, { lastCustomerNumber });
  return customerIdOf(lastCustomerNumber);
}

/** The number of the customer who comes next. */
export async function nextCustomerNumber(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<number> {
  const counter = await getCounter(ctx, workspaceId);
  return counter === null
    ? FIRST_CUSTOMER_NUMBER
    : counter.lastCustomerNumber + 1;
}

/** Begins anew at the first number: for a workspace with nothing left in it. */
export async function resetCounter(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<void> {
  const counter = await getCounter(ctx, workspaceId);
  if (counter !== null) await ctx.db.delete("counters", counter._id);
}

async function getCounter(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Doc<"counters"> | null> {
  return await ctx.db
    .query("counters")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .unique();
}
