import { CUSTOMER_PARAMETER } from "@/lib/openCustomer";

/** The search parameter of a screen's URL that names the open job. */
export const JOB_PARAMETER = "job";

/** The parameter's value for the dialog of a new job. */
export const NEW_JOB = "new";

/** The URL of the page with the job open, or with the dialog of a new job. */
export function openJobUrl(jobId: string | null): string {
  const url = new URL(window.location.href);
  url.searchParams.set(JOB_PARAMETER, jobId ?? NEW_JOB);
  // The customer's dialog closes when the job's dialog opens.
  url.searchParams.delete(CUSTOMER_PARAMETER);
  return url.href;
}

/** The link to a job, as people share it. */
export function jobLink(jobId: string): string {
  return `${window.location.origin}/jobs?${JOB_PARAMETER}=${encodeURIComponent(jobId)}`;
}
