import { useAction } from "convex/react";
import { api } from "@convex/_generated/api";
import { counted } from "@domain/text/text";
import { randomUuid } from "@/lib/randomUuid";
import { showToast } from "@/lib/toasts";
import { recordUndoable, undoToast } from "@/offline/outbox/undoable";
import { useSave } from "@/offline/useSave";
import type { Customer } from "@/job/jobForm";
import type { CustomerWork } from "./useCustomerJobs";

interface Deletion {
  readonly onDeleting: (isDeleting: boolean) => void;
  readonly onClose: () => void;
}

/** Deletes the customer with all their jobs, and closes the dialog. One undo brings all back. */
export function useDeleteCustomer(
  { customer_id, customer_name: name }: Customer,
  { onDeleting, onClose }: Deletion,
) {
  const deleteWithJobs = useAction(api.customers.deleteWithJobs);
  const { save } = useSave();
  return async (): Promise<void> => {
    onDeleting(true);
    const deleted = await save(() => deleteWithJobs({ customer_id }), {
      name,
      saved: null,
      failed: "Delete failed",
      needsServer: true,
    });
    if (!deleted.ok) {
      onDeleting(false);
      return;
    }
    const { run: runId, jobsDeleted } = deleted.value;
    const undo = { id: randomUuid(), name, runId };
    recordUndoable(undo);
    showToast("success", "Customer deleted", {
      description: `${name}, with ${counted(jobsDeleted, "job")}`,
      ...undoToast(undo),
    });
    onClose();
  };
}

/** For example "3 jobs". Without signal, or until the jobs are counted, "all jobs". */
export function jobsWithCustomer(totals: CustomerWork["totals"]): string {
  if (totals === undefined) return "all jobs";
  if (totals.isWhole) return counted(totals.jobs, "job");
  return totals.isSaved ? "all jobs" : `more than ${totals.jobs} jobs`;
}
