import { requireJob, type Change } from "./change";

export const deleteJob: Change<{ readonly id: string }> = {
  call: "jobs:deleteJob",
  reads: ({ id }) => ({ job: id }),
  apply: (rows, { id }) => [
    { kind: "delete", table: "jobs", row: requireJob(rows, id) },
  ],
};
