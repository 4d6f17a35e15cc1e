import { createContext, useContext } from "react";
import type { OutboxItem } from "convex-outbox";
import type { ReplacedTexts } from "./useReplacedTexts";
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
  /** Errors that are shown as errors. */
  readonly errors: JobFormErrors;
  /** Errors of fields that were not touched yet, shown as hints. */
  readonly advice: JobFormErrors;
  /** The current values of fields that someone else changed under unsaved text. */
  readonly conflicts: Partial<JobFormValues>;
  /** Who did so, where the history tells. */
  readonly conflictBy: Partial<Record<JobFieldName, string>>;
  /** Values that this person saved and somebody else has replaced since. */
  readonly replaced: ReplacedTexts;
  /** The sync status of fields with a change that the server has not answered. */
  readonly unsent: Partial<Record<JobFieldName, string>>;
  readonly isLocked: boolean;
  readonly focus: (name: JobFieldName) => void;
  readonly type: <K extends JobFieldName>(
    name: K,
    value: JobFormValues[K],
  ) => void;
  /** Called when the field loses focus with this value. */
  readonly leave: <K extends JobFieldName>(
    name: K,
    value: JobFormValues[K],
  ) => void;
  /** Saves a choice at once, without waiting for blur. `shows` names a chosen customer. */
  readonly choose: <K extends JobFieldName>(
    name: K,
    value: JobFormValues[K],
    shows?: OutboxItem["shows"],
  ) => void;
  readonly takeServerValue: (name: JobFieldName) => void;
}

export const JobFormContext = createContext<JobFormControl | null>(null);

export function useJobForm(): JobFormControl {
  const form = useContext(JobFormContext);
  if (!form) throw new Error("useJobForm needs a JobFormContext around it");
  return form;
}
