import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type FoundCustomer = FunctionReturnType<typeof api.customers.search>[number];

/** True for a customer without an id, because the server does not have them yet. */
export function isWaitingCustomer({ customer_id, clientKey }: FoundCustomer): boolean {
  return customer_id === clientKey;
}
