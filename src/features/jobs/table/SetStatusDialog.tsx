import { useState } from "react";
import { setStatuses, statusesSet } from "@domain/changes/setStatuses";
import { jobKey } from "@domain/changes/subjects";
import { isJobStatus, JOB_STATUSES, jobStatusLabel, type JobStatus } from "@domain/job/jobs";
import { counted } from "@domain/text/text";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { Field } from "@/components/ui/Field";
import { Select } from "@/components/ui/Select";
import type { SelectedJobsDialogProps } from "@/job/selectedJobsDialog";
import { newChange } from "@/offline/outbox/newChange";
import type { Job } from "@/job/jobForm";
import { useChangeOfMany } from "@/job/leftJobs";

/** Asks for the status that the selected jobs get. */
export function SetStatusDialog({ jobs, onDone, onClose }: SelectedJobsDialogProps) {
  const [status, setStatus] = useState<JobStatus | null>(null);
  const { setStatusOf, isSubmitting } = useSetStatuses();
  const set = async () => {
    if (status === null) return;
    const left = await setStatusOf(jobs, status);
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
          onChange={({ target: { value } }) => setStatus(isJobStatus(value) ? value : null)}
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

export function useSetStatuses() {
  const { changeMany, isSubmitting } = useChangeOfMany();
  return {
    isSubmitting,
    setStatusOf: async (jobs: readonly Job[], status: JobStatus) =>
      await changeMany(newChange(setStatuses, jobs, status), jobs.map(jobKey), (count) =>
        statusesSet(count, status),
      ),
  };
}
