import { clsx } from "clsx";
import { useState } from "react";
import type { Id } from "@convex/_generated/dataModel";
import { Spinner } from "@/components/ui/Spinner";
import { SEARCH_NOT_READY } from "@domain/search";
import { cardCover, JobCard } from "./JobCard";
import {
  isFiltered,
  readView,
  writeView,
  type JobListView,
} from "./jobListView";
import { JobsToolbar } from "./JobsToolbar";
import { LazyJobDialog } from "./LazyJobDialog";
import { useCovers } from "./photos/useCovers";
import { LoadMore } from "./LoadMore";
import { useJobList } from "./useJobList";

export function JobsScreen() {
  const [view, setView] = useState(readView);
  const [openJob, setOpenJob] = useState<Id<"jobs"> | "new" | null>(null);
  const list = useJobList(view);
  const covers = useCovers((list.jobs ?? []).map(cardCover));
  const changeView = (next: JobListView) => {
    writeView(next);
    setView(next);
  };

  return (
    <div className="flex flex-col gap-5">
      <h1 className="sr-only">Jobs</h1>
      <JobsToolbar
        view={view}
        onChange={changeView}
        onAdd={() => setOpenJob("new")}
      />
      {list.jobs === undefined ? (
        <div className="flex justify-center py-20">
          <Spinner className="size-8" />
        </div>
      ) : (
        <div
          aria-busy={list.isRefreshing}
          className={clsx(
            "transition-opacity delay-150",
            list.isRefreshing && "opacity-60",
          )}
        >
          {list.leftOut !== null && (
            <p role="status" className="pb-4 text-sm text-ink-muted">
              {LEFT_OUT[list.leftOut]}
            </p>
          )}
          {list.jobs.length === 0 && !list.canLoadMore ? (
            <p className="rounded-xl border border-dashed border-line px-6 py-16 text-center text-ink-muted">
              {emptyText(list.isReady, isFiltered(view))}
            </p>
          ) : (
            <ul
              aria-label="Jobs"
              className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3"
            >
              {list.jobs.map((job) => (
                <li key={job._id} className="flex">
                  <JobCard
                    job={job}
                    coverUrl={covers(cardCover(job))}
                    onOpen={() => setOpenJob(job._id)}
                  />
                </li>
              ))}
            </ul>
          )}
          <LoadMore
            canLoadMore={list.canLoadMore}
            isLoading={list.isLoadingMore}
            onLoadMore={list.loadMore}
          />
        </div>
      )}
      {openJob !== null && (
        <LazyJobDialog
          jobId={openJob === "new" ? null : openJob}
          onClose={() => setOpenJob(null)}
        />
      )}
    </div>
  );
}

/** What to do if a search leaves jobs out. */
const LEFT_OUT = {
  older:
    "More than 1,000 jobs match. These are the newest 1,000: type more to find an older one.",
  unread:
    "Too many jobs match to look at all of them. Type more to find the others.",
} as const;

function emptyText(isReady: boolean, isFiltered: boolean): string {
  if (!isReady) return SEARCH_NOT_READY;
  return isFiltered
    ? "No jobs match this search and filter."
    : "No jobs yet. Use the Add button to add one.";
}
