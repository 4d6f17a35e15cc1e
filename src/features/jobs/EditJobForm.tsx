import { memo, useMemo, useState } from "react";
import type { OutboxItem } from "convex-outbox";
import { Repeat } from "@/components/icons/icons";
import { RestoreJob } from "@/job/RestoreJob";
import { Button } from "@/components/ui/Button";
import { OfficeName } from "@/session/OfficeName";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import { DialogPanel } from "@/components/ui/Dialog";
import { IconButton } from "@/components/ui/IconButton";
import { messageCustomerOf } from "@/lib/openMessages";
import { randomUuid } from "@/lib/randomUuid";
import { useGo } from "@/lib/useGo";
import { useSave } from "@/offline/useSave";
import { CopyLink } from "./CopyLink";
import { editedJob } from "./form/editedRows";
import { JobDetails } from "./JobDetails";
import { JobHistory } from "./JobHistory";
import { JobHeaderSyncBadge } from "@/job/JobSyncBadge";
import { CustomerFields, ExistingCustomerField } from "./fields/CustomerFields";
import type { Customer, Job } from "@/job/jobForm";
import { useEditSession } from "./form/useEditSession";
import { JobFormContext } from "@/job/JobFormContext";
import { JobFormLayout } from "./JobFormLayout";
import { useBookAgain } from "@/job/newJobStart";
import { useNoteOpened } from "@/job/openedJobs";
import { LazyMaterials } from "./materials/LazyMaterials";
import { JobPhotos } from "./photos/JobPhotos";
import { usePhotoClient } from "@/job/photos/usePhotos";
import { LazyPrintJob } from "./print/LazyPrintJob";
import { FoundTextList } from "./form/FoundTextList";
import { RefusedCreation } from "./RefusedCreation";
import { personOf } from "@/job/jobSubject";
import { focusField, goTo, leaveLines, leaveUnreadableFields } from "./form/unreadableFields";
import { useDeleteJob } from "./useDeleteJob";
import { HOLDS_TEXT, useDeferredBlur } from "./fields/useDeferredBlur";

const FORM_ID = "edit-job";

interface EditJobFormProps {
  readonly job: Job;
  readonly customer: Customer | null;
  /** The creation of the job, while it waits on this device. */
  readonly creation: OutboxItem | undefined;
  /** Whether the job was deleted while the dialog was open. */
  readonly isDeleted: boolean;
  readonly onClose: () => void;
}

/** Memoized: renders when the job has changed, not with each query result of its dialog. */
export const EditJobForm = memo(function EditJobForm(props: EditJobFormProps) {
  const { job, customer, creation, onClose } = props;
  const { isDeleting, remove } = useDeletion(props);
  const rows = useMemo(() => editedJob(job, customer), [job, customer]);
  const isLocked = props.isDeleted || isDeleting;
  const editor = useEditSession(rows, { creation, isLocked });
  const { session, form, found, canSave } = editor;
  const { close, discard, saveAndClose } = closeActions(editor, onClose);
  const deferredBlur = useDeferredBlur();
  const bookAgain = useBookAgain(useGo());
  useNoteOpened(job);
  const isDeletedElsewhere = props.isDeleted && !isDeleting;

  return (
    <div className="contents" data-allows-palette {...deferredBlur}>
      <DialogPanel
        title="Edit Job"
        details={<JobDetails job={job} customer={customer} />}
        status={
          <>
            <JobHeaderSyncBadge job={job} />
            <IconButton
              label="Book again"
              onClick={() => {
                if (close()) void bookAgain(job, customer);
              }}
            >
              <Repeat aria-hidden="true" />
            </IconButton>
            <LazyPrintJob job={job} customer={customer} />
            <CopyLink jobId={job._id} />
          </>
        }
        onClose={close}
        footer={
          isDeletedElsewhere ? (
            <Button onClick={onClose}>Close</Button>
          ) : (
            <EditButtons
              isDeleting={isDeleting}
              onDelete={remove}
              onDiscard={discard}
              canSave={canSave}
            />
          )
        }
      >
        <JobFormContext value={form}>
          {isDeletedElsewhere && <DeletedNotice job={job} />}
          {creation && <RefusedCreation creation={creation} />}
          <FoundTextList
            {...{ session, texts: found, isLocked }}
            onUsed={(name) => focusField(FORM_ID, name)}
          />
          <JobFormLayout
            id={FORM_ID}
            onSubmit={saveAndClose}
            customer={
              <>
                <ExistingCustomerField customer={customer} />
                <CustomerFields
                  onText={(phone) => messageCustomerOf({ ...job, job_customer_phone: phone })}
                />
              </>
            }
            materials={<LazyMaterials {...{ job, session, isLocked }} />}
            photos={
              <JobPhotos
                owner={{
                  kind: "job",
                  id: job._id,
                  clientKey: job.clientKey,
                  label: job.job_address,
                  customer: job.customer_name,
                }}
                files={job}
                isLocked={isLocked}
              />
            }
          />
          {!creation && <JobHistory job={job} customer={customer} />}
        </JobFormContext>
      </DialogPanel>
    </div>
  );
});

