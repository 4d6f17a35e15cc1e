import { clsx } from "clsx";
import { MapPin } from "lucide-react";
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";
import type { EntryType } from "@domain/entryTypes";
import type { TimeRange } from "@domain/days";
import type { JobFileField, JobOutcome } from "@domain/jobs";
import { formatMoney } from "@domain/money";
import { placeText } from "@domain/places";
import {
  dayBadge,
  dayOutcome,
  firstTimeOn,
  photoFieldOn,
} from "@domain/schedule";
import { formatTime } from "@domain/times";
import { DemoTag } from "@/components/DemoTag";
import { Badge } from "@/components/ui/Badge";
import { mapHref } from "@/features/jobs/contactLinks";
import { JobStatusBadge } from "@/features/jobs/JobStatusBadge";
import { LazyJobSyncBadge } from "@/features/jobs/LazyJobSyncBadge";
import { preloadJobDialog } from "@/features/jobs/LazyJobDialog";
import { OUTCOME_NAMES, OutcomeMark } from "@/features/jobs/OutcomeMark";
import type { Cover } from "@/features/jobs/photos/useCovers";
import { CoverPhoto } from "./CoverPhoto";
import { CardLink } from "./CardLink";
import { DayJobActions } from "./DayJobActions";
import { NextVisitRow } from "./NextVisitRow";

export type DayJob = FunctionReturnType<
  typeof api.jobs.getScheduledForDay
>[number];

/** The first photo of this list is behind the card. */
export const COVER_FIELDS = ["job_photo_estimate"] as const;

/** What a card of the day can do besides opening its job. */
interface DayJobHandlers {
  readonly onOpen: (job: DayJob) => void;
  /** Opens the camera for one of the job's photo lists; null asks for which. */
  readonly onTakePhoto: (job: DayJob, field: JobFileField | null) => void;
  readonly onMore: (job: DayJob) => void;
}

export interface DayJobCardProps extends DayJobHandlers {
  readonly job: DayJob;
  readonly range: TimeRange;
  /** The photo, if the job has one. */
  readonly cover: Cover | null;
  /** Whether a card of the list has a photo: then on a desk each leaves the room for it. */
  readonly hasPhotos: boolean;
  /** Set on the card of the next visit of today: it has a row more. */
  readonly nextVisit?: EntryType | null;
  /** Whether the window has the width of the desk's layout. */
  readonly isDesk: boolean;
  /** What changed about the visit since this device last showed it; null for nothing. */
  readonly mark?: string | null;
}

/** A visit of the day. `visit-grid` in styles.css has the places of its parts, by the width of the window. */
export function DayJobCard({
  job,
  range,
  cover,
  hasPhotos,
  nextVisit = null,
  isDesk,
  mark = null,
  ...handlers
}: DayJobCardProps) {
  const outcome = dayOutcome(job, range);
  const isQuiet = outcome !== null;
  const field = photoFieldOn(job, range);
  return (
    <article
      className={clsx(
        "group visit-grid relative isolate min-w-0 grow overflow-hidden rounded-xl border border-line py-2 pr-2 pl-3.5 transition-colors hover:border-control lg:min-h-18 lg:px-4 lg:py-1.5",
        "print:min-h-0 print:rounded-none print:border-0 print:bg-transparent print:p-0 print:shadow-none",
        isQuiet ? "bg-canvas" : "bg-surface shadow-lift",
        hasPhotos && "lg:pr-30 xl:pr-34 print:pr-0",
      )}
    >
      {cover && <CoverPhoto url={cover.url} isQuiet={isQuiet} />}
      <VisitTime job={job} range={range} isQuiet={isQuiet} isDesk={isDesk} />
      <DayJobName
        job={job}
        outcome={outcome}
        onOpen={() => handlers.onOpen(job)}
      />
      <DayJobPlace job={job} isDesk={isDesk} isQuiet={isQuiet} />
      <DayJobActions
        job={job}
        field={field}
        isDesk={isDesk}
        hasCover={cover !== null}
        onTakePhoto={() => handlers.onTakePhoto(job, field)}
        onMore={() => handlers.onMore(job)}
      />
      {mark !== null && <VisitChange mark={mark} />}
      <div className="flex min-w-0 items-center gap-1.5 [grid-area:notes] lg:justify-end lg:gap-2 print:block">
        <span className="contents print:hidden">
          <LazyJobSyncBadge job={job} />
          <DemoTag demo={job.demo} />
        </span>
        {job.jobs_price !== undefined && (
          <p className="text-sm text-ink-muted tabular-nums max-lg:hidden print:hidden">
            {formatMoney(job.jobs_price)}
          </p>
        )}
        {job.job_notes && <DayJobNotes notes={job.job_notes} />}
      </div>
      {nextVisit && <NextVisitRow job={job} type={nextVisit} />}
    </article>
  );
}

