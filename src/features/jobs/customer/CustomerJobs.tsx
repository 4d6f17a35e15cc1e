import { formatMoney } from "@domain/text/money";
import { placeText } from "@domain/customer/places";
import { formatCount } from "@domain/text/text";
import { Button } from "@/components/ui/Button";
import { LoadingData } from "@/components/ui/LoadingData";
import { thisDevice } from "@/lib/thisDevice";
import { CardDates } from "@/job/CardDates";
import type { Job } from "@/job/jobForm";
import { JobStatusBadge } from "@/job/JobStatusBadge";
import { JobSyncBadge } from "@/job/JobSyncBadge";
import { CoverImage } from "@/job/photos/CoverImage";
import type { Cover } from "@/job/photos/useCovers";
import { useJobCovers } from "@/job/photos/useJobCovers";
import type { CustomerWork } from "./useCustomerJobs";

interface CustomerJobsProps {
  readonly work: CustomerWork;
  readonly onOpen: (job: Job) => void;
}

/** All jobs of the customer, the newest first. */
export function CustomerJobs({ work, onOpen }: CustomerJobsProps) {
  const { jobs, isSaved, totals } = work;
  const coverOf = useJobCovers(jobs ?? []);
  const isCounted = totals?.isWhole === true && totals.jobs > 0;
  return (
    <section aria-labelledby="customer-jobs" className="min-w-0">
      <h2 id="customer-jobs" className="mb-2 text-sm font-semibold">
        Jobs
        {isCounted && (
          <span className="ml-2 font-normal text-ink-muted">{formatCount(totals.jobs)}</span>
        )}
      </h2>
      {isSaved && (
        <p role="status" className="mb-2 text-sm text-ink-muted">
          Offline. Only the jobs saved on {thisDevice()} are shown, which may not be all.
        </p>
      )}
      {jobs === undefined && <LoadingData what="The list of jobs" className="my-6" />}
      {jobs?.length === 0 && !isSaved && <p className="text-sm text-ink-muted">No jobs yet.</p>}
      {jobs !== undefined && jobs.length > 0 && (
        <ul aria-label="Jobs of the customer" className="flex flex-col gap-2">
          {jobs.map((job) => (
            <li key={job._id} className="flex">
              <JobRow job={job} cover={coverOf(job)} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
      {(work.canLoadMore || work.isLoadingMore) && (
        <Button className="mt-3" busy={work.isLoadingMore} onClick={work.loadMore}>
          Show more jobs
        </Button>
      )}
    </section>
  );
}

interface JobRowProps {
  readonly job: Job;
  /** The photo, if the job has one. */
  readonly cover: Cover | null;
  readonly onOpen: (job: Job) => void;
}

function JobRow({ job, cover, onOpen }: JobRowProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(job)}
      className="flex w-full min-w-0 overflow-hidden rounded-xl border border-line bg-surface text-left transition-colors hover:bg-hover"
    >
      {cover !== null && (
        <span className="relative w-20 max-[22.5rem]:w-16 shrink-0 self-stretch bg-sunken">
          <span className="absolute inset-0">
            <CoverImage url={cover.url} />
          </span>
        </span>
      )}
      <span className="flex min-w-0 grow flex-col gap-1.5 px-3 py-2.5 text-sm">
        <span className="flex items-baseline justify-between gap-3">
          <span className="line-clamp-2 min-w-0 font-medium wrap-anywhere">{placeText(job)}</span>
          {job.jobs_price !== undefined && (
            <span className="shrink-0 text-ink-muted tabular-nums">
              {formatMoney(job.jobs_price)}
            </span>
          )}
        </span>
        <CardDates job={job} />
        <span className="flex flex-wrap items-center gap-2">
          <JobStatusBadge status={job.job_status} />
          <JobSyncBadge job={job} />
        </span>
      </span>
    </button>
  );
}
