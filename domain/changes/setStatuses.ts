import { invalidData, Refusal } from "../refusals";
import { LIST_LIMITS } from "../inputLimits";
import { jobChange } from "../jobInput";
import { JOBS_CHANGED_ALREADY, type JobStatus } from "../jobs";
import { parseInput, type Change } from "./change";
import { clearNulls } from "./fields";

/** A job, by its id or client key, with the status that the person saw. */
interface SeenJob {
  readonly id: string;
  readonly seen: JobStatus;
}

export interface SetStatusesArgs {
  readonly jobs: readonly SeenJob[];
  /** The status of all of them from now on. */
  readonly job_status: string;
}

/** Gives jobs one status. A job whose status is not the one that the person saw keeps it: somebody else has set it. */
export const setStatuses: Change<SetStatusesArgs> = {
  call: "jobs:setStatuses",
  reads: ({ jobs }) => ({ jobs: jobs.map(({ id }) => id) }),
  apply: (rows, { jobs, job_status }) => {
    if (jobs.length === 0)
      throw new Refusal(invalidData("jobs", LIST_LIMITS.jobs.sentence));
    const fields = clearNulls(parseInput(jobChange, { job_status }));
    const writes = jobs.flatMap(({ id, seen }) => {
      const row = rows.job(id);
      return row?.job_status === seen
        ? [{ kind: "patch", table: "jobs", row, fields } as const]
        : [];
    });
    if (writes.length === 0)
      throw new Refusal({ code: "CONFLICT", message: JOBS_CHANGED_ALREADY });
    return writes;
  },
};
