import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { searchWords } from "../../../domain/search";
import { writeWords } from "../search/words";

/** The fields with the words by which a customer is found. */
const SEARCHED_FIELDS: readonly (keyof Doc<"customers">)[] = [
  "customer_id",
  "customer_name",
  "customer_phone",
  "customer_email",
];

export function isSearchedCustomer(change: Partial<Doc<"customers">>): boolean {
  return SEARCHED_FIELDS.some((field) => field in change);
}

export async function writeCustomerSearch(
  ctx: MutationCtx,
  customer: Doc<"customers">,
): Promise<void> {
  const { customer_id: customerId, customer_phone: phone } = customer;
  const texts = [customer.customer_name, customer.customer_email];
  const words = searchWords({ texts, customerId, phone });
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
