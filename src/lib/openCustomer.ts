import { SharedValue, useSharedValue } from "./SharedValue";

/** The search parameter of any screen's URL that names the open customer. */
export const CUSTOMER_PARAMETER = "customer";

const requested = new SharedValue<string | null>(null);

/** Opens the customer's dialog over the current screen. Null once the dialog is open. */
export function openCustomer(customerId: string | null): void {
  requested.set(customerId);
}

export function useRequestedCustomer(): string | null {
  return useSharedValue(requested);
}
