import { jobStatusLabel, type JobStatus } from "@domain/job/jobs";
import type { Job } from "@/job/jobForm";
import { statusChange } from "@/job/statusChange";
import { useChange } from "@/offline/useChange";

/** The label of a button that gives a job its status after a visit. */
export function markLabel(status: JobStatus): string {
  return `Mark ${jobStatusLabel(status)}`;
}

/** Gives a job the status that follows its visit. Offers Undo at once, even while the change waits for signal. */
export function useMarkVisit() {
  const { make } = useChange();

  return function mark(job: Job, status: JobStatus): void {
    make(statusChange(job, status, { isForward: true }), {
      name: job.customer_name,
      now: { title: `Marked as ${jobStatusLabel(status)}` },
    });
  };
}
