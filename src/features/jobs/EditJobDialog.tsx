import { useQuery } from "convex/react";
import { useMemo } from "react";
import { api } from "@convex/_generated/api";
import { RestoreJob } from "@/components/history/RestoreJob";
import { DialogFrame, DialogPanel } from "@/components/ui/Dialog";
import { LoadingData } from "@/components/ui/LoadingData";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";
import { EditJobForm } from "./EditJobForm";
import type { Customer, Job } from "./jobForm";
import { creationOf, jobOfCreation, withPending } from "./pendingJobs";
import { withCorrections } from "./pendingPeople";
import { usePendingChanges } from "./usePendingChanges";

interface EditJobDialogProps {
  /** The job's id, or the client key of one made on this device: it stays the same when the job gets its id. */
  readonly jobId: string;
  /** The job as the list shows it: the dialog opens with it. */
  readonly known?: Job | undefined;
  readonly onClose: () => void;
}

export function EditJobDialog({ jobId, known, onClose }: EditJobDialogProps) {
  const live = useQuery(api.jobs.get, { id: jobId });
  const changes = usePendingChanges();
  const creation = live ? undefined : creationOf(jobId, changes.items);
  const created = useMemo(
    () => creation && jobOfCreation(creation, changes),
    [creation, changes],
  );
  const job = created ?? (live === undefined ? known : live);
  const lastKnown = useKeepPreviousData(job ?? undefined);
  const lastJob = useMemo(
    () => lastKnown && withPending(lastKnown, changes),
    [lastKnown, changes],
  );
  const customer = useCustomer(lastJob?.job_customer_id);
  const shownCustomer = useMemo(
    () =>
      lastJob && customer ? withCorrections(customer, lastJob, changes) : null,
    [lastJob, customer, changes],
  );

  // A job that the list knows opens without its customer: the form then shows the copies in the job.
  const isShown = customer !== undefined || known !== undefined;
  return (
    <DialogFrame size="wide">
      {lastJob && isShown ? (
        <EditJobForm
          job={lastJob}
          customer={shownCustomer}
          creation={creation}
          isDeleted={job === null}
          onClose={onClose}
        />
      ) : (
        <DialogPanel title="Edit Job" onClose={onClose}>
          <div className="flex min-h-40 items-center justify-center">
            {job === null ? (
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

/** Undefined while loading, null if there is none. */
function useCustomer(
  customerId: string | undefined,
): Customer | null | undefined {
  const { known } = usePendingChanges();
  const live = useKeepPreviousData(
    useQuery(
      api.customers.getByCustomerId,
      customerId === undefined ? "skip" : { customer_id: customerId },
    ),
  );
  return useMemo(() => {
    if (customerId === undefined) return live && null;
    const isOf = (each: Customer | null | undefined) =>
      each?.customer_id === customerId || each?.clientKey === customerId;
    // Just after choosing another customer, the previous one is still loaded.
    return (isOf(live) ? live : known(customerId)) ?? (live && null);
  }, [live, known, customerId]);
}
