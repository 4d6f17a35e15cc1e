import { useState } from "react";
import type { OutboxChange } from "convex-outbox";
import {
  isJobStatus,
  JOB_STATUSES,
  jobStatusLabel,
  type JobStatus,
} from "@domain/jobs";
import { counted } from "@domain/text";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { Field } from "@/components/ui/Field";
import { Select } from "@/components/ui/Select";
import type { SelectedJobsDialogProps } from "./selectedJobsDialog";
import { showToast } from "@/lib/toasts";
import { undoToast } from "@/offline/outbox/undoable";
import { newChange, useChange } from "@/offline/useChange";
import { undoableOf } from "@/offline/useOutbox";
import type { Job } from "@/features/jobs/jobForm";
import { jobKey } from "@/features/jobs/jobSubject";
import { isLeftWhole, leftOf } from "@/features/jobs/leftJobs";

/** Asks for the status that the selected jobs get. */
export function SetStatusDialog({
  jobs,
  onDone,
  onClose,
}: SelectedJobsDialogProps) {
  const [status, setStatus] = useState<JobStatus | null>(null);
  const { setStatuses, isSubmitting } = useSetStatuses();
  const set = async () => {
    if (status === null) return;
    const left = await setStatuses(jobs, status);
    if (left !== null) onDone(left);
  };
  return (
    <Dialog
      title="Set status"
      description={`Of ${counted(jobs.length, "selected job")}. Their dates stay.`}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" className="ml-auto" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={isSubmitting}
            disabled={status === null}
            onClick={() => void set()}
          >
            {`Set ${counted(jobs.length, "job")}`}
          </Button>
        </>
      }
    >
      <Field label="New status">
        <Select
          value={status ?? ""}
          onChange={({ target: { value } }) =>
            setStatus(isJobStatus(value) ? value : null)
          }
        >
          <option value="" disabled>
            Choose a status
          </option>
          {JOB_STATUSES.map((each) => (
            <option key={each} value={each}>
              {jobStatusLabel(each)}
            </option>
          ))}
        </Select>
      </Field>
    </Dialog>
  );
}

/** Gives jobs one status, as one change with one undo. */
function useSetStatuses() {
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

/** The change by which jobs get a status, unless somebody else has changed the status of one. */
export function changeOfStatuses(
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
