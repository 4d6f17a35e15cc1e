import { useQuery } from "convex/react";
import { useMemo, useState } from "react";
import { api } from "@convex/_generated/api";
import { useDebounced } from "@/lib/useDebounced";
import { useLivePages } from "@/lib/useLivePages";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";
import { cutSearch } from "@domain/calls/inputLimits";
import type { JobStatus } from "@domain/job/jobs";
import { searchReadings } from "@domain/names/search";
import type { JobListView } from "@/job/jobListView";
import { isListed, savedJobs, useListAt } from "@/job/savedJobList";
import type { Job } from "@/job/jobForm";
import { shownJobs } from "@/job/shownJobs";
import { useListedCopies } from "@/job/useListedCopies";
import { useWaitingChanges } from "@/job/useWaitingChanges";

const PAGE_SIZE = 24;

/** A constant, because each access to `api` returns a new object. */
const JOBS = api.jobs.list;

type Listing = Omit<JobListView, "search"> & { readonly now: number };

/**
 * The live jobs of a view, loaded page by page, with the waiting changes of this device. When the view changes, the
 * previous jobs stay until the first page has loaded. Without signal, only the jobs on this device are listed.
 */
export function useJobList(view: JobListView) {
  const { key, jobs, total, isRefreshing, unfound, ...list } = useServerJobs(view);
  const { copy, ...line } = useListedCopies();
  const at = useListAt();
  const isOffline = jobs === undefined && line.isOffline;
  const saved = useMemo(
    () => (isOffline ? savedJobs(copy?.jobs ?? [], view, at) : undefined),
    [isOffline, copy, view, at],
  );
  const changes = useWaitingChanges();
  const known = jobs ?? saved;
  const shown = useMemo(() => {
    const isShown = (job: Job) => isListed(job, view, at);
    const list = known && shownJobs(known, changes, isShown);
    // Without a copy of days there is no saved list, except for jobs that wait on this device.
    return isOffline && !copy && list?.length === 0 ? undefined : list;
  }, [known, changes, view, at, isOffline, copy]);
  const newest = useMemo(() => ({ jobs: shown, key }), [shown, key]);
  return {
    /** `jobs` is undefined until the first load. `key` changes with the view. */
    newest,
    /** Undefined while the number is not known. */
    total: total === undefined || !shown || !jobs ? undefined : total + shown.length - jobs.length,
    /** True if the list has only the jobs on this device. */
    isOffline,
    isRefreshing: isRefreshing && !isOffline,
    ...list,
    unfound: shown?.length === 0 && !isOffline ? unfound : null,
  };
}

function useServerJobs({ search, ...view }: JobListView) {
  const typed = cutSearch(search.trim());
  const term = useDebounced(typed);
  // Constant while the list is open: a changing sort key would shift pages.
  const [now] = useState(Date.now);
  const isSearch = searchReadings(term).length > 0;
  const all = useAllJobs(isSearch ? "skip" : { ...view, now });
  const found = useFoundJobs(isSearch ? { ...view, now } : "skip", term);
  const { jobs: loaded, total, ...list } = isSearch ? found : all;
  const key = JSON.stringify([isSearch && term, view]);
  const counted = useMemo(() => loaded && { jobs: loaded, total, key }, [loaded, total, key]);
  const last = useKeepPreviousData(counted);
  return {
    key: last?.key,
    jobs: last?.jobs,
    total: last?.total,
    /** True if the total is that of a search and not a stored one. */
    isSearch,
    isRefreshing: loaded === undefined || term !== typed,
    /** The searched text, if no job was found by it. */
    unfound: isSearch && found.isUnfound ? term : null,
    ...list,
  };
}

/** The result if no jobs are left out. */
const WHOLE = { leftOut: null };

function useAllJobs(listing: Listing | "skip") {
  const key = JSON.stringify(listing);
  const args = useMemo(() => {
    const view = JSON.parse(key) as Listing | "skip";
    return view === "skip" ? view : { ...view, search: "" };
  }, [key]);
  const { results, ...pages } = useLivePages(JOBS, args, PAGE_SIZE);
  const totals = useQuery(api.jobs.totals, {});
  const status = listing === "skip" ? null : listing.status;
  const counted = pages.canLoadMore ? undefined : results?.length;
  const total = totals ? totalOf(totals, status) : counted;
  return { ...WHOLE, jobs: results, total, ...pages };
}

function totalOf(totals: Readonly<Record<string, number>>, status: JobStatus | null): number {
  if (status !== null) return totals[status] ?? 0;
  return Object.values(totals).reduce((sum, count) => sum + count, 0);
}

/** One query whose result grows, so that a search runs once for each pause in typing. */
function useFoundJobs(listing: Listing | "skip", search: string) {
  const view = JSON.stringify([listing, search]);
  const [more, setMore] = useState({ view, count: PAGE_SIZE });
  const count = more.view === view ? more.count : PAGE_SIZE;
  const found = useQuery(
    api.jobs.search,
    listing === "skip" ? "skip" : { ...listing, search, count },
  );
  const isLoading = found === undefined;
  return {
    leftOut: found?.leftOut ?? WHOLE.leftOut,
    jobs: found?.jobs,
    isUnfound: found?.canLoadMore === false && found.total === 0,
    total: found?.total,
    isLoadingMore: isLoading && count > PAGE_SIZE,
    canLoadMore: found?.canLoadMore ?? false,
    loadMore: () => setMore({ view, count: 2 * count }),
  };
}
