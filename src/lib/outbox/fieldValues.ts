/** The values of fields in a change. Those of a customer are in an object of their own. */
import type { JSONValue } from "convex/values";
import type { OutboxItem } from "./outboxItem";

type Args = OutboxItem["args"];

export function valueOf(args: Args, field: string): JSONValue {
  return customerIn(args)?.[field] ?? args[field] ?? null;
}

/** Other values of the fields, in the place where the change has them. */
export function argsOf(args: Args, values: Args): Args {
  if (customerIn(args) === null) return values;
  const { customer_id: id } = args;
  return { customer: values, ...(id !== undefined && { customer_id: id }) };
}

function customerIn({ customer }: Args): Args | null {
  const isObject = typeof customer === "object" && customer !== null;
  return isObject && !Array.isArray(customer) ? customer : null;
}
