import type * as z from "zod/mini";
import { customerChange } from "../customerInput";
import { notFoundData, Refusal } from "../refusals";
import { parseInput, type Change } from "./change";
import { clearNulls } from "./fields";

export interface UpdateCustomerArgs extends z.input<typeof customerChange> {
  /** For example "C-1001", or the client key. */
  readonly customer_id: string;
}

/** Changes fields of a customer. The copies in the customer's jobs follow. */
export const updateCustomer: Change<UpdateCustomerArgs> = {
  call: "customers:update",
  reads: ({ customer_id }) => ({ customers: [customer_id] }),
  apply: (rows, { customer_id, ...change }) => {
    const row = rows.customer(customer_id);
    if (row === undefined)
      throw new Refusal(notFoundData("customer", "customer_id"));
    const fields = clearNulls(parseInput(customerChange, change));
    return [{ kind: "patch", table: "customers", row, fields }];
  },
};
