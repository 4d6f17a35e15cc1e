import { expect, it } from "vitest";
import { withJobChange } from "@domain/newJobs";

const forNew = {
  job_address: "9 Elm Street",
  clientKey: "key-1",
  customer: { customer_name: "Ann Field", customer_phone: "5550100001" },
};

it.each([
  [{ id: "key-1", jobs_price: 5, base: { jobs_price: 4 } }, { jobs_price: 5 }],
  [{ job_notes: null }, {}],
  [{ customer_id: "key-1" }, {}],
  [
    { customer: { customer_email: null, customer_name: "Ann Vale" } },
    {
      customer: { customer_name: "Ann Vale", customer_phone: "5550100001" },
    },
  ],
])("makes %j part of a new job", (change, expected) => {
  expect(withJobChange(forNew, change)).toEqual({ ...forNew, ...expected });
});

it("drops what was typed of a customer when another one is chosen, and lets a change clear a chosen one", () => {
  const { customer: _typed, ...job } = forNew;
  const chosen = withJobChange(forNew, { job_customer_id: "C-1001" });
  expect(chosen).toEqual({ ...job, job_customer_id: "C-1001" });
  const cleared = { customer: { customer_phone: null } };
  expect(withJobChange(chosen, cleared)).toEqual({ ...chosen, ...cleared });
});
