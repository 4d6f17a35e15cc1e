import { useEffect, useState } from "react";
import { Button } from "@/components/ui/Button";
import { DialogFrame, DialogPanel } from "@/components/ui/Dialog";
import { openText, usePendingWork } from "@/lib/pendingWork";
import { JobFormContext } from "./JobFormContext";
import { JobFormLayout } from "./JobFormLayout";
import { NewCustomerContacts, NewCustomerField } from "./fields/CustomerFields";
import { LastPlace } from "./fields/LookalikeHint";
import { JobPhotos } from "./photos/JobPhotos";
import { LeaveNewJob } from "./LeaveNewJob";
import type { NewJobStart } from "./requestedStart";
import { OfferedDrafts } from "./OfferedDrafts";
import { focusField, leaveUnreadableFields } from "./unreadableFields";
import { useDeferredBlur } from "./useDeferredBlur";
import { useNewJob } from "./useNewJob";
import { usePastedContact } from "./usePastedContact";

const FORM_ID = "new-job";

interface NewJobDialogProps {
  readonly initialDay?: string | undefined;
  readonly start?: NewJobStart | undefined;
  readonly onClose: () => void;
}

export function NewJobDialog({
  initialDay,
  start,
  onClose,
}: NewJobDialogProps) {
  const job = useNewJob(start);
  const paste = usePastedContact(job);
  const deferredBlur = useDeferredBlur();
  usePendingWork(openText(job.isFilled, job.isStored));
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => {
    const [unreadable] = leaveUnreadableFields(FORM_ID, job);
    if (unreadable !== undefined) focusField(FORM_ID, unreadable);
    else if (!job.isFilled) onClose();
    else setIsConfirming(!isConfirming);
  };
  const discard = () => {
    job.discard();
    onClose();
  };
  const submit = async () => {
    const [unreadable] = leaveUnreadableFields(FORM_ID, job);
    const [wrong] =
      unreadable === undefined ? job.refuseFaulty() : [unreadable];
    if (wrong !== undefined) focusField(FORM_ID, wrong);
    else if (!job.isSaving && (await job.submit())) onClose();
  };

  return (
    <DialogFrame size="wide">
      <div className="contents" {...deferredBlur}>
        <DialogPanel
          title="Create Job"
          onClose={close}
          footer={
            isConfirming ? (
              <LeaveNewJob
                onStay={() => setIsConfirming(false)}
                onKeep={job.canKeep ? onClose : null}
                onDiscard={discard}
              />
            ) : (
              <>
                <Button
                  variant="primary"
                  type="submit"
                  form={FORM_ID}
                  disabled={!job.canSave}
                  busy={job.isSaving}
                >
                  Save Job
                </Button>
                {/* Right after the last field, the Tab key reaches Save. */}
                <Button className="order-first" variant="ghost" onClick={close}>
                  Discard
                </Button>
              </>
            )
          }
        >
          <JobFormContext value={job}>
            <OfferedDrafts drafts={job.offered} onResume={job.resume} />
            {job.problem !== null && (
              <p role="status" className="mb-5 text-sm text-danger-ink">
                {job.problem}
              </p>
            )}
            <div className="contents" {...paste}>
              <JobFormLayout
                key={job.draftId}
                id={FORM_ID}
                onSubmit={submit}
                initialDay={initialDay}
                addressOffer={<LastPlace customer={job.chosen} />}
                customer={
                  <>
                    <NewCustomerField job={job} />
                    <NewCustomerContacts job={job} />
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
            </div>
            {start && !start.isTyped && <FocusFirstField start={start} />}
          </JobFormContext>
        </DialogPanel>
      </div>
    </DialogFrame>
  );
}

/** Where the customer is known, a person goes on with the place or, if that is known too, with the time. */
function FocusFirstField({ start }: { readonly start: NewJobStart }) {
  useEffect(() => {
    const hasPlace = start.values.job_address !== "";
    focusField(FORM_ID, hasPlace ? "job_estimate_date" : "job_address");
  }, [start]);
  return null;
}
