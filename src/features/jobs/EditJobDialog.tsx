import { useQuery } from "convex/react";
import { useMemo } from "react";
import { api } from "@convex/_generated/api";
import { RestoreJob } from "@/job/RestoreJob";
import { DialogFrame, DialogPanel } from "@/components/ui/Dialog";
import { LoadingData } from "@/components/ui/LoadingData";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";
import { useIsOutboxRead } from "@/offline/OutboxProvider";
import { EditJobForm } from "./EditJobForm";
import type { Job } from "@/job/jobForm";
import { creationOf, rowsOfForm } from "@/job/shownJobs";
import { useWaitingChanges } from "@/job/useWaitingChanges";

interface EditJobDialogProps {
  /** The job's id, or the client key of a job made on this device, which stays the same when the job gets its id. */
  readonly jobId: string;
  /** The job as the list shows it: the dialog opens with it. */
  readonly known?: Job | undefined;
  readonly onClose: () => void;
}

export function EditJobDialog({ jobId, known, onClose }: EditJobDialogProps) {
  const liveJob = useQuery(api.jobs.get, { id: jobId });
  const changes = useWaitingChanges();
  // Waits for the outbox when the page starts: the form must not show a value older than the person's own change.
  const isRead = useIsOutboxRead();
  const creation = liveJob ? undefined : creationOf(jobId, changes.items);
  const stored = liveJob === undefined ? known : liveJob;
  const lastKnown = useKeepPreviousData(stored ?? undefined);
  const rows = useMemo(
    () => rowsOfForm(changes, { id: jobId, job: lastKnown }),
    [changes, jobId, lastKnown],
  );
  const customerId = rows.job(jobId)?.job_customer_id;
  const live = useKeepPreviousData(
    useQuery(
      api.customers.getByCustomerId,
      customerId === undefined ? "skip" : { customer_id: customerId },
    ),
  );
  const shown = useMemo(
    () => rowsOfForm(changes, { id: jobId, job: lastKnown, customer: live }),
    [changes, jobId, lastKnown, live],
  );
  const isFound = creation !== undefined || lastKnown !== undefined;
  const job = isFound ? shown.job(jobId) : undefined;
  /** Undefined while the customer is loading, null if there is none. */
  const customer = shown.wholeCustomer(customerId) ?? (live && null);
  const isDeleted = creation === undefined && stored === null;

  // A job that the list knows opens before its customer has loaded: the form shows the job's copies of the fields.
  const isShown = isRead && (customer !== undefined || known !== undefined);
  return (
    <DialogFrame size="wide">
      {job && isShown ? (
        <EditJobForm
          job={job}
          customer={customer ?? null}
          creation={creation}
          isDeleted={isDeleted}
          onClose={onClose}
        />
      ) : (
        <DialogPanel title="Edit Job" onClose={onClose}>
          <div className="flex min-h-40 items-center justify-center">
            {isDeleted ? (
              <div className="flex flex-col items-center gap-3 text-ink-muted">
                <p>This job does not exist any more.</p>
                <RestoreJob jobId={jobId} name="Job" />
              </div>
            ) : (
              <LoadingData what="This job" />
            )}
          </div>
        </DialogPanel>
      )}
    </DialogFrame>
  );
}
