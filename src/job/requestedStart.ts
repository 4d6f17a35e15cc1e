/** Part of the first load, unlike newJobStart.ts, whose code makes the start of a job. */
import type { OutboxChange } from "convex-outbox";
import type { JobTimes } from "@domain/job/schedule";
import type { Go } from "@/lib/openJob";
import { SharedValue, useSharedValue } from "@/lib/SharedValue";
import type { Customer } from "./jobForm";
import type { JobFormValues } from "./jobFormFields";

/** The values with which the dialog of a new job begins, instead of an empty form. */
export interface NewJobStart {
  /** The id of the draft. */
  readonly id: string;
  readonly chosen: Customer | null;
  readonly values: JobFormValues;
  /** The change by which the job gets the materials of another one, once it is created. */
  readonly brings?: OutboxChange;
  /** The visits of the job that is booked again. */
  readonly again?: JobTimes;
  /** Set if a person typed the values: they are kept as a draft, and closing the form asks first. */
  readonly isTyped?: true;
}

const requested = new SharedValue<NewJobStart | null>(null);

/** The start of a job that is to be created, until a screen opens its dialog. */
export function useRequestedStart(): NewJobStart | null {
  return useSharedValue(requested);
}

export function takeRequestedStart(): void {
  requested.set(null);
}

/** Opens Create Job, on the current screen if that screen opens jobs. A job that was begun before stays a draft. */
export function openNewJob(start: NewJobStart, go: Go): void {
  requested.set(start);
  // The screen opens its dialog at once: a navigation would close it.
  if (!requested.isUsed()) go({ to: "/jobs" });
}
