import type { NamedJob } from "@domain/changes/subjects";
import { updateJob } from "@domain/changes/updateJob";
import type { JobStatus } from "@domain/job/jobs";
import { newChange } from "@/offline/outbox/newChange";

/**
 * The change that gives a job another status. A crew marks a visit as made by one with `isForward`: it takes no job
 * backwards, however long it waits.
 */
export function statusChange(
  job: NamedJob & { readonly job_status: JobStatus },
  value: JobStatus,
  how: { readonly isForward?: true } = {},
) {
  const seen = job.job_status;
  return newChange(updateJob, job, { name: "job_status", value, seen, ...how });
}
