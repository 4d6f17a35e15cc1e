import { useQuery } from "convex/react";
import { useMemo, useState } from "react";
import { api } from "@convex/_generated/api";
import { Button } from "@/components/ui/Button";
import { DialogFrame, DialogPanel } from "@/components/ui/Dialog";
import { LoadingData } from "@/components/ui/LoadingData";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { openPageDialog } from "@/lib/pageDialogs";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";
import { useIsOutboxRead } from "@/offline/OutboxProvider";
import { customerOfForm } from "@/job/shownJobs";
import { useWaitingChanges } from "@/job/useWaitingChanges";
import { CustomerForm } from "./CustomerForm";

interface CustomerDialogProps {
  /** The id in the link. There may be no such customer. */
  readonly customerId: string;
  readonly onClose: () => void;
}

export function CustomerDialog({ customerId, onClose }: CustomerDialogProps) {
  const live = useQuery(api.customers.getByCustomerId, {
    customer_id: customerId,
  });
  const changes = useWaitingChanges();
  // Waits for the outbox when the page starts: the form must not show a value older than the person's own change.
  const isRead = useIsOutboxRead();
  const { copy } = useDayCopies();
  const known = useKeepPreviousData(live ?? undefined);
  // Without signal, the copy on this device is the only source of the customer.
  const stored = known ?? (live === undefined ? copy?.customers.get(customerId) : undefined);
  const customer = useMemo(() => stored && customerOfForm(stored, changes), [stored, changes]);
  // A deletion by this dialog closes it before the missing customer would be reported here.
  const [isDeleting, setIsDeleting] = useState(false);

  if (customer === undefined || !isRead || (live === null && !isDeleting))
    return (
      <DialogFrame size="small">
        <DialogPanel title={`Customer ${customerId}`} onClose={onClose}>
          <div className="flex min-h-40 items-center justify-center">
            {live === null ? (
              <Missing customerId={customerId} isGone={customer !== undefined} onClose={onClose} />
            ) : (
              <LoadingData what="This customer" />
            )}
          </div>
        </DialogPanel>
      </DialogFrame>
    );
  return (
    <DialogFrame size="wide">
      <CustomerForm
        customer={customer}
        isDeleting={isDeleting}
        onDeleting={setIsDeleting}
        onClose={onClose}
      />
    </DialogFrame>
  );
}

interface MissingProps {
  readonly customerId: string;
  /** Whether the customer was there when the dialog was opened. */
  readonly isGone: boolean;
  readonly onClose: () => void;
}

function Missing({ customerId, isGone, onClose }: MissingProps) {
  return (
    <div className="flex flex-col items-center gap-4">
      <p role="status" className="max-w-sm text-center text-ink-muted">
        {isGone
          ? "This customer was deleted, or merged into another one, meanwhile."
          : `No customer has the number ${customerId}.`}{" "}
        Recent changes can restore a deleted customer.
      </p>
      <Button
        onClick={() => {
          onClose();
          openPageDialog("history");
        }}
      >
        Recent changes
      </Button>
    </div>
  );
}
