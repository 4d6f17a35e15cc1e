import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { customerWordRows } from "../../../domain/names/namePairs";
import { nameWords } from "../../../domain/names/similarNames";
import {
  searchText,
  searchWords,
  SEARCHED_CUSTOMER_FIELDS,
  searchedOfCustomer,
} from "../../../domain/names/search";
import { detailRowsOf } from "./details";
import { addNameWords, removeNameWords } from "../search/names";
import { NO_WORDS, writeWords } from "../search/words";

export function isSearchedCustomer(change: Partial<Doc<"customers">>): boolean {
  return SEARCHED_CUSTOMER_FIELDS.some((field) => field in change);
}

export async function writeCustomerSearch(
  ctx: MutationCtx,
  customer: Doc<"customers">,
): Promise<void> {
  const details = await detailRowsOf(ctx, customer);
  const words = searchWords(searchedOfCustomer(customer, details));
  const names = nameWords(customer.customer_name);
  const removed = await writeWords(ctx, nameOf(customer), {
    words: customerWordRows(words, customer.customer_name),
    text: searchText(words),
  });
  await addNameWords(ctx, customer.workspaceId, names);
  await removeNameWords(ctx, customer.workspaceId, removed);
}

export async function deleteCustomerSearch(
  ctx: MutationCtx,
  customer: Doc<"customers">,
): Promise<void> {
  await writeWords(ctx, nameOf(customer), NO_WORDS);
  // Only the words of the name: each word costs a search for another customer who has it.
  const names = nameWords(customer.customer_name);
  await removeNameWords(ctx, customer.workspaceId, names);
}

function nameOf({ workspaceId, _id, _creationTime }: Doc<"customers">) {
  const createdAt = _creationTime;
  return { workspaceId, rowId: _id, createdAt };
}
