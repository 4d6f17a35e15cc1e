import { expect, it } from "vitest";
import {
  changesCopies,
  customerCopies,
  leftJobs,
  type JobRow,
  type Write,
} from "@domain/changes/change";

const aRow = (fields: Partial<JobRow>): JobRow => ({
  _id: "j1",
  job_customer_id: "C-1001",
  customer_name: "Ann Field",
  job_address: "12 Elm St",
  job_status: "lead",
  job_categories: [],
  job_photo_estimate: [],
  job_photo_install: [],
  job_drawings: [],
  ...fields,
});

it("the jobs that a change leaves are those of which it writes nothing, or not this field", () => {
  const patch = (row: JobRow, fields: Partial<JobRow>): Write => ({
    kind: "patch",
    table: "jobs",
    row,
    fields,
  });
  const writes = [
    patch(aRow({ _id: "j1" }), { job_estimate_date: 1 }),
    patch(aRow({ _id: "j2", clientKey: "key-2" }), { job_status: "called" }),
    {
      kind: "patch",
      table: "customers",
      row: { _id: "c1", customer_id: "C-1001", customer_name: "Ann Field" },
      fields: { customer_name: "Ann Vale" },
    },
  ] as const satisfies readonly Write[];
  const left = (...jobs: Parameters<typeof leftJobs>[0]) =>
    leftJobs(jobs, writes);
  expect(left({ id: "j1" }, { id: "key-2" }, { id: "j2" })).toEqual([]);
  expect(left({ id: "c1" }, { id: "gone" })).toEqual(["c1", "gone"]);
  expect(
    left(
      { id: "j1", field: "job_estimate_date" },
      { id: "j1", field: "job_install_date" },
    ),
  ).toEqual(["j1"]);
});

it("a job copies the id, the name and the phone of its customer, and follows their changes", () => {
  expect(
    customerCopies({
      customer_id: "C-1001",
      customer_name: "Ann Field",
      customer_phone: "6145550101",
      customer_email: "ann@example.com",
    }),
  ).toEqual({
    job_customer_id: "C-1001",
    customer_name: "Ann Field",
    job_customer_phone: "6145550101",
  });
  expect(changesCopies({ customer_name: "Ann Vale" })).toBe(true);
  expect(changesCopies({ customer_phone: undefined })).toBe(true);
  expect(changesCopies({ customer_email: "ann@example.com" })).toBe(false);
});
