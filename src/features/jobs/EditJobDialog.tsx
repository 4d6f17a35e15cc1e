import { useQuery } from "convex/react";
import { useMemo } from "react";
import { api } from "@convex/_generated/api";
import { RestoreJob } from "@/components/history/RestoreJob";
import { DialogFrame, DialogPanel } from "@/components/ui/Dialog";
import { LoadingData } from "@/components/ui/LoadingData";
import type { OutboxItem } from "@/lib/outbox/outboxItem";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";
import { EditJobForm } from "./EditJobForm";
import type { Customer, Job } from "./jobForm";
import {
  creationOf,
  customerOfCreation,
  jobOfCreation,
  withPending,
  withPendingCustomer,
} from "./pendingJobs";
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
  const { items, known: knownCustomer } = usePendingChanges();
  const creation = live ? undefined : creationOf(jobId, items);
  const created = useMemo(
    () => creation && jobOfCreation(creation, knownCustomer),
    [creation, knownCustomer],
  );
  const job = created ?? (live === undefined ? known : live);
  const lastKnown = useKeepPreviousData(job ?? undefined);
  const lastJob = useMemo(
    () => lastKnown && withPending(lastKnown, items),
    [lastKnown, items],
  );
  const customer = useCustomer(lastJob?.job_customer_id, creation);
  const shownCustomer = useMemo(
    () =>
      lastJob && customer
        ? withPendingCustomer(customer, lastJob, items)
        : null,
    [lastJob, customer, items],
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
  creation: OutboxItem | undefined,
): Customer | null | undefined {
  const { known } = usePendingChanges();
  const live = useKeepPreviousData(
    useQuery(
      api.customers.getByCustomerId,
      customerId === undefined ? "skip" : { customer_id: customerId },
    ),
  );
  return useMemo(() => {
    // Just after choosing another customer, the previous one is still loaded.
    const find = (id: string) => (live?.customer_id === id ? live : known(id));
    const found =
      creation === undefined
        ? customerId !== undefined && find(customerId)
        : customerOfCreation(creation, find);
    return found || (live && null);
  }, [live, known, customerId, creation]);
}
