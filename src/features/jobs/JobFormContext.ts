import { createContext, useContext } from "react";
import type {
  JobFieldName,
  JobFormErrors,
  JobFormValues,
} from "./jobFormFields";

/** What every field of the job form needs, for a new job and for an existing one alike. */
export interface JobFormControl {
  readonly values: JobFormValues;
  /** Shown as faults. */
  readonly errors: JobFormErrors;
  /** Shown as advice: what is still missing in a field that was not touched yet. */
  readonly advice: JobFormErrors;
  /** Changed by somebody else under unsaved text: what it is now. */
  readonly theirs: Partial<JobFormValues>;
  readonly isLocked: boolean;
  readonly focus: (name: JobFieldName) => void;
  readonly type: <K extends JobFieldName>(
    name: K,
    value: JobFormValues[K],
  ) => void;
  /** The field loses focus, with what it holds at that moment. */
  readonly leave: <K extends JobFieldName>(
    name: K,
    value: JobFormValues[K],
  ) => void;
  /** A choice that is complete as soon as it is made. */
  readonly choose: <K extends JobFieldName>(
    name: K,
    value: JobFormValues[K],
  ) => void;
  readonly takeTheirs: (name: JobFieldName) => void;
}

export const JobFormContext = createContext<JobFormControl | null>(null);

export function useJobForm(): JobFormControl {
  const form = useContext(JobFormContext);
  if (!form) throw new Error("useJobForm needs a JobFormContext around it");
  return form;
}
