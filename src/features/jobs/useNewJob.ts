import { useMutation, useQuery } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "@convex/_generated/api";
import type { AppError } from "@/lib/appErrors";
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
  type JobFormValues,
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
  const draft = useDraft();
  const { draftId, values, setValues } = draft;
  const { touch, refuse, accept, reset, ...shown } = useFormErrors(values);
  const chosen = useCustomer(values.job_customer_id);
  const uploader = usePhotoUploader();
  const { create, isSaving } = useCreateJob();

  const type: NewJob["type"] = (name, value) => {
    setValues((before) => ({ ...before, [name]: value }));
    accept(name);
  };
  const settle: NewJob["leave"] = (name, value) => {
    type(name, value);
    touch(name);
  };

  return {
    ...shown,
    values,
    theirs: {},
    isLocked: isSaving,
    focus: () => undefined,
    type,
    leave: settle,
    choose: settle,
    takeTheirs: () => undefined,
    draftId,
    isRestored: draft.isRestored,
    isFilled: draft.isFilled,
    isSaving,
    chosen,
    chooseCustomer: (customer) =>
      setValues((before) => ({ ...before, ...customerValues(customer) })),
    typeName: (name) =>
      setValues((before) => ({
        ...withoutChosenCustomer(before, chosen),
        customer_name: name,
      })),
    submit: async () => {
      const outcome = await create(draftId, values, chosen);
      if (outcome.ok) draft.clear();
      else refuse(outcome.error);
      return outcome.ok;
    },
    discard: () => {
      uploader.discard({ kind: "draft", id: draftId });
      draft.restart();
      reset();
    },
  };
}

/** What is entered, kept on this device for the user until it is saved or discarded. */
function useDraft() {
  const session = useSession();
  const userId = session.status === "signedIn" ? session.user.id : "nobody";
  const [start] = useState(() => readDraft(userId));
  const [draftId, setDraftId] = useState(() => start?.draftId ?? newDraftId());
  const [isRestored, setIsRestored] = useState(start !== null);
  const [values, setValues] = useState(start?.values ?? EMPTY_JOB_FORM);
  const hasPhotos = useHasPhotos({ kind: "draft", id: draftId });
  const filled = isFilled(values) || hasPhotos;
  useEffect(() => {
    if (filled) writeDraft(userId, { draftId, values });
    else clearDraft(userId);
  }, [filled, userId, draftId, values]);

  const clear = () => clearDraft(userId);
  const restart = () => {
    clear();
    setDraftId(newDraftId());
    setValues(EMPTY_JOB_FORM);
    setIsRestored(false);
  };
  return {
    draftId,
    isRestored,
    isFilled: filled,
    values,
    setValues,
    clear,
    restart,
  };
}

/** The broken rules of fields that were left, and what the server refused. The other broken rules are advice. */
function useFormErrors(values: JobFormValues) {
  const [touched, setTouched] = useState<ReadonlySet<JobFieldName>>(new Set());
  const [refusals, setRefusals] = useState<JobFormErrors>({});
  const faults = checkJobForm(values);
  return {
    errors: {
      ...only(faults, (name) => touched.has(name)),
      ...stated(refusals),
    },
    advice: only(faults, (name) => !touched.has(name)),
    canSave: Object.keys(faults).length === 0,
    touch: (name: JobFieldName) =>
      setTouched((names) => new Set(names).add(name)),
    accept: (name: JobFieldName) =>
      setRefusals((before) => ({ ...before, [name]: undefined })),
    refuse: ({ field, message }: AppError) => {
      if (field !== undefined) setRefusals({ [shownAt(field)]: message });
    },
    reset: () => {
      setTouched(new Set());
      setRefusals({});
    },
  };
}

function useCustomer(customerId: string): Customer | null {
  const args = customerId === "" ? "skip" : { customer_id: customerId };
  return useQuery(api.customers.getByCustomerId, args) ?? null;
}

/** Creates the job of a draft with the photos that its upload has stored, and hands the other photos to the job. */
function useCreateJob() {
  const mutation = useMutation(api.jobs.create);
  const { save, isSaving } = useSave();
  const uploader = usePhotoUploader();
  const create = async (
    draftId: string,
    values: JobFormValues,
    chosen: Customer | null,
  ) => {
    const files = Object.fromEntries(
      JOB_FILE_FIELDS.map((field) => [
        field,
        uploader.storedFor(draftId, field),
      ]),
    );
    const outcome = await save(
      () => mutation(toCreateArgs(values, files, chosen)),
      {
        name: values.customer_name.trim() || "Job",
        saved: "Job created",
        shows: ({ field }) => field !== undefined && field in EMPTY_JOB_FORM,
      },
    );
    if (outcome.ok) {
      uploader.draftSaved(draftId, outcome.value, Object.values(files).flat());
    }
    return outcome;
  };
  return { create, isSaving };
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
