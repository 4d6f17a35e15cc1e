/** The values of fields in a change. A customer's fields are in a nested object. */
import type { JSONValue } from "convex/values";
import type { OutboxItem } from "convex-outbox";
import type { MoveVisitsArgs } from "@domain/changes/moveVisits";

type Args = OutboxItem["args"];

export function valueOf(args: Args, field: string): JSONValue {
  return customerIn(args)?.[field] ?? args[field] ?? null;
}

/** The arguments of a change of fields that say which row it changes, and how. */
const NO_VALUES: ReadonlySet<string> = new Set([
  "id",
  "customer_id",
  "customer",
  "base",
  "isMove",
  "isForward",
]);

/** The names of the values that a change writes; null if it may write any value of its rows. */
export function writtenValues({
  call,
  args,
  field,
}: Pick<OutboxItem, "call" | "args" | "field">): readonly string[] | null {
  switch (call) {
    case "jobs:update":
    case "customers:update":
      return Object.keys({ ...args, ...customerIn(args) }).filter(
        (name) => !NO_VALUES.has(name),
      );
    case "jobs:moveVisits":
      return Array.isArray(args["visits"])
        ? (args["visits"] as unknown as MoveVisitsArgs["visits"]).map(
            ({ field: moved }) => moved,
          )
        : null;
    case "jobs:setStatuses":
      return ["job_status"];
    case "jobs:addFiles":
    case "jobs:moveFile":
    case "jobs:removeFile":
      return typeof args["field"] === "string" ? [args["field"]] : null;
    case "inventory:adjustColorQuantity":
    case "inventory:recordIntake":
      return ["stock"];
    case "inventory:upsertAliasPrices":
      return ["price5", "price6"].filter((price) => price in args);
    case "inventory:setReorderLevel":
      return field === null ? null : [field];
    default:
      return null;
  }
}

/** The arguments with other values of the fields, nested as in the change. */
export function argsOf(args: Args, values: Args): Args {
  if (customerIn(args) === null) return values;
  const { customer_id: id } = args;
  return { customer: values, ...(id !== undefined && { customer_id: id }) };
}

/** The arguments that name the row of the change of a field. `key` names the job in rows without an id. */
export function rowIn({ id, customer_id, customer }: Args, key: string): Args {
  const isOfCustomer = customer_id !== undefined && customer === undefined;
  return isOfCustomer ? { customer_id } : { id: id ?? key };
}

function customerIn({ customer }: Args): Args | null {
  const isObject = typeof customer === "object" && customer !== null;
  return isObject && !Array.isArray(customer) ? customer : null;
}
