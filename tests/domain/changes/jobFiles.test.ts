import { expect, it } from "vitest";
import { addFiles, moveFile, removeFile } from "@domain/changes/jobFiles";
import type { JobRow } from "@domain/changes/rows";
import { rowsOf } from "../../support/changeRows";

const JOB: JobRow = {
  _id: "j1",
  job_customer_id: "C-1001",
  customer_name: "Ann Field",
  job_address: "12 Elm St",
  job_status: "lead",
  job_categories: [],
  job_photo_estimate: [],
  job_photo_install: ["a", "b"],
  job_drawings: ["a"],
};
const ROWS = rowsOf({ job: () => JOB });
const ARGS = { id: "j1", field: "job_photo_install" } as const;
const patch = (list: readonly string[]) => [
  {
    kind: "patch",
    table: "jobs",
    row: JOB,
    fields: { job_photo_install: list },
  },
];

it("new files stand behind those of the list, each once", () => {
  expect(addFiles.apply(ROWS, { ...ARGS, fileIds: ["d", "a", "c"] })).toEqual(
    patch(["a", "b", "d", "c"]),
  );
});

it("a file is removed from its list and moved in it", () => {
  expect(removeFile.apply(ROWS, { ...ARGS, fileId: "a" })).toEqual(patch(["b"]));
  const moved = { ...ARGS, fileId: "b", after: null };
  expect(moveFile.apply(ROWS, moved)).toEqual(patch(["b", "a"]));
});
