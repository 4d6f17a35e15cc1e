import { useQuery } from "convex/react";
import { api } from "@convex/_generated/api";
import { isWaitingCustomer } from "./FoundCustomer";
import type { Customer } from "../jobForm";

/** The imported details; undefined until loaded, and for a customer whom the server does not know yet. */
export function useImportedDetails(customer: Customer | null) {
  return useQuery(
    api.imports.details,
    customer === null || isWaitingCustomer(customer)
      ? "skip"
      : { customer_id: customer.customer_id },
  );
}
