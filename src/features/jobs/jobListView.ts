/**
 * Search, filter and sort of the job list. /jobs has no search parameters, so
 * the view is kept in sessionStorage and survives navigation within the tab.
 */
import { isJobStatus, jobStatusLabel, type JobStatus } from "@domain/jobs";
import { JOB_SORTS, type JobSort } from "@domain/jobOrder";

const KEY = "downspout.jobList";

export interface JobListView {
  readonly search: string;
  readonly status: JobStatus | null;
  readonly sort: JobSort;
}

export const DEFAULT_VIEW: JobListView = {
  search: "",
  status: null,
  sort: "created_desc",
};

export function readView(storage: Storage = sessionStorage): JobListView {
  const stored = parseJson(storage.getItem(KEY));
  const sort = JOB_SORTS.find((known) => known === stored.sort);
  return {
    search:
      typeof stored.search === "string" ? stored.search : DEFAULT_VIEW.search,
    status: isJobStatus(stored.status) ? stored.status : DEFAULT_VIEW.status,
    sort: sort ?? DEFAULT_VIEW.sort,
  };
}

export function writeView(
  view: JobListView,
  storage: Storage = sessionStorage,
): void {
  storage.setItem(KEY, JSON.stringify(view));
}

export function isFiltered({ search, status }: JobListView): boolean {
  return search.trim() !== "" || status !== null;
}

/** Labels of the three toggle buttons. */
export function toggleLabels({ status, sort }: JobListView) {
  return {
    date: sort === "farthest" ? "Farthest" : "Nearest",
    status: status === null ? "All" : jobStatusLabel(status),
    id: sort === "created_asc" ? "Ascending" : "Descending",
  };
}

function parseJson(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
