import { usePaginatedQuery } from "convex/react";
import { useState } from "react";
import { api } from "@convex/_generated/api";
import { useDebounced } from "@/lib/useDebounced";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";
import type { JobListView } from "./jobListView";

const PAGE_SIZE = 24;

/** The jobs of a view, page by page and live. The former ones stay until the first page of a new view is there. */
export function useJobList({ search, status, sort }: JobListView) {
  const asked = useDebounced(search.trim());
  // Fixed while the list is open, so that distances do not move under the pages.
  const [now] = useState(Date.now);
  const {
    results,
    status: progress,
    loadMore,
  } = usePaginatedQuery(
    api.jobs.list,
    { search: asked, status, sort, now },
    { initialNumItems: PAGE_SIZE },
  );
  const isFirstPageLoading = progress === "LoadingFirstPage";
  const jobs = useKeepPreviousData(isFirstPageLoading ? undefined : results);
  return {
    /** `undefined` before anything was ever loaded. */
    jobs,
    isRefreshing: isFirstPageLoading || asked !== search.trim(),
    isLoadingMore: progress === "LoadingMore",
    canLoadMore: progress === "CanLoadMore",
    loadMore: () => loadMore(PAGE_SIZE),
  };
}
