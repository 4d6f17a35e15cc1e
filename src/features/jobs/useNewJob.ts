import { useMutation, useQuery } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "@convex/_generated/api";
import { useSession } from "@/lib/session";
import { useSave } from "@/lib/useSave";
import { JOB_FILE_FIELDS } from "@domain/jobs";
import {
  customerValues,
  withoutChosenCustomer,
  type Customer,
} from "./jobForm";
import {
  EMPTY_JOB_FORM,
  type JobFieldName,
  type JobFormErrors,
} from "./jobFormFields";
import { toCreateArgs } from "./jobArgs";
import { checkJobForm } from "./checkJobForm";
import type { JobFormControl } from "./JobFormContext";
import {
  clearDraft,
  isFilled,
  newDraftId,
  readDraft,
  writeDraft,
} from "./newJobDraft";
import { useHasPhotos, usePhotoUploader } from "./photos/usePhotoUploader";

export interface NewJob extends JobFormControl {
  readonly draftId: string;
  /** The form shows a restored draft. */
  readonly isRestored: boolean;
  readonly isFilled: boolean;
  readonly canSave: boolean;
  readonly isSaving: boolean;
  readonly chosen: Customer | null;
  readonly chooseCustomer: (customer: Customer) => void;
  readonly typeName: (name: string) => void;
  readonly submit: () => Promise<boolean>;
  readonly discard: () => void;
}

/** A job that does not exist yet. Submit saves it as a whole, with its customer. */
export function useNewJob(): NewJob {
  const session = useSession();
  const userId = session.status === "signedIn" ? session.user.id : "nobody";
  const [start] = useState(() => readDraft(userId));
  const [draftId, setDraftId] = useState(() => start?.draftId ?? newDraftId());
  const [isRestored, setIsRestored] = useState(start !== null);
  const [values, setValues] = useState(start?.values ?? EMPTY_JOB_FORM);
  const [touched, setTouched] = useState<ReadonlySet<JobFieldName>>(new Set());
  const [refusals, setRefusals] = useState<JobFormErrors>({});
  const create = useMutation(api.jobs.create);
  const { save, isSaving } = useSave();
  const uploader = usePhotoUploader();
  const { job_customer_id } = values;
  const chosen =
    useQuery(
      api.customers.getByCustomerId,
      job_customer_id === "" ? "skip" : { customer_id: job_customer_id },
    ) ?? null;

  const hasPhotos = useHasPhotos({ kind: "draft", id: draftId });
  const filled = isFilled(values) || hasPhotos;
  useEffect(() => {
    if (filled) writeDraft(userId, { draftId, values });
    else clearDraft(userId);
  }, [filled, userId, draftId, values]);

  const faults = checkJobForm(values);
  const touch = (name: JobFieldName) =>
    setTouched((names) => new Set(names).add(name));
  const type: NewJob["type"] = (name, value) => {
    setValues((before) => ({ ...before, [name]: value }));
    setRefusals((before) => ({ ...before, [name]: undefined }));
  };
  const settle: NewJob["leave"] = (name, value) => {
    type(name, value);
    touch(name);
  };

  const discard = () => {
    clearDraft(userId);
    uploader.discard({ kind: "draft", id: draftId });
    setDraftId(newDraftId());
    setValues(EMPTY_JOB_FORM);
    setTouched(new Set());
    setRefusals({});
    setIsRestored(false);
  };

  const submit = async () => {
    const files = Object.fromEntries(
      JOB_FILE_FIELDS.map((field) => [
        field,
        uploader.storedFor(draftId, field),
      ]),
    );
    const outcome = await save(
      () => create(toCreateArgs(values, files, chosen)),
      {
        name: values.customer_name.trim() || "Job",
        saved: "Job created",
        shows: ({ field }) => field !== undefined && field in EMPTY_JOB_FORM,
      },
    );
    if (!outcome.ok) {
      const { field, message } = outcome.error;
      if (field !== undefined) setRefusals({ [shownAt(field)]: message });
      return false;
    }
    uploader.draftSaved(draftId, outcome.value, Object.values(files).flat());
    clearDraft(userId);
    return true;
  };

  return {
    values,
    errors: {
      ...only(faults, (name) => touched.has(name)),
      ...stated(refusals),
    },
    advice: only(faults, (name) => !touched.has(name)),
    theirs: {},
    isLocked: isSaving,
    focus: () => undefined,
    type,
    leave: settle,
    choose: settle,
    takeTheirs: () => undefined,
    draftId,
    isRestored,
    isFilled: filled,
    canSave: Object.keys(faults).length === 0,
    isSaving,
    chosen,
    chooseCustomer: (customer) =>
      setValues((before) => ({ ...before, ...customerValues(customer) })),
    typeName: (name) =>
      setValues((before) => ({
        ...withoutChosenCustomer(before, chosen),
        customer_name: name,
      })),
    submit,
    discard,
  };
}

/** An error about a deleted customer is shown where customers are chosen. */
function shownAt(field: string): string {
  return field === "job_customer_id" ? "customer_name" : field;
}

function only(
  errors: JobFormErrors,
  test: (name: JobFieldName) => boolean,
): JobFormErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([name]) => test(name as JobFieldName)),
  );
}

function stated(errors: JobFormErrors): JobFormErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([, message]) => message !== undefined),
  );
}
