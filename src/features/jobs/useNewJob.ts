import { useState } from "react";
import type { JobKey } from "@domain/changes/subjects";
import type { AppError } from "@/lib/appErrors";
import {
  withoutChosenCustomer,
  customerValues,
  type Customer,
} from "./jobForm";
import type { ContactFields } from "@domain/pastedContact";
import {
  shownAt,
  type JobFieldName,
  type JobFormErrors,
  type JobFormValues,
} from "./jobFormFields";
import { checkJobForm } from "./checkJobForm";
import type { JobFormControl } from "./JobFormContext";
import type { NewJobDraft } from "./newJobDraft";
import type { NewJobStart } from "./requestedStart";
import { correctedCustomer, type WaitingChanges } from "./shownJobs";
import { usePhotoClient } from "./photos/usePhotos";
import { useCreateJob } from "./useCreateJob";
import { useNewJobDraft } from "./useNewJobDraft";
import { useWaitingChanges } from "./useWaitingChanges";

export interface NewJob extends JobFormControl {
  /** The client key of the job. */
  readonly jobKey: JobKey;
  readonly isFilled: boolean;
  /** Whether this device has stored everything that was entered. */
  readonly isStored: boolean;
  /** Whether this device has stored the draft, or is about to. */
  readonly canKeep: boolean;
  /** Why this device does not keep the draft: a sentence for the person. */
  readonly problem: string | null;
  /** Jobs that were begun before, the last one first. */
  readonly offered: readonly NewJobDraft[];
  readonly resume: (draft: NewJobDraft) => void;
  readonly canSave: boolean;
  /** Shows the errors that prevent a save. Returns their fields. */
  readonly refuseFaulty: () => JobFieldName[];
  readonly isSaving: boolean;
  readonly chosen: Customer | null;
  readonly chooseCustomer: (customer: Customer) => void;
  readonly typeName: (name: string) => void;
  /** Fills fields in one step, and takes back those that still have these texts. */
  readonly fill: (fields: Partial<ContactFields>) => void;
  readonly empty: (fields: Partial<ContactFields>) => void;
  readonly submit: () => Promise<boolean>;
  readonly discard: () => void;
}

/** A job that does not exist yet. Submit saves it as a whole, with its customer. */
export function useNewJob(start?: NewJobStart): NewJob {
  const { draft, change, storage, ...kept } = useNewJobDraft(start);
  const { id: jobKey, values, chosen } = draft;
  const { touch, refuse, accept, ...shown } = useFormErrors(values);
  const photos = usePhotoClient();
  const waiting = useWaitingChanges();
  const { create, isSaving } = useCreateJob();

  const submit = async () => {
    await storage.save();
    const outcome = await create(draft);
    if (outcome.ok) {
      await storage.remove();
      return true;
    }
    refuse(outcome.error);
    await storage.unsave();
    await outcome.withdraw();
    return false;
  };

  return {
    ...WITHOUT_SAVED_VALUES,
    ...shown,
    values,
    isLocked: isSaving,
    ...fieldEvents(change, { touch, accept }),
    jobKey,
    ...kept,
    isSaving,
    chosen,
    ...customerChoice(change, waiting),
    ...fillingOf(change, { touch, accept }),
    submit,
    discard: () => {
      void photos.discardSubject([jobKey]);
      void storage.remove();
    },
  };
}

/** The parts of the form that exist only for a job on the server. */
const WITHOUT_SAVED_VALUES = {
  jobId: null,
  conflicts: {},
  conflictBy: {},
  replaced: {},
  unsent: {},
  focus: () => undefined,
  takeServerValue: () => undefined,
};

/** Typing removes the refusal of a field; leaving the field shows its errors. */
function fieldEvents(
  change: ChangeDraft,
  { touch, accept }: Pick<FormErrors, "touch" | "accept">,
): Pick<NewJob, "type" | "leave" | "choose"> {
  const type: NewJob["type"] = (name, value) => {
    change((before) => ({ values: { ...before.values, [name]: value } }));
    accept(name);
  };
  const settle: NewJob["leave"] = (name, value) => {
    type(name, value);
    touch(name);
  };
  return { type, leave: settle, choose: settle };
}

type ChangeDraft = ReturnType<typeof useNewJobDraft>["change"];

/** Texts of several fields, from the clipboard. */
function fillingOf(
  change: ChangeDraft,
  { touch, accept }: Pick<FormErrors, "touch" | "accept">,
): Pick<NewJob, "fill" | "empty"> {
  return {
    fill: (fields) => {
      change(({ values }) => ({ values: { ...values, ...fields } }));
      for (const name of Object.keys(fields) as (keyof ContactFields)[]) {
        touch(name);
        accept(name);
      }
    },
    empty: (fields) =>
      change(({ values, chosen }) => {
        const left = Object.entries(fields).filter(
          ([name, text]) =>
            values[name as keyof ContactFields] === text &&
            !(chosen && name.startsWith("customer_")),
        );
        const emptied = left.map(([name]) => [name, ""] as const);
        return { values: { ...values, ...Object.fromEntries(emptied) } };
      }),
  };
}

/** A customer chosen from the list, or a new one by the typed name. */
function customerChoice(
  change: ChangeDraft,
  waiting: WaitingChanges,
): Pick<NewJob, "chooseCustomer" | "typeName"> {
  return {
    chooseCustomer: (listed) => {
      const chosen = correctedCustomer(listed, waiting);
      change(({ values }) => ({
        chosen,
        values: { ...values, ...customerValues(chosen) },
      }));
    },
    typeName: (name) =>
      change(({ values, chosen }) => ({
        chosen: null,
        values: {
          ...withoutChosenCustomer(values, chosen),
          customer_name: name,
        },
      })),
  };
}

/** The broken rules of touched fields, and the server's refusals, are errors. Other broken rules are advice. */
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
    refuseFaulty: () => {
      const names = Object.keys(faults) as JobFieldName[];
      setTouched((before) => new Set([...before, ...names]));
      return names;
    },
    touch: (name: JobFieldName) =>
      setTouched((names) => new Set(names).add(name)),
    accept: (name: JobFieldName) =>
      setRefusals((before) => ({ ...before, [name]: undefined })),
    refuse: ({ field, message }: AppError) => {
      if (field !== undefined) setRefusals({ [shownAt(field)]: message });
    },
  };
}

type FormErrors = ReturnType<typeof useFormErrors>;

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
