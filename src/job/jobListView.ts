/**
 * Search, filter and sort of the job list. They are in the URL of /jobs. A URL without them shows the last view of
 * this tab, from sessionStorage.
 */
import { cutSearch } from "@domain/calls/inputLimits";
import { jobStatusLabel, type JobStatus } from "@domain/job/jobs";
import type { JobSort } from "@domain/job/jobOrder";
import { parseAddress, type JobListAddress } from "./jobListAddress";

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

export function addressOf(view: JobListView): JobListAddress {
  const { status, sort } = view;
  // Servers refuse long URLs, and a search reads no more characters.
  const search = cutSearch(view.search);
  return {
    q: search === "" ? undefined : search,
    status: status ?? undefined,
    sort: sort === DEFAULT_VIEW.sort ? undefined : sort,
  };
}

export function viewOf({ q, status, sort }: JobListAddress): JobListView {
  return {
    search: q ?? DEFAULT_VIEW.search,
    status: status ?? DEFAULT_VIEW.status,
    sort: sort ?? DEFAULT_VIEW.sort,
  };
}

export function readView(storage: Storage = sessionStorage): JobListView {
  const stored = parseJson(storage.getItem(KEY));
  return viewOf(parseAddress({ ...stored, q: stored.search }));
}

export function writeView(view: JobListView, storage: Storage = sessionStorage): void {
  storage.setItem(KEY, JSON.stringify(view));
}

export function isFiltered({ search, status }: JobListView): boolean {
  return search.trim() !== "" || status !== null;
}

const DATE_LABELS: Partial<Record<JobSort, string>> = {
  nearest: "Nearest",
  farthest: "Farthest",
};
const ID_LABELS: Partial<Record<JobSort, string>> = {
  created_asc: "Ascending",
  created_desc: "Descending",
};

/** Labels of the three toggle buttons. One of the two sorts is always off. */
export function toggleLabels({ status, sort }: JobListView) {
  return {
    date: DATE_LABELS[sort] ?? "Off",
    status: status === null ? "All" : jobStatusLabel(status),
    id: ID_LABELS[sort] ?? "Off",
  };
}

function parseJson(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
