import { useQuery } from "convex/react";
import { api } from "@convex/_generated/api";
import { normalizePhone, PHONE_DIGITS } from "@domain/phone";
import type { FoundCustomer } from "./useCustomerSearch";

/** Who has this number already: the moment to notice a second record of the same person. */
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
