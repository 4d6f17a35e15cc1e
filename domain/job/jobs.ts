import { matchOption, toKey } from "../text/text";

/** The statuses from first call to payment. Any status can be set from any other. */
export const JOB_STATUSES = [
  "lead",
  "called",
  "estimate_scheduled",
  "estimate_sent",
  "approved",
  "install_scheduled",
  "completed",
  "installed_paid",
  "service",
  "cancelled",
] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

export const DEFAULT_JOB_STATUS: JobStatus = "lead";

export const JOB_STATUS_LABELS: Readonly<Record<JobStatus, string>> = {
  lead: "New Lead",
  called: "Called",
  estimate_scheduled: "Estimate Scheduled",
  estimate_sent: "Estimate Delivered",
  approved: "Approved",
  install_scheduled: "Install Scheduled",
  completed: "Install Complete",
  installed_paid: "Installed and Paid",
  service: "Service",
  cancelled: "Cancelled",
};

export const JOB_CATEGORIES = [
  "Gutters and downspout Replacement",
  "Leaf Guard Replacement",
  "Gutter cleaning",
  "Fascia Replace",
  "Soffit Replace",
  "Trim Replace",
] as const;

export type JobCategory = (typeof JOB_CATEGORIES)[number];

/** The lists of stored files that a job has. */
export const JOB_FILE_FIELDS = ["job_photo_estimate", "job_photo_install", "job_drawings"] as const;

export type JobFileField = (typeof JOB_FILE_FIELDS)[number];

export const JOB_FILE_FIELD_LABELS: Readonly<Record<JobFileField, string>> = {
  job_photo_estimate: "Estimate photos",
  job_photo_install: "Install photos",
  job_drawings: "Drawings",
};

export function isJobStatus(value: unknown): value is JobStatus {
  return JOB_STATUSES.some((status) => status === value);
}

export function jobStatusLabel(status: JobStatus): string {
  return JOB_STATUS_LABELS[status];
}

/** The refusal of a status for several jobs. */
export const JOBS_CHANGED_ALREADY = "Someone else has changed or deleted these jobs meanwhile.";

/** How a job ended. Lists show such jobs less prominently than the others. */
export type JobOutcome = "finished" | "cancelled";

export const JOB_OUTCOME_LABELS: Readonly<Record<JobOutcome, string>> = {
  finished: "Finished",
  cancelled: "Cancelled",
};

/** Null while the job has work left. */
export function jobOutcome(status: JobStatus): JobOutcome | null {
  if (status === "completed" || status === "installed_paid") return "finished";
  return status === "cancelled" ? "cancelled" : null;
}

/**
 * The status that a key, a label or free text names: "approved", "New Lead",
 * "Estimate delivered!". Labels are compared too, because a label can differ
 * from its key ("Estimate Delivered" is estimate_sent).
 */
export function normalizeJobStatus(text: string): JobStatus | null {
  const key = toKey(text);
  return (
    JOB_STATUSES.find((status) => status === key) ??
    JOB_STATUSES.find((status) => toKey(JOB_STATUS_LABELS[status]) === key) ??
    null
  );
}

export function normalizeJobCategory(text: string): JobCategory | null {
  return matchOption(JOB_CATEGORIES, text);
}

/** The values of the Status filter of the job list, in order; null is All. */
export const JOB_STATUS_FILTERS: readonly (JobStatus | null)[] = [
  null,
  ...JOB_STATUSES.filter((status) => status !== "cancelled"),
];

/** The filter that is one step further in the order, or one step back. */
export function nextJobStatusFilter(current: JobStatus | null, step: 1 | -1 = 1): JobStatus | null {
  const count = JOB_STATUS_FILTERS.length;
  // A status that is not a filter, as Cancelled in a URL, comes before All.
  const at = JOB_STATUS_FILTERS.indexOf(current);
  const from = at < 0 && step < 0 ? 0 : at;
  return JOB_STATUS_FILTERS[(from + step + count) % count] ?? null;
}
