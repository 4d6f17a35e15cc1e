import { createContext, useContext } from "react";
import type { OutboxItem } from "convex-outbox";
import type { FieldValue, JobFieldName, JobFormValues } from "./jobFormFields";

/** A value that somebody else has changed, and what the person can do about it. */
export interface ChangeNotice {
  readonly name: JobFieldName;
  /** The name of that person; empty if the history does not have it. */
  readonly by: string;
  /** True if `value` was saved here and then replaced. Otherwise it is the other person's, under unsaved text. */
  readonly isMine: boolean;
  readonly value: FieldValue;
  /** Names a customer whom the person had chosen. */
  readonly shows?: OutboxItem["shows"] | undefined;
}

/** The notes shown at a field. */
export interface FieldNote {
  readonly error?: string | undefined;
  /** The error of a field that was not touched yet, shown as a hint. */
  readonly advice?: string | undefined;
  /** The sync status of a change that the server has not answered. */
  readonly status?: string | undefined;
  readonly change?: ChangeNotice;
}

/** The state and events that the fields of the job form share, for a new job and an existing one. */
export interface JobFormControl {
  /** The job's id. Null for a new job. */
  readonly jobId: string | null;
  readonly values: JobFormValues;
  readonly notes: Readonly<Partial<Record<JobFieldName, FieldNote>>>;
  readonly isLocked: boolean;
  readonly focus: (name: JobFieldName) => void;
  readonly type: <K extends JobFieldName>(name: K, value: JobFormValues[K]) => void;
  /** Called when the field loses focus with this value. */
  readonly leave: <K extends JobFieldName>(name: K, value: JobFormValues[K]) => void;
  /** Saves a choice at once, without waiting for blur. `shows` names a chosen customer. */
  readonly choose: <K extends JobFieldName>(
    name: K,
    value: JobFormValues[K],
    shows?: OutboxItem["shows"],
  ) => void;
}

export const JobFormContext = createContext<JobFormControl | null>(null);

export function useJobForm(): JobFormControl {
  const form = useContext(JobFormContext);
  if (!form) throw new Error("useJobForm needs a JobFormContext around it");
  return form;
}
