import { clsx } from "clsx";
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";
import type { TimeRange } from "@domain/days";
import type { JobOutcome } from "@domain/jobs";
import { formatMoney } from "@domain/money";
import { dayBadge, dayOutcome } from "@domain/schedule";
import { formatTime } from "@domain/times";
import { DemoTag } from "@/components/DemoTag";
import { Badge } from "@/components/ui/Badge";
import { JobStatusBadge } from "@/features/jobs/JobStatusBadge";
import { LazyJobSyncBadge } from "@/features/jobs/LazyJobSyncBadge";
import { preloadJobDialog } from "@/features/jobs/LazyJobDialog";
import { OUTCOME_NAMES, OutcomeMark } from "@/features/jobs/OutcomeMark";
import type { Cover } from "@/features/jobs/photos/useCovers";
import { CoverPhoto } from "./CoverPhoto";
import { DayJobLinks } from "./DayJobLinks";

export type DayJob = FunctionReturnType<
  typeof api.jobs.getScheduledForDay
>[number];

/** The first photo of this list is behind the card. */
export const COVER_FIELDS = ["job_photo_estimate"] as const;

/**
 * A narrow desk has no room for two columns: the parts of both wrap as name and price, address, phone and badge.
 */
const NARROW_DESK = "lg:max-xl:not-print:contents";

interface DayJobCardProps {
  readonly job: DayJob;
  readonly range: TimeRange;
  /** The photo, if the job has one. */
  readonly cover: Cover | null;
  /** Whether a card of the list has a photo: then each leaves the room for it. */
  readonly hasPhotos: boolean;
  readonly onOpen: () => void;
}

export function DayJobCard({ cover, hasPhotos, ...props }: DayJobCardProps) {
  const { job, range } = props;
  const outcome = dayOutcome(job, range);
  const isQuiet = outcome !== null;
  return (
    <article
      className={clsx(
        "group relative isolate flex min-h-32 min-w-0 grow flex-col justify-end overflow-hidden rounded-xl border border-line p-4 transition-colors hover:border-control lg:min-h-18 lg:flex-row lg:items-center lg:justify-start lg:gap-x-4 lg:py-1.5 lg:max-xl:not-print:flex-wrap touch:gap-y-1",
        "print:min-h-0 print:flex-row print:items-start print:gap-4 print:rounded-none print:border-0 print:bg-transparent print:p-0 print:shadow-none",
        isQuiet ? "bg-canvas" : "bg-surface shadow-lift",
        hasPhotos && "lg:pr-30 xl:pr-34 print:pr-0",
      )}
    >
      {cover && <CoverPhoto url={cover.url} isQuiet={isQuiet} />}
      <div
        className={clsx(
          NARROW_DESK,
          "mb-auto min-w-0 pb-3 lg:order-1 lg:mb-0 lg:shrink-0 lg:pb-0 lg:text-right xl:min-w-50 print:order-1 print:min-w-0 print:mb-0 print:shrink-0 print:pb-0 print:text-right",
        )}
      >
        <div className="flex flex-wrap gap-2 lg:order-3 lg:ml-auto lg:justify-end lg:gap-1 print:justify-end">
          <LazyJobSyncBadge job={job} />
          <DemoTag demo={job.demo} />
          <DayJobBadge job={job} range={range} isQuiet={isQuiet} />
        </div>
        {job.jobs_price !== undefined && (
          <p className="text-sm text-ink-muted tabular-nums max-lg:hidden lg:order-1 xl:pt-0.5 print:hidden">
            {formatMoney(job.jobs_price)}
          </p>
        )}
      </div>
      <div
        className={clsx(
          NARROW_DESK,
          "min-w-0 lg:grow print:grow",
          cover &&
            "max-sm:max-w-[65%] sm:max-lg:max-w-[calc(100%-11rem)] print:max-w-none",
        )}
      >
        <DayJobName job={job} outcome={outcome} onOpen={props.onOpen} />
        <DayJobLinks job={job} />
        {job.job_notes && (
          <p className="hidden text-xs whitespace-pre-line print:block">
            {job.job_notes}
          </p>
        )}
      </div>
    </article>
  );
}

function DayJobName({
  job,
  outcome,
  onOpen,
}: Pick<DayJobCardProps, "job" | "onOpen"> & {
  readonly outcome: JobOutcome | null;
}) {
  return (
    <div className="flex min-w-0 items-center gap-1.5 lg:max-xl:grow lg:max-xl:basis-[calc(100%-6rem)]">
      <h2 className="flex min-w-0 xl:max-w-[85%] xl:shrink-0">
        {/* The click area covers the whole card; the links are above it. */}
        <button
          type="button"
          data-list-entry
          onClick={onOpen}
          onPointerEnter={preloadJobDialog}
          onFocus={preloadJobDialog}
          className="max-w-full text-left leading-6 font-semibold outline-none print:leading-5 after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-ink"
        >
          <span
            className={clsx(
              "wrap-anywhere max-lg:line-clamp-2 lg:block lg:truncate print:whitespace-normal",
              outcome && OUTCOME_NAMES[outcome],
            )}
          >
            {job.customer_name}
          </span>
        </button>
      </h2>
      {outcome && <OutcomeMark outcome={outcome} />}
      {/* For which a desk has room. */}
      <p className="min-w-0 truncate pl-1.5 text-sm text-ink-muted max-xl:hidden print:hidden">
        {job.job_categories.join(" · ")}
      </p>
    </div>
  );
}

function DayJobBadge({
  job,
  range,
  isQuiet,
}: Pick<DayJobCardProps, "job" | "range"> & { readonly isQuiet: boolean }) {
  const badge = dayBadge(job, range);
  if (badge.kind === "status") {
    return <JobStatusBadge status={job.job_status} />;
  }
  return (
    <Badge tone={isQuiet ? "neutral" : badge.kind}>
      <span>{badge.label}</span>
      {badge.at !== null && (
        <time dateTime={new Date(badge.at).toISOString()}>
          {formatTime(badge.at)}
        </time>
      )}
    </Badge>
  );
}
