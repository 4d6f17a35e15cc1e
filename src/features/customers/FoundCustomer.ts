import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type FoundCustomer = FunctionReturnType<
  typeof api.customers.search
>[number];

/** Whether the server does not have them yet, and so no id for them. */
export function isWaitingCustomer({
  customer_id,
  clientKey,
}: FoundCustomer): boolean {
  return customer_id === clientKey;
}
