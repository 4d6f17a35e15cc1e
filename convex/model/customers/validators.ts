import { v, type Infer, type ObjectType } from "convex/values";
import { OBTAINED_TYPES } from "../../../domain/customer/customers";
import { changeArgs, clientKeyField, demoField, literals, systemFields } from "../validators";

/**
 * The stored fields of a customer that a person enters. The document that
 * clients receive and the arguments of create and update follow from this list.
 */
const enteredFields = {
  customer_name: v.string(),
  customer_phone: v.optional(v.string()),
  customer_email: v.optional(v.string()),
  customer_obtained_type: v.optional(literals(OBTAINED_TYPES)),
};

export const customerFields = {
  customer_id: v.string(),
  ...enteredFields,
  ...demoField,
  ...clientKeyField,
};

/**
 * Imported details of a customer that have no field. Flat lists, as the history records them; `cities` has an entry for
 * each of the addresses, empty where no city is known.
 */
export const customerDetailFields = {
  customerId: v.id("customers"),
  addresses: v.array(v.string()),
  cities: v.array(v.string()),
  /** Each with the title of its column: "Gate code: 1234". */
  texts: v.array(v.string()),
};

export const details = v.object({
  places: v.array(v.object({ job_address: v.string(), job_city: v.optional(v.string()) })),
  texts: v.array(v.string()),
});

/** A customer as clients receive it. */
export const customer = v.object({
  ...systemFields("customers"),
  ...customerFields,
});

export const customerName = customer.pick("customer_id", "customer_name");

/** Customers who share a phone number or an e-mail address, the oldest first. `total` counts the sets not shown too. */
export const sharedContacts = v.object({
  total: v.number(),
  sets: v.array(v.array(customer)),
});

/** The domain reads the obtained type from free text. */
export const newCustomerArgs = {
  ...enteredFields,
  customer_obtained_type: v.optional(v.string()),
};

export const customerChangeArgs = changeArgs(newCustomerArgs);

/** Values that a person saw, or those that a change replaced; null where empty. */
export const customerValues = v.object(customerChangeArgs);

export const customerChanged = v.union(v.null(), v.object({ replaced: customerValues }));

export type Details = Infer<typeof details>;
export type Customer = Infer<typeof customer>;
export type SharedContacts = Infer<typeof sharedContacts>;
export type CustomerName = Infer<typeof customerName>;
export type NewCustomerArgs = ObjectType<typeof newCustomerArgs>;
export type CustomerChangeArgs = ObjectType<typeof customerChangeArgs>;
