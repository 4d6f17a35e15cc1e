/** The search parameter of a screen's URL that names the open job. */
const PARAMETER = "job";

/** The parameter's value for the dialog of a new job. */
export const NEW_JOB = "new";

/** The URL of the page with the job open, or with the dialog of a new job. */
export function openJobUrl(jobId: string | null): string {
  const url = new URL(window.location.href);
  url.searchParams.set(PARAMETER, jobId ?? NEW_JOB);
  return url.href;
}

/** The link to a job, as people share it. */
export function jobLink(jobId: string): string {
  return `${window.location.origin}/jobs?${PARAMETER}=${encodeURIComponent(jobId)}`;
}

/** The open job in the URL of the page. */
export function linkedJob(): string | undefined {
  const search = new URLSearchParams(window.location.search);
  return search.get(PARAMETER) ?? undefined;
}
