import type { OutboxItem } from "convex-outbox";

/** Keeps the changes of a customer apart from those of a job: a new customer has the client key of the job. */
const PREFIX = "customer:";

interface NamedCustomer {
  readonly customer_id: string;
  readonly customer_name: string;
}

/** The subject of a change that is made where the customer is shown, and not in one of their jobs. */
export function customerSubject({
  customer_id,
  customer_name,
}: NamedCustomer): OutboxItem["subject"] {
  return { key: PREFIX + customer_id, label: customer_name };
}

/** The customer id in the key of a subject; null for the subject of a job. */
export function customerOfSubject(key: string): string | null {
  return key.startsWith(PREFIX) ? key.slice(PREFIX.length) : null;
}
