import { FIELDS } from "@domain/fields";
import type { JobStatus } from "@domain/jobs";
import { newChange } from "@/offline/useChange";
import { jobSubject } from "./jobSubject";

type MarkedJob = Parameters<typeof jobSubject>[0] & {
  readonly job_status: JobStatus;
};

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
