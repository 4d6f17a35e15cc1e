import { usePaginatedQuery } from "convex/react";
import { useState } from "react";
import { api } from "@convex/_generated/api";
import { useDebounced } from "@/lib/useDebounced";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";
import { cutSearch } from "@domain/inputLimits";
import type { JobListView } from "./jobListView";

const PAGE_SIZE = 24;

/**
 * The jobs of a view, paginated and live. When the view changes, the previous
 * jobs stay until the first page has loaded.
 */
export function useJobList({ search, status, sort }: JobListView) {
  const typed = cutSearch(search.trim());
  const term = useDebounced(typed);
  // Constant while the list is open: a changing sort key would shift pages.
  const [now] = useState(Date.now);
  const {
    results,
    status: progress,
    loadMore,
  } = usePaginatedQuery(
    api.jobs.list,
    { search: term, status, sort, now },
    { initialNumItems: PAGE_SIZE },
  );
  const isFirstPageLoading = progress === "LoadingFirstPage";
  const jobs = useKeepPreviousData(isFirstPageLoading ? undefined : results);
  return {
    /** `undefined` until the first load. */
    jobs,
    isRefreshing: isFirstPageLoading || term !== typed,
    isLoadingMore: progress === "LoadingMore",
    canLoadMore: progress === "CanLoadMore",
    loadMore: () => loadMore(PAGE_SIZE),
  };
}
