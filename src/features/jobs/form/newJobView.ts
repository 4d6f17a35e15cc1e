/** The view of the form of a new job: pure functions of the entered values. */
import { checkJobForm } from "@/job/checkJobForm";
import { customerValues, type Customer } from "@/job/jobForm";
import {
  CUSTOMER_FIELDS,
  EMPTY_JOB_FORM,
  JOB_FIELD_NAMES,
  sameValue,
  type JobFieldName,
  type JobFormErrors,
  type JobFormValues,
} from "@/job/jobFormFields";
import type { JobFormControl } from "@/job/JobFormContext";
import type { NewJobDraft } from "@/job/newJobDraft";
import { namesOf, shownValues, type FormState } from "./formState";

interface Start {
  /** The values of a form that counts as empty. */
  readonly began: JobFormValues;
  /** The customer's values at the time when the customer was chosen. */
  readonly chosen: Customer | null;
}

export interface NewJobState extends FormState, Start {
  /** The client key of the job. */
  readonly id: string;
  readonly at: number;
  readonly brings: NewJobDraft["brings"];
  /** The fields that have lost the focus. */
  readonly touched: ReadonlySet<JobFieldName>;
  readonly isSaving: boolean;
  /** A sentence for the person if this device does not keep the draft. */
  readonly problem: string | null;
}

interface NewJobView extends Pick<JobFormControl, "values" | "notes"> {
  readonly faults: JobFormErrors;
  /** True if anything was entered beyond the values with which the form began. */
  readonly isFilled: boolean;
}

export const CUSTOMER_NAMES = ["job_customer_id", ...namesOf(CUSTOMER_FIELDS)] as const;

const NO_CUSTOMER = Object.fromEntries(CUSTOMER_NAMES.map((name) => [name, EMPTY_JOB_FORM[name]]));

/** The values of the form before anything is typed. */
export function startOf({ began, chosen }: Start): JobFormValues {
  return { ...began, ...NO_CUSTOMER, ...(chosen && customerValues(chosen)) };
}

export function newJobView(
  state: NewJobState,
  { hasPhotos }: { readonly hasPhotos: boolean },
): NewJobView {
  const { began } = state;
  const values = shownValues(startOf(state), state);
  const faults = checkJobForm(values);
  return {
    values,
    faults,
    notes: notesOf(state, faults),
    isFilled:
      hasPhotos || JOB_FIELD_NAMES.some((name) => !sameValue(name, values[name], began[name])),
  };
}

/** The broken rules of touched fields, and the server's refusals, are errors. Other broken rules are advice. */
function notesOf({ drafts, touched }: NewJobState, faults: JobFormErrors) {
  const names = new Set([...namesOf(faults), ...namesOf(drafts)]);
  const notes = [...names].map((name) => {
    const fault = faults[name];
    const refusal = drafts[name]?.error ?? undefined;
    return touched.has(name)
      ? [name, { error: refusal ?? fault }]
      : [name, { error: refusal, advice: fault }];
  });
  return Object.fromEntries(notes) as JobFormControl["notes"];
}

export function draftOf(state: NewJobState): NewJobDraft {
  const { id, at, chosen, brings } = state;
  const values = shownValues(startOf(state), state);
  return { id, at, chosen, brings, values };
}
