import type { OutboxChange } from "convex-outbox";
import { jobStatusLabel, type JobStatus } from "@domain/jobs";
import { counted } from "@domain/text";
import { showToast } from "@/lib/toasts";
import { undoToast } from "@/offline/outbox/undoable";
import { newChange, useChange } from "@/offline/useChange";
import { undoableOf } from "@/offline/useOutbox";
import type { Job } from "../jobForm";
import { jobKey } from "../jobSubject";
import { isLeftWhole, leftOf } from "../leftJobs";

/** Gives jobs one status, as one change with one undo. */
export function useSetStatuses() {
  const { submit, isSubmitting } = useChange();

  /** Resolves to the jobs that somebody else has changed meanwhile, by key; null if nothing was saved. */
  async function setStatuses(jobs: readonly Job[], status: JobStatus) {
    const change = changeOfStatuses(jobs, status);
    const outcome = await submit(change, {
      name: change.subject.label,
      saved: null,
      shows: isLeftWhole,
    });
    const left = leftOf(outcome, jobs.map(jobKey));
    if (left === null) return null;
    const set = jobs.length - left.length;
    if (set > 0)
      showToast("success", labelOf(set, status), undoToast(undoableOf(change)));
    return left;
  }
  return { setStatuses, isSubmitting };
}

function changeOfStatuses(
  jobs: readonly Job[],
  status: JobStatus,
): OutboxChange {
  const named = jobs.map((job) => ({ id: jobKey(job), seen: job.job_status }));
  return newChange({
    call: "jobs:setStatuses",
    args: { jobs: named, job_status: status },
    subject: { key: "selected jobs", label: counted(jobs.length, "job") },
    // Jobs that wait to be created come first, and so do earlier changes of the jobs.
    needs: named.map(({ id }) => id),
    field: null,
    label: labelOf(jobs.length, status),
  });
}

function labelOf(count: number, status: JobStatus): string {
  return `${counted(count, "job")} set to ${jobStatusLabel(status)}`;
}
