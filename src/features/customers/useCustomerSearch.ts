import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "@convex/_generated/api";
import { useDebounced } from "@/lib/useDebounced";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";

export type FoundCustomer = FunctionReturnType<
  typeof api.customers.search
>[number];

/** Best matches first; `undefined` until the first answer. */
export function useCustomerSearch(
  typed: string,
): readonly FoundCustomer[] | undefined {
  const term = useDebounced(typed.trim(), 150);
  return useKeepPreviousData(useQuery(api.customers.search, { term }));
}
