import { useQuery } from "convex/react";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { Dialog } from "@/components/ui/Dialog";
import { Spinner } from "@/components/ui/Spinner";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";
import { EditJobForm } from "./EditJobForm";

interface EditJobDialogProps {
  readonly jobId: Id<"jobs">;
  readonly onClose: () => void;
}

export function EditJobDialog({ jobId, onClose }: EditJobDialogProps) {
  const job = useQuery(api.jobs.get, { id: jobId });
  const lastJob = useKeepPreviousData(job ?? undefined);
  const customer = useKeepPreviousData(
    useQuery(
      api.customers.getByCustomerId,
      lastJob ? { customer_id: lastJob.job_customer_id } : "skip",
    ),
  );

  if (lastJob && customer !== undefined) {
    return (
      <EditJobForm
        job={lastJob}
        // Just after choosing another customer, the previous one is still loaded.
        customer={
          customer?.customer_id === lastJob.job_customer_id ? customer : null
        }
        isDeleted={job === null}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title="Edit Job" size="large" onClose={onClose}>
      <div className="flex min-h-40 items-center justify-center">
        {job === null ? (
          <p className="text-ink-muted">This job does not exist any more.</p>
        ) : (
          <Spinner />
        )}
      </div>
    </Dialog>
  );
}
