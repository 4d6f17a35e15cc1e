import { expect, it } from "vitest";
import { moveVisits } from "@domain/changes/moveVisits";
import type { JobRow } from "@domain/changes/rows";
import { DATE_OUT_OF_RANGE } from "@domain/job/jobInput";
import { rowsOf } from "../../support/changeRows";

const [FROM, TO] = [Date.UTC(2026, 10, 20, 14), Date.UTC(2026, 10, 21, 14)];

const JOB: JobRow = {
  _id: "j1",
  job_customer_id: "C-1001",
  customer_name: "Ann Field",
  job_address: "12 Elm St",
  job_status: "lead",
  job_categories: [],
  job_estimate_date: FROM,
  job_photo_estimate: [],
  job_photo_install: [],
  job_drawings: [],
};
const ROWS = rowsOf({ job: (id) => (id === "j1" ? JOB : undefined) });
const field = "job_estimate_date";
const apply = (...visits: Parameters<typeof moveVisits.apply>[1]["visits"]) =>
  moveVisits.apply(ROWS, { visits });

it("moves the visits that are where the person saw them", () => {
  const moved = { id: "j1", field, from: FROM, to: TO } as const;
  expect(apply({ ...moved, from: FROM + 1 }, moved, { ...moved, id: "j2" })).toEqual([
    {
      kind: "patch",
      table: "jobs",
      row: JOB,
      fields: { job_estimate_date: TO },
    },
  ]);
  const data = { code: "CONFLICT" };
  expect(() => apply({ ...moved, id: "j2" })).toThrow(
    expect.objectContaining({ data: expect.objectContaining(data) as unknown }),
  );
});

it("names the one of several visits whose time is refused", () => {
  const moved = { id: "j1", field, from: FROM, to: TO } as const;
  const never = { ...moved, to: 0 };
  expect(() => apply(moved, never)).toThrow(`Row 2: ${DATE_OUT_OF_RANGE}`);
  expect(() => apply(never)).toThrow(/^Choose/);
});
