import { expect, it } from "vitest";
import type { CustomerRow } from "@domain/changes/rows";
import { createJob, type CreateJobArgs } from "@domain/changes/createJob";
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
  createJob.apply(
    ROWS,
    { job_address: "12 Elm St", ...args },
    { customerId: "C-1002" },
  );

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
