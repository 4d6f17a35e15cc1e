import { customerChange } from "../customer/customerInput";
import { FIELDS } from "../calls/fields";
import { parseInput, type InputOf } from "../calls/inputRules";
import { notFoundData, Refusal } from "../calls/refusals";
import type { Change } from "./change";
import { clearNulls } from "./fields";
import { customerSubject, type NamedCustomer } from "./subjects";

export type CustomerField = keyof typeof customerChange;

interface UpdateCustomerArgs extends InputOf<typeof customerChange> {
  /** For example "C-1001", or the client key. */
  readonly customer_id: string;
  /** What the person saw of the field; null where it was empty. */
  readonly base?: Readonly<Record<string, unknown>> | undefined;
}

interface FieldOfCustomer {
  readonly name: CustomerField;
  /** Null clears the field. */
  readonly value: string | null;
  readonly seen: string | null;
}

/** Changes fields of a customer. The copies in the customer's jobs follow. */
export const updateCustomer = {
  call: "customers:update",
  reads: ({ customer_id }) => ({ customers: [customer_id] }),
  apply: (rows, { customer_id, ...change }) => {
    const row = rows.customer(customer_id);
    if (row === undefined) throw new Refusal(notFoundData("customer", "customer_id"));
    const fields = clearNulls(parseInput(customerChange, change));
    return [{ kind: "patch", table: "customers", row, fields }];
  },
  values: ({ customer_id: _id, base: _base, ...change }) => Object.keys(change),
  answer: ({ replaced }) => replaced && { replaced },
  make: (customer: NamedCustomer, { name, value, seen }: FieldOfCustomer) => ({
    args: {
      customer_id: customer.customer_id,
      [name]: value,
      base: { [name]: seen },
    },
    subject: customerSubject(customer),
    // Their jobs may correct the customer too, or still have to create the customer.
    needs: [customer.customer_id],
    field: name,
    label: FIELDS[name].label,
  }),
} satisfies Change<UpdateCustomerArgs>;
