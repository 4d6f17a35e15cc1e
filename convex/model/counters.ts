import type { MutationCtx } from "../_generated/server";
import { customerIdOf, FIRST_CUSTOMER_NUMBER } from "../../domain/customers";

/** The next readable customer id of the workspace; each is given once. */
export async function nextCustomerId(
  ctx: MutationCtx,
  workspaceId: string,
): Promise<string> {
  const counter = await ctx.db
    .query("counters")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .unique();
  if (counter === null) {
    const lastCustomerNumber = FIRST_CUSTOMER_NUMBER;
    await ctx.db.insert("counters", { workspaceId, lastCustomerNumber });
    return customerIdOf(lastCustomerNumber);
  }
  const lastCustomerNumber = counter.lastCustomerNumber + 1;
  await ctx.db.patch("counters", counter._id, { lastCustomerNumber });
  return customerIdOf(lastCustomerNumber);
}
