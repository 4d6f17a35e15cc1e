import { parseInput } from "../calls/inputRules";
import { jobChange } from "../job/jobInput";
import { JOBS_CHANGED_ALREADY, jobStatusLabel, type JobStatus } from "../job/jobs";
import { Refusal } from "../calls/refusals";
import { counted } from "../text/text";
import { leftJobs, ofEach, type Change } from "./change";
import { clearNulls } from "./fields";
import type { Write } from "./rows";
import { jobKey, type JobNames } from "./subjects";

/** A job, by its id or client key, with the status that the person saw. */
interface SeenJob {
  readonly id: string;
  readonly seen: JobStatus;
}

interface SetStatusesArgs {
  readonly jobs: readonly SeenJob[];
  /** The status of all of them from now on. */
  readonly job_status: string;
}

/** Gives jobs one status. A job whose status is not the one that the person saw keeps it: somebody else has set it. */
export const setStatuses = {
  call: "jobs:setStatuses",
  reads: ({ jobs }) => ({ jobs: jobs.map(({ id }) => id) }),
  apply: (rows, { jobs, job_status }) => {
    const fields = clearNulls(parseInput(jobChange, { job_status }));
    const writes = ofEach("jobs", jobs, ({ id, seen }): Write[] => {
      const row = rows.job(id);
      return row?.job_status === seen ? [{ kind: "patch", table: "jobs", row, fields }] : [];
    });
    if (writes.length === 0) throw new Refusal({ code: "CONFLICT", message: JOBS_CHANGED_ALREADY });
    return writes;
  },
  values: () => ["job_status"],
  answer: ({ args, writes }) => ({
    changed: writes.length,
    left: leftJobs(args.jobs, writes),
  }),
  title: "Set with other jobs",
  many: {
    counted: "statuses",
    sentence: (count) => `Status of ${counted(count, "job")} set`,
    list: ({ jobs }) => jobs,
    noun: "job",
    done: "set",
    present: ({ job_status }) => `set it to ${jobStatusLabel(job_status)}`,
  },
  make: (jobs: readonly (JobNames & { readonly job_status: JobStatus })[], status: JobStatus) => {
    const seen = jobs.map((job) => ({ id: jobKey(job), seen: job.job_status }));
    return {
      args: { jobs: seen, job_status: status },
      subject: { key: "selected jobs", label: counted(jobs.length, "job") },
      // Jobs that wait to be created come first, and so do earlier changes of the jobs.
      needs: seen.map(({ id }) => id),
      field: null,
      label: statusesSet(jobs.length, status),
    };
  },
} satisfies Change<SetStatusesArgs>;

/** For example "3 jobs set to Approved". */
export function statusesSet(count: number, status: JobStatus): string {
  return `${counted(count, "job")} set to ${jobStatusLabel(status)}`;
}
