import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "@convex/_generated/api";
import { useDebounced } from "@/lib/useDebounced";
import { cutSearch } from "@domain/inputLimits";
import { normalizePhone, PHONE_DIGITS } from "@domain/phone";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";

export type FoundCustomer = FunctionReturnType<
  typeof api.customers.search
>[number];

/** Best matches first; `undefined` until the first result. */
export function useCustomerSearch(
  typed: string,
): readonly FoundCustomer[] | undefined {
  const term = useDebounced(cutSearch(typed.trim()), 150);
  return useKeepPreviousData(useQuery(api.customers.search, { term }));
}

/** The customer who already has this complete phone number, if any. */
export function useCustomerWithPhone(phone: string): FoundCustomer | null {
  const digits = normalizePhone(phone);
  const found = useQuery(
    api.customers.search,
    digits.length === PHONE_DIGITS ? { term: digits } : "skip",
  );
  return (
    found?.find(
      ({ customer_phone }) => normalizePhone(customer_phone ?? "") === digits,
    ) ?? null
  );
}
