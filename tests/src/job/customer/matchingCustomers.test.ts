import { expect, it } from "vitest";
import { matchingCustomers } from "@/job/customer/matchingCustomers";
import { aCustomer } from "../../../support/builders";

const CUSTOMERS = [
  aCustomer({ customer_id: "C-1003", customer_name: "Rob Annison" }),
  aCustomer({ customer_id: "C-1002", customer_name: "Joan Field" }),
  aCustomer({ customer_id: "C-1001", customer_name: "Ann Field" }),
  aCustomer({
    customer_id: "C-1004",
    customer_name: "Annabel Field",
    customer_email: "bell@example.com",
    customer_phone: "5550100099",
  }),
];

const found = (typed: string) =>
  matchingCustomers(CUSTOMERS, typed).map(({ customer_name: name }) => name);

it.each([
  ["ann", ["Ann Field", "Annabel Field", "Rob Annison", "Joan Field"]],
  ["annab", ["Annabel Field"]],
  ["field", ["Ann Field", "Annabel Field", "Joan Field"]],
  ["C-1002", ["Joan Field"]],
  ["555-010-0099", ["Annabel Field"]],
  ["bell@", ["Annabel Field"]],
  ["nobody", []],
])("finds for %j %j on this device, the best match first", (typed, names) => {
  expect(found(typed)).toEqual(names);
});

it("keeps every customer in their order for an empty text", () => {
  expect(found(" ")).toEqual(CUSTOMERS.map((each) => each.customer_name));
});
