import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import {
  searchWords,
  SEARCHED_CUSTOMER_FIELDS,
  searchedOfCustomer,
} from "../../../domain/search";
import { writeWords } from "../search/words";

export function isSearchedCustomer(change: Partial<Doc<"customers">>): boolean {
  return SEARCHED_CUSTOMER_FIELDS.some((field) => field in change);
}

export async function writeCustomerSearch(
  ctx: MutationCtx,
  customer: Doc<"customers">,
): Promise<void> {
  const words = searchWords(searchedOfCustomer(customer));
  await writeWords(ctx, nameOf(customer), words);
}

export async function deleteCustomerSearch(
  ctx: MutationCtx,
  customer: Doc<"customers">,
): Promise<void> {
  await writeWords(ctx, nameOf(customer), []);
}

function nameOf({ workspaceId, _id, _creationTime }: Doc<"customers">) {
  const createdAt = _creationTime;
  return { workspaceId, of: "customers", rowId: _id, createdAt } as const;
}
