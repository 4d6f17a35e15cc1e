import type { NavigateOptions } from "@tanstack/react-router";

/** Navigates in place of the history entry of the calling dialog, so that Back returns to the page under it. */
export type Go = (options: NavigateOptions) => void;

/** Opens a job, by id or client key, on the current screen if that screen opens jobs. */
export function openJob(job: string, go: Go): void {
  if (window.location.pathname === "/dashboard")
    go({ to: "/dashboard", search: (newest) => ({ date: newest.date, job }) });
  else
    go({
      to: "/jobs",
      // The customer's dialog closes when the job's dialog opens.
      search: (newest) => ({ ...newest, job, customer: undefined }),
    });
}
