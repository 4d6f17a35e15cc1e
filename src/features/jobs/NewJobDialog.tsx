import { useState } from "react";
import { Button } from "@/components/ui/Button";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import { Dialog } from "@/components/ui/Dialog";
import { JobFormContext } from "./JobFormContext";
import { JobFormLayout } from "./JobFormLayout";
import { CustomerFields, NewCustomerField } from "./fields/CustomerFields";
import { JobPhotos } from "./photos/JobPhotos";
import { LeaveNewJob } from "./LeaveNewJob";
import { useNewJob } from "./useNewJob";

const FORM_ID = "new-job";

interface NewJobDialogProps {
  readonly initialDay?: string | undefined;
  readonly onClose: () => void;
}

export function NewJobDialog({ initialDay, onClose }: NewJobDialogProps) {
  const job = useNewJob();
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => {
    if (!job.isFilled) onClose();
    else setIsConfirming(!isConfirming);
  };
  const discard = () => {
    job.discard();
    onClose();
  };
  const submit = async () => {
    if (!job.canSave || job.isSaving) return;
    if (await job.submit()) onClose();
  };

  return (
    <Dialog
      title="Create Job"
      size="large"
      onClose={close}
      footer={
        isConfirming ? (
          <LeaveNewJob
            onStay={() => setIsConfirming(false)}
            onKeep={onClose}
            onDiscard={discard}
          />
        ) : (
          <>
            <Button variant="ghost" onClick={close}>
              Discard
            </Button>
            <Button
              variant="primary"
              type="submit"
              form={FORM_ID}
              disabled={!job.canSave}
              busy={job.isSaving}
            >
              Save Job
            </Button>
          </>
        )
      }
    >
      <JobFormContext value={job}>
        {job.isRestored && <RestoredDraft onStartFresh={job.discard} />}
        <JobFormLayout
          id={FORM_ID}
          onSubmit={submit}
          initialDay={initialDay}
          customer={
            <>
              <NewCustomerField job={job} />
              <CustomerFields onChoose={job.chooseCustomer} />
            </>
          }
          photos={
            <JobPhotos
              owner={{ kind: "draft", id: job.draftId }}
              files={{}}
              isLocked={job.isLocked}
            />
          }
        />
      </JobFormContext>
    </Dialog>
  );
}

function RestoredDraft({
  onStartFresh,
}: {
  readonly onStartFresh: () => void;
}) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-2 rounded-xl bg-info-tint py-2 pr-2 pl-4 text-sm text-info-ink">
      <p role="status">Your unsaved job is back. Nothing you typed was lost.</p>
      <ConfirmButton
        size="small"
        confirmLabel="Discard and start fresh"
        onConfirm={onStartFresh}
      >
        Start fresh
      </ConfirmButton>
    </div>
  );
}
