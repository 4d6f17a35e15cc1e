import { useState } from "react";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { JobFormContext } from "./JobFormContext";
import { JobFormLayout } from "./JobFormLayout";
import { CustomerFields, NewCustomerField } from "./fields/CustomerFields";
import { JobPhotos } from "./photos/JobPhotos";
import { LeaveNewJob } from "./LeaveNewJob";
import { RestoredDraft } from "./RestoredDraft";
import { useNewJob } from "./useNewJob";

const FORM_ID = "new-job";

interface NewJobDialogProps {
  readonly initialDay?: string | undefined;
  readonly onClose: () => void;
}

export function NewJobDialog({ initialDay, onClose }: NewJobDialogProps) {
  const job = useNewJob();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => {
    if (!job.isFilled) onClose();
    else setIsAsking(!isAsking);
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
        isAsking ? (
          <LeaveNewJob
            onStay={() => setIsAsking(false)}
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
