import { useMutation } from "convex/react";
import { api } from "@convex/_generated/api";
import type { OutboxItem } from "@/lib/outbox/outboxItem";
import { orThrow } from "@/lib/outbox/answer";
import { useOutbox } from "@/lib/outbox/useOutbox";
import { recordUndoable } from "@/lib/undo/undoable";
import type { Job } from "./jobForm";
import { DELETE_JOB } from "./pendingJobs";

/**
 * Deletes a job on the server. One that waits to be created is discarded, or
 * deleted after it, if the server may have it by now.
 */
export function useDeleteJob(job: Job, creation: OutboxItem | undefined) {
  const deleteJob = useMutation(api.jobs.deleteJob);
  const { discard, put } = useOutbox();

  /** Resolves to whether the job is deleted; otherwise it will be. */
  return async function remove(intentId: string): Promise<boolean> {
    if (creation === undefined) {
      await deleteJob({ id: job._id, intentId });
      recordUndoable({ id: intentId, name: `${job.job_address}: Delete` });
      return true;
    }
    if (await discard(creation.id)) return true;
    const { subject } = creation;
    const { isKept, outcome } = await put({
      id: intentId,
      call: DELETE_JOB,
      args: { id: subject.key },
      subject,
      field: null,
      label: "Delete",
      at: Date.now(),
    });
    if (!isKept) orThrow(await outcome);
    return !isKept;
  };
}
