import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import { changesCopies } from "../../../domain/changes/rows";
import { isTrashKey } from "../../../domain/history/trashKeys";
import { changedFields } from "../../../domain/changes/fields";
import type { Deriving, Written } from "../written";
import { updateCustomerCopies } from "./copies";
import { deleteCustomerSearch, isSearchedCustomer, writeCustomerSearch } from "./search";

/** Updates the search words of the customers whom written details are or were about. */
export async function updateDerivedOfDetails(
  deriving: Deriving,
  { before, after }: Written<Doc<"customerDetails">>,
): Promise<void> {
  for (const row of [before, after]) if (row !== null) deriving.toSearch.add(row.customerId);
  if (!deriving.isStep) await writeSearches(deriving);
}

/** Writes the search words that the writes before have made obsolete. */
export async function writeSearches({
  ctx,
  toSearch,
}: Pick<Deriving, "ctx" | "toSearch">): Promise<void> {
  for (const id of toSearch) {
    const customer = await ctx.db.get("customers", id);
    if (customer !== null && !isTrashKey(customer.workspaceId))
      await writeCustomerSearch(ctx, customer);
  }
  toSearch.clear();
}

/** Updates the search words of a written customer, and the copies in their jobs. */
export async function updateDerivedOfCustomer(
  deriving: Deriving,
  { before, after, isRestored = false }: Written<Doc<"customers">>,
): Promise<void> {
  const { ctx, isStep } = deriving;
  if (after === null) {
    if (before !== null) await deleteCustomerSearch(ctx, before);
    return;
  }
  const change = before === null ? after : changedFields(before, after);
  if (isSearchedCustomer(change)) {
    if (isStep) deriving.toSearch.add(after._id);
    else await writeCustomerSearch(ctx, after);
  }
  if (before === null || isRestored || !changesCopies(change)) return;
  // A step changes many customers, each of whom may have many jobs.
  if (isStep)
    await ctx.scheduler.runAfter(0, internal.customers.followOn, {
      customerId: after._id,
      cursor: null,
    });
  else await updateCustomerCopies(ctx, after, null);
}
