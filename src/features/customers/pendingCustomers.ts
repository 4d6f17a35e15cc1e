/** The customers who are created with a job that waits on this device. */
import type { Id } from "@convex/_generated/dataModel";
import { customerInput } from "@domain/customerInput";
import type { OutboxItem } from "@/lib/outbox/outboxItem";
import type { FoundCustomer } from "./FoundCustomer";

/** Whether the server does not have them yet, and so no id for them. */
export function isPendingCustomer({
  customer_id,
  clientKey,
}: FoundCustomer): boolean {
  return customer_id === clientKey;
}

/** The last one first. */
export function pendingCustomers(
  items: readonly OutboxItem[],
): FoundCustomer[] {
  return items.flatMap((item) => pendingCustomer(item) ?? []).toReversed();
}

/**
 * The new customer of a job that waits: named by the job's client key, as the
 * server will know them. Null if the job is of a known customer.
 */
export function pendingCustomer({
  creates,
  args,
  at,
}: OutboxItem): FoundCustomer | null {
  const { job_customer_id: known, customer } = args;
  if (creates === undefined || known !== undefined) return null;
  const input = customerInput.safeParse(customer);
  if (!input.success) return null;
  const filled = Object.entries(input.data).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return {
    _id: creates as Id<"customers">,
    _creationTime: at,
    customer_id: creates,
    clientKey: creates,
    customer_name: input.data.customer_name,
    ...Object.fromEntries(filled),
  };
}
