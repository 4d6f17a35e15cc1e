import { jobStatusLabel, type JobStatus } from "@domain/jobs";
import type { Job } from "@/features/jobs/jobForm";
import { forwardChange } from "@/features/jobs/statusChange";
import { showToast } from "@/lib/toasts";
import { undoToast } from "@/offline/outbox/undoable";
import { useChange } from "@/offline/useChange";
import { undoableOf } from "@/offline/useOutbox";

/** What a button says that gives a job its status after a visit. */
export function markLabel(status: JobStatus): string {
  return `Mark ${jobStatusLabel(status)}`;
}

/** Gives a job the status that follows its visit. Undo is offered at once, also while the change waits for signal. */
export function useMarkVisit() {
  const { make } = useChange();

  return function mark(job: Job, status: JobStatus): void {
    const change = forwardChange(job, status);
    const name = job.customer_name;
    make(change, { name, saved: null });
    showToast("message", `Marked as ${jobStatusLabel(status)}`, {
      description: name,
      ...undoToast(undoableOf(change)),
    });
  };
}
