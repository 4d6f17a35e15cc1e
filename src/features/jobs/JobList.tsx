import { clsx } from "clsx";
import { useDeferredValue, type ComponentType, useEffect, useEffectEvent, useRef } from "react";
import { createPortal } from "react-dom";
import { Button } from "@/components/ui/Button";
import { EmptyState } from "@/components/ui/EmptyState";
import { LoadingData } from "@/components/ui/LoadingData";
import { openImport } from "@/lib/openImport";
import { thisDevice } from "@/lib/thisDevice";
import { useIsPrinting } from "@/lib/useIsPrinting";
import { formatCount } from "@domain/text/text";
import { CardRange, rangesOf } from "./CardRange";
import { JobCard } from "./JobCard";
import { preloadJobDialog } from "./LazyJobDialog";
import type { Job } from "@/job/jobForm";
import { DEFAULT_VIEW, isFiltered, type JobListView } from "@/job/jobListView";
import { useJobCovers } from "@/job/photos/useJobCovers";
import { SimilarNames } from "./SimilarNames";
import { LazyJobsTable } from "./table/LazyJobsTable";
import type { SelectedJobsDialogProps } from "@/job/selectedJobsDialog";
import { useJobList } from "./useJobList";

interface JobListProps {
  readonly view: JobListView;
  readonly onViewChange: (view: JobListView) => void;
  readonly isTable: boolean;
  /** The place of the number of jobs, beside the heading, which stays when the list fails. */
  readonly countSlot: Element | null;
  readonly onOpen: (job: Job) => void;
  readonly onAdd: () => void;
  /** The dialog that moves visits, passed down because it belongs to features/schedule. */
  readonly MoveVisits: ComponentType<SelectedJobsDialogProps>;
}

/** The jobs of a view, as cards or as a table. */
export function JobList(props: JobListProps) {
  const { view, onViewChange, isTable, onOpen, onAdd, MoveVisits } = props;
  const { newest, ...list } = useJobList(view);
  // Deferred, so that a pressed key is shown before the list.
  const { jobs, key } = useDeferredValue(newest);
  const isPrinting = useIsPrinting();
  const coverOf = useJobCovers(isTable ? NO_JOBS : (jobs ?? NO_JOBS));
  const isEmpty = jobs?.length === 0 && !list.canLoadMore;
  const empty = isEmpty && (
    <>
      <EmptyState
        drawing="gutter"
        action={
          isFiltered(view) ? (
            <Button onClick={() => onViewChange(DEFAULT_VIEW)}>Show all jobs</Button>
          ) : (
            !list.isOffline && (
              <div className="flex flex-wrap justify-center gap-2">
                <Button onClick={onAdd}>New job</Button>
                <Button onClick={() => openImport()}>Import customers and jobs</Button>
              </div>
            )
          )
        }
      >
        {emptyText(list.isOffline, isFiltered(view))}
      </EmptyState>
      {list.unfound !== null && (
        <SimilarNames
          search={list.unfound}
          onChoose={(search) => onViewChange({ ...view, search })}
        />
      )}
    </>
  );
  const count = props.countSlot && createPortal(countText(list), props.countSlot);
  if (jobs === undefined)
    return (
      <div className="flex justify-center py-20">
        <LoadingData what="The list of jobs" className="size-8" />
        {count}
      </div>
    );
  return (
    <div
      aria-busy={list.isRefreshing}
      onPointerEnter={preloadJobDialog}
      onFocus={preloadJobDialog}
      className={clsx("transition-opacity delay-150", list.isRefreshing && "opacity-60")}
    >
      {count}
      {list.isOffline && (
        <p role="status" className="pb-4 text-sm text-ink-muted">
          Offline. Only the jobs saved on {thisDevice()} are shown.
        </p>
      )}
      {list.leftOut !== null && (
        <p role="status" className="pb-4 text-sm text-ink-muted">
          {LEFT_OUT[list.leftOut]}
        </p>
      )}
      {isTable ? (
        <LazyJobsTable
          jobs={jobs}
          sort={view.sort}
          onSort={(sort) => onViewChange({ ...view, sort })}
          list={JSON.stringify([view.search, view.status])}
          empty={empty}
          printedNote={printedText(jobs.length, list)}
          onOpen={onOpen}
          MoveVisits={MoveVisits}
        />
      ) : (
        empty || (
          <ul aria-label="Jobs" className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {rangesOf(jobs).map((range, at) => (
              <CardRange key={`${key} ${at}`} jobs={range} at={at} isPrinting={isPrinting}>
                {(job) => <JobCard job={job} cover={coverOf(job)} onOpen={onOpen} />}
              </CardRange>
            ))}
          </ul>
        )
      )}
      {!isTable && (
        <p className="mt-4 hidden text-sm print:block">{printedText(jobs.length, list)}</p>
      )}
      <LoadMore
        canLoadMore={list.canLoadMore}
        isLoading={list.isLoadingMore}
        onLoadMore={list.loadMore}
      />
    </div>
  );
}

const NO_JOBS: readonly Job[] = [];

/** A search with more matches shows "100+". */
const MOST_COUNTED = 100;

/** Advice if a search leaves jobs out. */
const LEFT_OUT = {
  older: "More than 1,000 jobs match. These are the first 1,000: type more to find the others.",
  unread: "Too many jobs match to look at all of them. Type more to find the others.",
} as const;

/** For example "24+" for a search that has not read all matches. Undefined while the number is not known. */
function countText({
  total,
  leftOut,
  isSearch,
  canLoadMore,
}: Pick<ReturnType<typeof useJobList>, "total" | "leftOut" | "isSearch" | "canLoadMore">) {
  if (total === undefined) return undefined;
  if (isSearch && total > MOST_COUNTED) return `${MOST_COUNTED}+`;
  const isWhole = leftOut === null && !(isSearch && canLoadMore);
  return `${formatCount(total)}${isWhole ? "" : "+"}`;
}

/** The note on a printed list that it may be incomplete: a list loads as it is scrolled. */
function printedText(count: number, list: Parameters<typeof countText>[0]): string {
  const all = countText(list);
  return all === undefined
    ? `The first ${count} jobs. To print the others too, scroll to the end first.`
    : `${count} of ${all} ${all === "1" ? "job" : "jobs"}`;
}

function emptyText(isOffline: boolean, isFiltered: boolean): string {
  if (isOffline && !isFiltered)
    return `No jobs of these days are saved on ${thisDevice()}. The others show when the signal is back.`;
  return isFiltered
    ? "No jobs match this search and filter."
    : "No jobs yet. Use the Add button to add one.";
}

interface LoadMoreProps {
  readonly canLoadMore: boolean;
  readonly isLoading: boolean;
  readonly onLoadMore: () => void;
}

/**
 * Loads the next page shortly before the end scrolls into view. The button is
 * for keyboards and for browsers that report no intersection.
 */
function LoadMore({ canLoadMore, isLoading, onLoadMore }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const loadMore = useEffectEvent(onLoadMore);

  useEffect(() => {
    if (!canLoadMore || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) loadMore();
      },
      { rootMargin: "600px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [canLoadMore]);

  if (!canLoadMore && !isLoading) return null;
  return (
    <div ref={end} className="flex justify-center py-6 print:hidden">
      <Button busy={isLoading} onClick={onLoadMore}>
        Load more
      </Button>
    </div>
  );
}
