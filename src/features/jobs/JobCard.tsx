import { CalendarCheck, Hammer, Home } from "lucide-react";
import type { ReactNode } from "react";
import { formatMoney } from "@domain/money";
import { DemoTag } from "@/components/DemoTag";
import { formatDateTime } from "@/lib/formatDateTime";
import type { Job } from "./jobForm";
import { JobStatusBadge } from "./JobStatusBadge";
import { preloadJobDialog } from "./LazyJobDialog";

/** The photo on the card, if the job has one. */
export function cardCover(job: Job): string | undefined {
  return job.job_photo_estimate[0] ?? job.job_photo_install[0];
}

interface JobCardProps {
  readonly job: Job;
  /** The address of the photo, once it is known. */
  readonly coverUrl: string | undefined;
  readonly onOpen: () => void;
}

export function JobCard({ job, coverUrl, onOpen }: JobCardProps) {
  const { job_estimate_date: estimateAt, job_install_date: installAt } = job;
  const place = [job.job_address, job.job_city].filter(Boolean).join(", ");
  return (
    <button
      type="button"
      onClick={onOpen}
      onPointerEnter={preloadJobDialog}
      onFocus={preloadJobDialog}
      className="flex w-full min-w-0 overflow-hidden rounded-xl border border-line bg-surface text-left shadow-lift transition-colors [contain-intrinsic-size:auto_9rem] [content-visibility:auto] hover:bg-raised"
    >
      <JobPicture url={coverUrl} />
      <span className="flex min-w-0 grow flex-col gap-1.5 p-4">
        <span className="flex items-start justify-between gap-3">
          <span className="min-w-0 truncate font-semibold">
            {job.customer_name}
          </span>
          {job.jobs_price !== undefined && (
            <span className="shrink-0 font-medium tabular-nums">
              {formatMoney(job.jobs_price)}
            </span>
          )}
        </span>
        <span className="line-clamp-2 text-sm text-ink-muted">{place}</span>
        <span className="mt-auto flex flex-col gap-1 pt-1 text-sm text-ink-muted">
          {estimateAt !== undefined && (
            <CardDate label="Estimate" at={estimateAt}>
              <CalendarCheck aria-hidden="true" />
            </CardDate>
          )}
          {installAt !== undefined && (
            <CardDate label="Install" at={installAt}>
              <Hammer aria-hidden="true" />
            </CardDate>
          )}
          <span className="flex flex-wrap gap-2 pt-1">
            <JobStatusBadge status={job.job_status} />
            <DemoTag demo={job.demo} />
          </span>
        </span>
      </span>
    </button>
  );
}

interface CardDateProps {
  readonly label: string;
  readonly at: number;
  readonly children: ReactNode;
}

function CardDate({ label, at, children }: CardDateProps) {
  return (
    <span className="flex items-center gap-2 tabular-nums [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-faint">
      {children}
      <span className="sr-only">{label}: </span>
      <span className="truncate">{formatDateTime(at)}</span>
    </span>
  );
}

function JobPicture({ url }: { readonly url: string | undefined }) {
  return (
    <span className="relative flex w-24 shrink-0 items-center justify-center self-stretch bg-sunken text-ink-faint sm:w-28">
      <Home aria-hidden="true" className="size-7" />
      {url && (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}
