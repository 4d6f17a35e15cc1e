/** The values of fields in a change. A customer's fields are in a nested object. */
import type { JSONValue } from "convex/values";
import type { OutboxItem } from "convex-outbox";

type Args = OutboxItem["args"];

export function valueOf(args: Args, field: string): JSONValue {
  return customerIn(args)?.[field] ?? args[field] ?? null;
}

/** The arguments with other values of the fields, nested as in the change. */
export function argsOf(args: Args, values: Args): Args {
  if (customerIn(args) === null) return values;
  const { customer_id: id } = args;
  return { customer: values, ...(id !== undefined && { customer_id: id }) };
}

/** The arguments that name the row of a changed field. `key` names the job if the arguments have no id. */
export function rowIn({ id, customer_id, customer }: Args, key: string): Args {
  const isOfCustomer = customer_id !== undefined && customer === undefined;
  return isOfCustomer ? { customer_id } : { id: id ?? key };
}

function customerIn({ customer }: Args): Args | null {
  const isObject = typeof customer === "object" && customer !== null;
  return isObject && !Array.isArray(customer) ? customer : null;
}
