import { expect, it } from "vitest";
import type { CustomerRow } from "@domain/changes/rows";
import { createJob, withJobChange, type CreateJobArgs } from "@domain/changes/createJob";
import { rowsOf } from "../../support/changeRows";

const ANN: CustomerRow = {
  _id: "c1",
  customer_id: "C-1001",
  customer_name: "Ann Field",
  customer_email: "ann@example.com",
};
const ROWS = rowsOf({
  customer: (id) => (id === "C-1001" ? ANN : undefined),
});
const written = (args: Omit<CreateJobArgs, "job_address">) =>
  createJob.apply(ROWS, { job_address: "12 Elm St", ...args }, { customerId: "C-1002" });

const JOB = {
  job_address: "12 Elm St",
  job_status: "lead",
  job_categories: [],
  job_photo_estimate: [],
  job_photo_install: [],
  job_drawings: [],
};

it("a new customer has the client key of the job, so that the device can name both", () => {
  const args = { customer: { customer_name: " Bo Ek " }, clientKey: "key-1" };
  expect(createJob.reads({ job_address: "12 Elm St", ...args })).toEqual({});
  expect(written(args)).toEqual([
    {
      kind: "insert",
      table: "customers",
      fields: {
        customer_id: "C-1002",
        customer_name: "Bo Ek",
        clientKey: "key-1",
      },
    },
    {
      kind: "insert",
      table: "jobs",
      fields: {
        ...JOB,
        job_customer_id: "C-1002",
        customer_name: "Bo Ek",
        clientKey: "key-1",
      },
    },
  ]);
});

it("a job of a known customer copies what is corrected, and keeps its files", () => {
  const writes = written({
    job_customer_id: "C-1001",
    customer: { customer_phone: "614 555 0101" },
    job_drawings: ["a", "a", "b"],
  });
  expect(writes).toEqual([
    {
      kind: "patch",
      table: "customers",
      row: ANN,
      fields: { customer_phone: "6145550101" },
    },
    {
      kind: "insert",
      table: "jobs",
      fields: {
        ...JOB,
        job_customer_id: "C-1001",
        customer_name: "Ann Field",
        job_customer_phone: "6145550101",
        job_drawings: ["a", "b"],
      },
    },
  ]);
});

const forNew = {
  job_address: "9 Elm Street",
  clientKey: "key-1",
  customer: { customer_name: "Ann Field", customer_phone: "5550100001" },
};

it.each([
  [{ id: "key-1", jobs_price: 5, base: { jobs_price: 4 } }, { jobs_price: 5 }],
  [{ job_notes: null }, {}],
  // A crew may mark a job that the server does not have yet.
  [{ job_status: "estimate_sent", isForward: true }, { job_status: "estimate_sent" }],
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