/** Deletes the job with its unsent photos, and closes the dialog. */
function useDeletion({ job, creation, onClose }: EditJobFormProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const deleteJob = useDeleteJob(job, creation);
  const { save } = useSave();
  const photos = usePhotoClient();

  const remove = async () => {
    setIsDeleting(true);
    const undo = { id: randomUuid(), name: personOf(job) };
    const outcome = await save(() => deleteJob(undo.id), {
      name: personOf(job),
      saved: (isDeletedNow) => (isDeletedNow ? "Job deleted" : null),
      failed: "Delete failed",
      needsServer: creation === undefined,
      undo: () => (creation === undefined ? undo : undefined),
    });
    if (!outcome.ok) {
      setIsDeleting(false);
      return;
    }
    void photos.discardSubject([job._id, job.clientKey ?? job._id]);
    onClose();
  };
  return { isDeleting, remove };
}

/** The actions that close the dialog. Each decides what happens to unsaved text. */
function closeActions({ session, form }: ReturnType<typeof useEditSession>, onClose: () => void) {
  const closeIf = (isDone: boolean): boolean => {
    if (isDone) onClose();
    return isDone;
  };
  return {
    /** Saves what was typed. An invalid field keeps the dialog open: the result is then false. */
    close: (): boolean => {
      if (!form.isLocked) leaveUnreadableFields(FORM_ID, form);
      const isLeft = form.isLocked || leaveLines(FORM_ID);
      return closeIf(isLeft && goTo(FORM_ID, session.close()));
    },
    discard: () => {
      session.discard();
      onClose();
    },
    saveAndClose: async () => {
      leaveUnreadableFields(FORM_ID, form);
      if (!leaveLines(FORM_ID)) return;
      closeIf(goTo(FORM_ID, await session.save()));
    },
  };
}

interface EditButtonsProps {
  readonly isDeleting: boolean;
  readonly onDelete: () => Promise<void>;
  readonly onDiscard: () => void;
  readonly canSave: boolean;
}

function EditButtons(props: EditButtonsProps) {
  return (
    <>
      <ConfirmButton
        className="mr-auto has-[+p]:mr-0"
        confirmLabel="Confirm Delete"
        busy={props.isDeleting}
        onConfirm={props.onDelete}
      >
        Delete
      </ConfirmButton>
      <OfficeName className="mr-auto max-w-16 sm:max-w-40" />
      <Button
        {...HOLDS_TEXT}
        variant="ghost"
        // Safari does not focus a pressed button: without this, the field would blur and save its text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={props.onDiscard}
      >
        Discard
      </Button>
      <Button variant="primary" type="submit" form={FORM_ID} disabled={!props.canSave}>
        Save Changes
      </Button>
    </>
  );
}

function DeletedNotice({ job }: { readonly job: Job }) {
  return (
    <div
      role="alert"
      className="mb-5 flex flex-wrap items-center gap-3 rounded-xl bg-danger-tint px-4 py-3 text-sm text-danger-ink"
    >
      <p className="grow basis-60">
        Someone deleted this job. What you see, with everything you typed, can still be copied, but
        no longer saved.
      </p>
      <RestoreJob jobId={job._id} clientKey={job.clientKey} name={personOf(job)} />
    </div>
  );
}
