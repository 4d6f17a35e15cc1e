import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "@convex/_generated/api";
import { Button } from "@/components/ui/Button";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import { Dialog } from "@/components/ui/Dialog";
import { useSave } from "@/lib/useSave";
import { JobHistory } from "./JobHistory";
import { CustomerFields, ExistingCustomerField } from "./fields/CustomerFields";
import type { Customer, Job } from "./jobForm";
import type { JobFieldName } from "./jobFormFields";
import { JobFormContext } from "./JobFormContext";
import { JobFormLayout } from "./JobFormLayout";
import { JobPhotos } from "./photos/JobPhotos";
import { usePhotoUploader } from "./photos/usePhotoUploader";
import { useJobEditor } from "./useJobEditor";

const FORM_ID = "edit-job";

interface EditJobFormProps {
  readonly job: Job;
  readonly customer: Customer | null;
  /** The job was deleted while the dialog was open. */
  readonly isDeleted: boolean;
  readonly onClose: () => void;
}

export function EditJobForm({
  job,
  customer,
  isDeleted,
  onClose,
}: EditJobFormProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const editor = useJobEditor(job, customer, isDeleted || isDeleting);
  const deleteJob = useMutation(api.jobs.deleteJob);
  const { save } = useSave();
  const uploader = usePhotoUploader();

  /** Saves all changed fields. An invalid field keeps the dialog open. */
  const close = () => {
    const [invalid] = isDeleted ? [] : editor.unsaveable();
    if (invalid !== undefined) {
      focusField(invalid);
      return;
    }
    void editor.saveAll();
    onClose();
  };
  const saveAndClose = async () => {
    const [unsaved] = await editor.saveAll();
    if (unsaved === undefined) onClose();
    else focusField(unsaved);
  };
  const remove = async () => {
    setIsDeleting(true);
    const outcome = await save(() => deleteJob({ id: job._id }), {
      name: job.job_address,
      saved: "Job deleted",
      failed: "Delete failed",
    });
    if (!outcome.ok) {
      setIsDeleting(false);
      return;
    }
    uploader.discard({ kind: "job", id: job._id });
    onClose();
  };

  return (
    <Dialog
      title="Edit Job"
      size="large"
      onClose={close}
      footer={
        isDeleted && !isDeleting ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <ConfirmButton
              className="mr-auto"
              confirmLabel="Confirm Delete"
              busy={isDeleting}
              onConfirm={remove}
            >
              Delete
            </ConfirmButton>
            <Button variant="ghost" onClick={onClose}>
              Discard
            </Button>
            <Button
              variant="primary"
              type="submit"
              form={FORM_ID}
              disabled={!editor.canSave}
            >
              Save Changes
            </Button>
          </>
        )
      }
    >
      <JobFormContext value={editor}>
        {isDeleted && !isDeleting && (
          <p
            role="alert"
            className="mb-5 rounded-xl bg-danger-tint px-4 py-3 text-sm text-danger-ink"
          >
            Someone deleted this job. What you see, with everything you typed,
            can still be copied, but no longer saved.
          </p>
        )}
        <JobFormLayout
          id={FORM_ID}
          onSubmit={saveAndClose}
          customer={
            <>
              <ExistingCustomerField customer={customer} />
              <CustomerFields />
            </>
          }
          photos={
            <JobPhotos
              owner={{ kind: "job", id: job._id }}
              files={job}
              isLocked={editor.isLocked}
            />
          }
        />
        <JobHistory job={job} customer={customer} />
      </JobFormContext>
    </Dialog>
  );
}

function focusField(name: JobFieldName): void {
  document.querySelector<HTMLElement>(`#${FORM_ID} [name="${name}"]`)?.focus();
}
