/** Reads all customers of an office, in pages, for an action that compares them with each other or with a file's. */
import { internal } from "../../_generated/api.js";
import type { ActionCtx, QueryCtx } from "../../_generated/server.js";
import { toCustomer } from "./customers";
import type { Customer } from "./validators";

const PAGE_SIZE = 500;

export async function allCustomers(ctx: ActionCtx, workspaceId: string): Promise<Customer[]> {
  const all: Customer[] = [];
  let cursor: string | null = null;
  do {
    const page: { customers: Customer[]; next: string | null } = await ctx.runQuery(
      internal.operations.customersToCompare,
      {
        workspaceId,
        cursor,
      },
    );
    all.push(...page.customers);
    cursor = page.next;
  } while (cursor !== null);
  return all;
}

export async function pageToCompare(
  ctx: QueryCtx,
  { workspaceId, cursor }: { workspaceId: string; cursor: string | null },
): Promise<{ customers: Customer[]; next: string | null }> {
  const { page, isDone, continueCursor } = await ctx.db
    .query("customers")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .paginate({ cursor, numItems: PAGE_SIZE });
  return {
    customers: page.map(toCustomer),
    next: isDone ? null : continueCursor,
  };
}
