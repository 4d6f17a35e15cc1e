import { usePaginatedQuery, useQuery } from "convex/react";
import { useMemo, useState } from "react";
import { api } from "@convex/_generated/api";
import { customerTotals, type CustomerTotals } from "@domain/job/customerTotals";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import type { Customer, Job } from "@/job/jobForm";
import { shownJobs } from "@/job/shownJobs";
import { useWaitingChanges } from "@/job/useWaitingChanges";

const PAGE_SIZE = 10;

export interface CustomerWork {
  /** The newest first; undefined until the first load. */
  readonly jobs: readonly Job[] | undefined;
  readonly totals:
    | (CustomerTotals & {
        /** False if there may be more jobs than these sums include. */
        readonly isWhole: boolean;
        /** True if the sums include only the jobs on this device. */
        readonly isSaved: boolean;
      })
    | undefined;
  /** True if the list has only the jobs on this device. */
  readonly isSaved: boolean;
  readonly canLoadMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
}

/** The jobs of a customer and their sums, with the waiting changes of this device. */
export function useCustomerJobs(customer: Customer): CustomerWork {
  const { customer_id, clientKey } = customer;
  // Constant while the dialog is open: a new time would start a new query.
  const [now] = useState(Date.now);
  const { results, status, loadMore } = usePaginatedQuery(
    api.jobs.ofCustomer,
    { customer_id },
    { initialNumItems: PAGE_SIZE },
  );
  const live = useQuery(api.jobs.totalsOfCustomer, { customer_id, now });
  const { isOffline } = useDayCopies();
  const changes = useWaitingChanges();
  const isLoading = status === "LoadingFirstPage";
  const isSaved = isOffline && isLoading;

  const jobs = useMemo(() => {
    const isOfCustomer = ({ job_customer_id: id }: Job) => id === customer_id || id === clientKey;
    const saved = (changes.copy?.jobs ?? [])
      .filter(isOfCustomer)
      .toSorted((a, b) => b._creationTime - a._creationTime);
    return shownJobs(isSaved ? saved : results, changes, isOfCustomer);
  }, [customer_id, clientKey, changes, isSaved, results]);
  const totals = useMemo(() => {
    if (!isSaved) return live && { ...live, isSaved };
    return { ...customerTotals(jobs, now), isWhole: false, isSaved };
  }, [isSaved, live, jobs, now]);
  return {
    jobs: isLoading && !isSaved ? undefined : jobs,
    totals,
    isSaved,
    canLoadMore: status === "CanLoadMore",
    isLoadingMore: status === "LoadingMore",
    loadMore: () => loadMore(2 * PAGE_SIZE),
  };
}
