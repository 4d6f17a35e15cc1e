import { useMutation } from "convex/react";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import { deleteJob } from "@domain/changes/deleteJob";
import { newChange } from "@/offline/outbox/newChange";
import { useOutbox } from "@/offline/useOutbox";
import { recordUndoable } from "@/offline/outbox/undoable";
import type { Job } from "@/job/jobForm";
import { personOf } from "@/job/jobSubject";

/**
 * Deletes a job on the server. A job that waits to be created is discarded; if the server may have it by now, it is
 * deleted after its creation.
 */
export function useDeleteJob(job: Job, creation: OutboxItem | undefined) {
  const deleteNow = useMutation(api.jobs.deleteJob);
  const { discard, put } = useOutbox();

  /** Resolves to true if the job is deleted, and to false if it will be. */
  return async function remove(intentId: string): Promise<boolean> {
    if (creation === undefined) {
      await deleteNow({ id: job._id, intentId });
      recordUndoable({ id: intentId, name: `${personOf(job)}: Delete` });
      return true;
    }
    if (await discard(creation.id)) return true;
    put({ ...newChange(deleteJob, creation.subject), id: intentId });
    return false;
  };
}
