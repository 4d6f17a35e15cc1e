import { requireJob, type Change } from "./change";
import type { Subject } from "./subjects";

interface DeleteJobArgs {
  readonly id: string;
}

export const deleteJob = {
  call: "jobs:deleteJob",
  reads: ({ id }) => ({ job: id }),
  apply: (rows, { id }) => [{ kind: "delete", table: "jobs", row: requireJob(rows, id) }],
  make: (subject: Subject) => ({
    args: { id: subject.key },
    subject,
    field: null,
    label: "Delete",
  }),
} satisfies Change<DeleteJobArgs>;
