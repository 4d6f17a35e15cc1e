/**
 * In a file apart from the view, so that the first load of the page contains no more of the list than its route
 * reads.
 */
import { isJobStatus, type JobStatus } from "@domain/job/jobs";
import { JOB_SORTS, type JobSort } from "@domain/job/jobOrder";

/** The view in the search parameters of /jobs. A missing parameter stands for the default. */
export interface JobListAddress {
  readonly q?: string | undefined;
  readonly status?: JobStatus | undefined;
  readonly sort?: JobSort | undefined;
  /** Absent for a grid. */
  readonly view?: "table" | undefined;
}

/** Returns every parameter, undefined if it is not valid: the router keeps parameters that are missing here. */
export function parseAddress(search: Readonly<Record<string, unknown>>): JobListAddress {
  const { q, status, sort, view } = search;
  return {
    q: typeof q === "string" && q !== "" ? q : undefined,
    status: isJobStatus(status) ? status : undefined,
    sort: JOB_SORTS.find((known) => known === sort),
    view: view === "table" ? view : undefined,
  };
}
