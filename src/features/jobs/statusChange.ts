import { FIELDS } from "@domain/fields";
import type { JobStatus } from "@domain/jobs";
import { newChange } from "@/offline/useChange";
import { jobSubject } from "./jobSubject";

type MarkedJob = Parameters<typeof jobSubject>[0] & {
  readonly job_status: JobStatus;
};

/** The change by which a crew marks a visit as made. It takes no job backwards, however long it waits. */
export function forwardChange(job: MarkedJob, job_status: JobStatus) {
  const change = statusChange(job, job_status);
  return { ...change, args: { ...change.args, isForward: true } };
}

/** The change that gives a job another status. */
export function statusChange(job: MarkedJob, job_status: JobStatus) {
  const subject = jobSubject(job);
  return newChange({
    call: "jobs:update",
    args: { id: subject.key, job_status, base: { job_status: job.job_status } },
    subject,
    field: "job_status",
    label: FIELDS.job_status.label,
  });
}