/** In a row of its own below the others: the card of a changed visit is higher. */
function VisitChange({ mark }: { readonly mark: string }) {
  return (
    <p className="col-span-full mt-1 flex items-center gap-2 text-sm font-semibold text-info-ink print:hidden">
      <span aria-hidden="true" className="size-2 rounded-full bg-current" />
      <span className="min-w-0 wrap-anywhere">{mark}</span>
    </p>
  );
}

/** With what a day is read: when, and the badge with its fixed words. */
function VisitTime({
  job,
  range,
  isQuiet,
  isDesk,
}: Pick<DayJobCardProps, "job" | "range" | "isDesk"> & {
  readonly isQuiet: boolean;
}) {
  const badge = dayBadge(job, range);
  // A phone's list is ordered by these times; a desk has them at its left.
  const at = isDesk ? badge.at : firstTimeOn(job, range);
  const isOther = badge.at !== null && badge.at !== at;
  return (
    <div className="flex flex-wrap items-center gap-x-2 [grid-area:time] lg:flex-row-reverse xl:justify-self-end xl:[grid-area:1/1/2/-1] print:justify-self-auto print:[grid-area:time]">
      {at !== null && (
        <time
          dateTime={new Date(at).toISOString()}
          className={clsx(
            "leading-6 font-semibold whitespace-nowrap tabular-nums lg:text-xs lg:font-medium lg:text-ink-muted print:hidden",
            isQuiet && "text-ink-muted",
          )}
        >
          {formatTime(at)}
        </time>
      )}
      {badge.kind === "status" ? (
        <JobStatusBadge status={job.job_status} />
      ) : (
        <Badge
          tone={isQuiet ? "neutral" : badge.kind}
          hasMark={isDesk}
          className="max-lg:px-2 print:h-5 print:bg-transparent print:px-0"
        >
          {badge.label}
          {isOther && `, ${formatTime(badge.at)}`}
        </Badge>
      )}
    </div>
  );
}

function DayJobName({
  job,
  outcome,
  onOpen,
}: Pick<DayJobCardProps, "job"> & {
  readonly outcome: JobOutcome | null;
  readonly onOpen: () => void;
}) {
  return (
    <div className="flex min-w-0 items-center gap-1.5 [grid-area:name] xl:mr-54 print:mr-0 print:flex-wrap print:gap-y-0">
      <h2 className="flex min-w-0 xl:max-w-[85%] xl:shrink-0">
        {/* The click area covers the whole card; the links are above it. */}
        <button
          type="button"
          data-list-entry
          onClick={onOpen}
          onPointerEnter={preloadJobDialog}
          onFocus={preloadJobDialog}
          className="max-w-full text-left leading-6 font-semibold outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-ink print:leading-5"
        >
          <span
            className={clsx(
              "block wrap-anywhere lg:truncate print:whitespace-normal",
              outcome && OUTCOME_NAMES[outcome],
            )}
          >
            {job.customer_name}
          </span>
        </button>
      </h2>
      {outcome && <OutcomeMark outcome={outcome} />}
      {/* For which a desk and paper have room. */}
      <p className="min-w-0 truncate pl-1.5 text-sm text-ink-muted max-xl:hidden print:block print:pl-1 print:text-xs print:whitespace-normal">
        {job.job_categories.join(" · ")}
      </p>
    </div>
  );
}

/** At a desk it opens the map. On a phone an action does, because a line of text is too low for a finger. */
function DayJobPlace({
  job,
  isDesk,
  isQuiet,
}: Pick<DayJobCardProps, "job" | "isDesk"> & { readonly isQuiet: boolean }) {
  const href = isDesk ? mapHref(job) : null;
  const hasOneLine = Boolean(job.job_notes) || job.demo !== undefined;
  const className = clsx(
    "max-w-full min-w-0 justify-self-start text-sm [grid-area:place] lg:text-ink-muted print:line-clamp-none print:text-xs print:text-ink",
    isQuiet && "text-ink-muted",
  );
  if (href === null)
    return (
      <p
        className={clsx(
          className,
          // Without notes their line is free.
          hasOneLine ? "truncate print:whitespace-normal" : "line-clamp-2",
        )}
      >
        {placeText(job)}
      </p>
    );
  return (
    <CardLink
      href={href}
      className={clsx(
        className,
        "inline-flex items-center gap-1.5 rounded-md underline-offset-4 hover:text-ink hover:underline touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 print:[&_svg]:hidden",
      )}
    >
      <MapPin aria-hidden="true" />
      <span className="line-clamp-2 text-balance print:line-clamp-none">
        {placeText(job)}
      </span>
    </CardLink>
  );
}

/** On a phone the first line, where gate codes and dogs are; on paper all of them. */
function DayJobNotes({ notes }: { readonly notes: string }) {
  return (
    <p className="h-5 min-w-0 overflow-hidden text-sm text-ellipsis whitespace-pre text-ink-muted lg:hidden print:block print:h-auto print:text-xs print:wrap-anywhere print:whitespace-pre-line">
      {notes.trim()}
    </p>
  );
}
