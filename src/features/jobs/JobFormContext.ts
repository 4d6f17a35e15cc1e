import { createContext, useContext } from "react";
import type { ReplacedTexts } from "./useReplacedTexts";
import type { OutboxItem } from "@/lib/outbox/outboxItem";
import type {
  JobFieldName,
  JobFormErrors,
  JobFormValues,
} from "./jobFormFields";

/** The state and events that the fields of the job form share, for a new job and an existing one. */
export interface JobFormControl {
  /** Null for a new job. */
  readonly jobId: string | null;
  readonly values: JobFormValues;
  /** Shown as errors. */
  readonly errors: JobFormErrors;
  /** Shown as hints: errors of fields that were not touched yet. */
  readonly advice: JobFormErrors;
  /** The current values of fields that someone else changed under unsaved text. */
  readonly theirs: Partial<JobFormValues>;
  /** What was saved here and replaced by somebody else since. */
  readonly replaced: ReplacedTexts;
  /** A word for fields with a change that the server has not answered. */
  readonly unsent: Partial<Record<JobFieldName, string>>;
  readonly isLocked: boolean;
  readonly focus: (name: JobFieldName) => void;
  readonly type: <K extends JobFieldName>(
    name: K,
    value: JobFormValues[K],
  ) => void;
  /** The field loses focus with this value. */
  readonly leave: <K extends JobFieldName>(
    name: K,
    value: JobFormValues[K],
  ) => void;
  /** A choice that is saved at once, without waiting for blur. `shows` names a chosen customer. */
  readonly choose: <K extends JobFieldName>(
    name: K,
    value: JobFormValues[K],
    shows?: OutboxItem["shows"],
  ) => void;
  readonly takeTheirs: (name: JobFieldName) => void;
}

export const JobFormContext = createContext<JobFormControl | null>(null);

export function useJobForm(): JobFormControl {
  const form = useContext(JobFormContext);
  if (!form) throw new Error("useJobForm needs a JobFormContext around it");
  return form;
}
