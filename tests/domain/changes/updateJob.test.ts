import { expect, it } from "vitest";
import type { CustomerRow, JobRow } from "@domain/changes/rows";
import { updateJob } from "@domain/changes/updateJob";
import { rowsOf } from "../../support/changeRows";

const ANN: CustomerRow = {
  _id: "c1",
  customer_id: "C-1001",
  customer_name: "Ann Field",
  customer_phone: "6145550101",
};
const BO: CustomerRow = {
  _id: "c2",
  customer_id: "C-1002",
  customer_name: "Bo Ek",
};
const JOB: JobRow = {
  _id: "j1",
  job_customer_id: "C-1001",
  customer_name: "Ann Field",
  job_customer_phone: "6145550101",
  job_address: "12 Elm St",
  job_status: "lead",
  job_categories: [],
  job_photo_estimate: [],
  job_photo_install: [],
  job_drawings: [],
};
const ROWS = rowsOf({
  job: (id) => (id === "j1" ? JOB : undefined),
  customer: (id) => [ANN, BO].find(({ customer_id }) => customer_id === id),
});

type Args = Parameters<typeof updateJob.apply>[1];

/** The written fields, by the row. */
const written = (args: Omit<Args, "id">) =>
  updateJob
    .apply(ROWS, { id: "j1", ...args })
    .map((write) => (write.kind === "patch" ? [write.row._id, write.fields] : [write.kind]));

const COPIES_OF_BO = {
  job_customer_id: "C-1002",
  customer_name: "Bo Ek",
  job_customer_phone: undefined,
};

it("reads the job, its customer only for a correction, and each customer that is named", () => {
  expect(updateJob.reads({ id: "j1" })).toEqual({
    job: "j1",
    customers: [],
    customerOfJob: false,
  });
  expect(
    updateJob.reads({
      id: "j1",
      customer: {},
      customer_id: "C-1001",
      job_customer_id: "C-1002",
    }),
  ).toEqual({
    job: "j1",
    customers: ["C-1001", "C-1002"],
    customerOfJob: true,
  });
});

it("a job follows the correction of its customer", () => {
  const customer = { customer_name: "Ann Vale", customer_phone: null };
  const correction = { customer_name: "Ann Vale", customer_phone: undefined };
  expect(written({ customer })).toEqual([
    ["c1", correction],
    [
      "j1",
      {
        job_customer_id: "C-1001",
        customer_name: "Ann Vale",
        job_customer_phone: undefined,
      },
    ],
  ]);
});

it("a job copies its new customer, and not what was corrected of another one", () => {
  expect(written({ job_customer_id: "C-1002" })).toEqual([["j1", COPIES_OF_BO]]);
  const customer = { customer_name: "Ann Vale" };
  expect(written({ customer, customer_id: "C-1001", job_customer_id: "C-1002" })).toEqual([
    ["c1", customer],
    ["j1", COPIES_OF_BO],
  ]);
});

it("corrects the job's customer where the named one was merged into another", () => {
  const customer = { customer_name: "Ann Vale" };
  expect(written({ customer, customer_id: "C-9" })[0]).toEqual(["c1", customer]);
});
