import { expect, it } from "vitest";
import { leftJobs } from "@domain/changes/change";
import type { JobRow, Write } from "@domain/changes/rows";

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

it("a change leaves the jobs of which it writes nothing, or not this field", () => {
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
  const left = (...jobs: Parameters<typeof leftJobs>[0]) => leftJobs(jobs, writes);
  expect(left({ id: "j1" }, { id: "key-2" }, { id: "j2" })).toEqual([]);
  expect(left({ id: "c1" }, { id: "gone" })).toEqual(["c1", "gone"]);
  expect(
    left({ id: "j1", field: "job_estimate_date" }, { id: "j1", field: "job_install_date" }),
  ).toEqual(["j1"]);
});
