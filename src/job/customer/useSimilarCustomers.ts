import { useQuery } from "convex/react";
import { api } from "@convex/_generated/api";
import type { FoundCustomer } from "./FoundCustomer";

/** Heads the customers whose names are spelled or sound like a searched one. */
export const DID_YOU_MEAN = "Did you mean";

const NONE: readonly FoundCustomer[] = [];

/** Customers whose names are like a text that the exact search did not find. None if `term` is null. */
export function useSimilarCustomers(
  term: string | null,
  { withJobs = false } = {},
): readonly FoundCustomer[] | undefined {
  const found = useQuery(api.customers.similar, term === null ? "skip" : { term, withJobs });
  return term === null ? NONE : found;
}
