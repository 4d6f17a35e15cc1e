import { clsx } from "clsx";
import { memo } from "react";
import { placeText } from "@domain/customer/places";
import { formatMoney } from "@domain/text/money";
import { formatPhone } from "@domain/customer/phone";
import { isOver } from "@domain/job/waitingJobs";
import { DemoTag } from "@/components/DemoTag";
import { CardDates } from "@/job/CardDates";
import type { Job } from "@/job/jobForm";
import { JobStatusBadge } from "@/job/JobStatusBadge";
import { LazyJobSyncBadge } from "@/job/LazyJobSyncBadge";
import { CoverImage } from "@/job/photos/CoverImage";
import type { Cover } from "@/job/photos/useCovers";

interface JobCardProps {
  readonly job: Job;
  /** The photo, if the job has one. */
  readonly cover: Cover | null;
  readonly onOpen: (job: Job) => void;
}

/** Memoized, because each key typed into the search renders the whole list. */
export const JobCard = memo(JobCardView, isSameCard);

function isSameCard(a: JobCardProps, b: JobCardProps): boolean {
  return (
    a.job === b.job &&
    a.onOpen === b.onOpen &&
    (a.cover === null) === (b.cover === null) &&
    a.cover?.url === b.cover?.url
  );
}

function JobCardView({ job, cover, onOpen }: JobCardProps) {
  const { job_customer_phone: phone, job_status: status } = job;
  const place = placeText(job);
  const isQuiet = isOver(status);
  return (
    <button
      type="button"
      data-list-entry
      onClick={() => onOpen(job)}
      className={clsx(
        "flex w-full min-w-0 scroll-mt-20 overflow-hidden rounded-xl border border-line text-left transition-colors hover:bg-raised",
        isQuiet ? "bg-transparent" : "bg-surface shadow-lift",
      )}
    >
      {cover !== null && <JobPicture url={cover.url} />}
      <span className="flex min-w-0 grow flex-col gap-1 p-4">
        <span className="flex items-baseline justify-between gap-3">
          <span
            className={clsx(
              "line-clamp-2 min-w-0 font-semibold wrap-anywhere",
              isQuiet && "text-ink-muted",
              status === "cancelled" && "line-through",
            )}
          >
            {job.customer_name}
          </span>
          {job.jobs_price !== undefined && (
            <span className="shrink-0 text-sm font-medium text-ink-muted tabular-nums">
              {formatMoney(job.jobs_price)}
            </span>
          )}
        </span>
        <span className="line-clamp-2 text-sm wrap-anywhere text-ink-muted">{place}</span>
        {phone && (
          <span className="truncate text-sm text-ink-muted tabular-nums">{formatPhone(phone)}</span>
        )}
        <span
          className={clsx("mt-auto flex flex-col gap-1 pt-2 text-sm", isQuiet && "text-ink-muted")}
        >
          <CardDates job={job} />
          <span className="flex flex-wrap items-center gap-2 pt-1">
            <JobStatusBadge status={status} />
            <DemoTag demo={job.demo} />
            <LazyJobSyncBadge job={job} />
          </span>
        </span>
      </span>
    </button>
  );
}

function JobPicture({ url }: Partial<Cover>) {
  return (
    <span className="relative w-24 max-[22.5rem]:w-16 shrink-0 self-stretch bg-sunken sm:w-28 lg:max-xl:w-20">
      <span className="absolute inset-0">
        <CoverImage url={url} />
      </span>
    </span>
  );
}
