import { clsx } from "clsx";
import type { ReactNode } from "react";
import { ENTRY_TYPES, type EntryType } from "@domain/job/entryTypes";
import type { TimeRange } from "@domain/dates/days";
import type { JobFileField, JobOutcome } from "@domain/job/jobs";
import { formatMoney } from "@domain/text/money";
import { placeText, shortPlaceText } from "@domain/customer/places";
import { dayBadge, dayOutcome, firstTimeOn, photoFieldOn } from "@domain/job/schedule";
import { formatTime } from "@domain/dates/times";
import { DemoTag } from "@/components/DemoTag";
import { MapPin } from "@/components/icons/firstIcons";
import { Badge } from "@/components/ui/Badge";
import { mapHref } from "@/job/contactLinks";
import { JobStatusBadge } from "@/job/JobStatusBadge";
import { LazyJobSyncBadge } from "@/job/LazyJobSyncBadge";
import { preloadJobDialog } from "@/features/jobs/LazyJobDialog";
import { OUTCOME_NAMES, OutcomeMark } from "@/job/OutcomeMark";
import type { Cover } from "@/job/photos/useCovers";
import { LazyCrewTag, LazyLaterDay } from "./crews/LazyCrewTag";
import { CoverPhoto } from "./CoverPhoto";
import { CardLink } from "./CardLink";
import type { DayJob } from "./dayJobs/useDayJobs";
import { DayJobActions } from "./DayJobActions";
import { NextVisitRow } from "./NextVisitRow";

/** The first photo of this list is behind the card. */
export const COVER_FIELDS = ["job_photo_estimate"] as const;

/** The handlers of a card's actions. */
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
  /** Set on the card of the next visit of today: it has a row more. */
  readonly nextVisit?: EntryType | null;
  /** Whether the window has the width of the desk's layout. */
  readonly isDesk: boolean;
  /** The change of the visit since this device last showed it; null if there is none. */
  readonly mark?: string | null;
}

/** A visit of the day. `visit-grid` in styles.css has the places of its parts, by the width of the window. */
export function DayJobCard({
  job,
  range,
  cover,
  nextVisit = null,
  isDesk,
  mark = null,
  ...handlers
}: DayJobCardProps) {
  const outcome = dayOutcome(job, range);
  const isQuiet = outcome !== null;
  const field = photoFieldOn(job, range);
  const crew = hasTag(job) && <LazyCrewTag job={job} range={range} isDesk={isDesk} />;
  return (
    <article
      className={clsx(
        "group visit-grid relative isolate min-w-0 grow overflow-hidden rounded-xl border border-line py-1.5 pr-1 pl-3 transition-colors hover:border-control lg:min-h-18 lg:pl-4 lg:pr-30 xl:pr-34",
        isQuiet ? "bg-canvas" : "bg-surface shadow-lift",
        // On a phone only a card with a photo leaves room for it; on a desk every card does, so that the texts align.
        cover && "visit-covered",
      )}
    >
      {cover && <CoverPhoto url={cover.url} isQuiet={isQuiet} />}
      <VisitTime job={job} range={range} isQuiet={isQuiet} isDesk={isDesk} />
      <DayJobName
        job={job}
        outcome={outcome}
        crew={isDesk && crew}
        onOpen={() => handlers.onOpen(job)}
      />
      {/*
       * On a phone one text, cut after two lines, so that six visits fit on a screen; after three narrower ones if it
       * says the crew or how long a visit takes. The smallest phones have more lines, so that the city is seen.
       */}
      <div
        data-place
        className={clsx(
          "min-w-0 text-sm wrap-anywhere [grid-area:place] lg:contents print:contents",
          // The text of the crew is loaded later, and moves nothing then.
          crew
            ? "max-lg:line-clamp-3 max-lg:min-h-13.5 max-lg:leading-4.5 max-lg:*:leading-4.5 max-[22.5rem]:line-clamp-5"
            : "max-lg:line-clamp-2 max-[22.5rem]:line-clamp-3",
        )}
      >
        {!isDesk && job.demo && <DemoTag demo={job.demo} />}
        <DayJobPlace job={job} isDesk={isDesk} isQuiet={isQuiet} />
        {!isDesk && crew}
        {job.job_notes && <DayJobNotes notes={job.job_notes} />}
      </div>
      <DayJobActions
        job={job}
        field={field}
        isDesk={isDesk}
        onTakePhoto={() => handlers.onTakePhoto(job, field)}
        onMore={() => handlers.onMore(job)}
      />
      {mark !== null && <VisitChange mark={mark} />}
      <div
        data-tags
        className="flex min-w-0 items-center gap-1.5 [grid-area:tags] lg:justify-end lg:gap-2 print:hidden"
      >
        <LazyJobSyncBadge job={job} />
        {isDesk && <DemoTag demo={job.demo} />}
        {job.jobs_price !== undefined && (
          <p className="text-sm text-ink-muted tabular-nums max-lg:hidden">
            {formatMoney(job.jobs_price)}
          </p>
        )}
      </div>
      {nextVisit && <NextVisitRow job={job} type={nextVisit} />}
    </article>
  );
}

/** Whether a visit of the job names its crew, its length or its window. */
function hasTag(job: DayJob): boolean {
  return ENTRY_TYPES.some(
    (type) => job[`job_${type}_crew`] ?? job[`job_${type}_length`] ?? job[`job_${type}_window`],
  );
}

/** The change of a visit, on a row of its own, which makes the card higher. */
function VisitChange({ mark }: { readonly mark: string }) {
  return (
    <p className="col-span-full mt-1 flex items-center gap-2 text-sm font-semibold text-info-ink print:hidden">
      <span aria-hidden="true" className="size-2 rounded-full bg-current" />
      <span className="min-w-0 wrap-anywhere">{mark}</span>
    </p>
  );
}

/** The time of a visit and its badge, by which people read a day. */
function VisitTime({
  job,
  range,
  isQuiet,
  isDesk,
}: Pick<DayJobCardProps, "job" | "range" | "isDesk"> & {
  readonly isQuiet: boolean;
}) {
  const badge = dayBadge(job, range);
  // A phone shows the time by which the list is sorted; a desk shows that time at the left of the card.
  const at = isDesk ? badge.at : firstTimeOn(job, range);
  const isOther = badge.at !== null && badge.at !== at;
  const isInRail = isDesk && at === firstTimeOn(job, range);
  return (
    <div className="flex flex-wrap items-center gap-x-2 [grid-area:time] lg:flex-row-reverse xl:justify-self-end xl:[grid-area:1/1/2/-1] print:justify-self-auto print:[grid-area:time]">
      {at !== null && (
        <time
          dateTime={new Date(at).toISOString()}
          className={clsx(
            "leading-6 font-semibold whitespace-nowrap tabular-nums lg:text-xs lg:font-medium lg:text-ink-muted print:hidden",
            isQuiet && "text-ink-muted",
            isInRail && "sr-only",
          )}
        >
          {formatTime(at)}
        </time>
      )}
      {at === null && !isDesk && <LazyLaterDay job={job} range={range} />}
      {badge.kind === "status" ? (
        <JobStatusBadge status={job.job_status} />
      ) : (
        <Badge tone={isQuiet ? "neutral" : badge.kind} hasMark={isDesk} className="max-lg:px-2">
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
  crew,
  onOpen,
}: Pick<DayJobCardProps, "job"> & {
  readonly outcome: JobOutcome | null;
  /** On a desk. On a phone it is in the text of the place. */
  readonly crew: ReactNode;
  readonly onOpen: () => void;
}) {
  return (
    <div
      data-name
      className={clsx(
        "flex min-w-0 items-center [grid-area:name] xl:mr-54",
        // Words that do not fit beside the name stand below it.
        crew ? "flex-wrap gap-x-3" : "gap-1.5 xl:gap-3",
      )}
    >
      <h2 className="flex min-w-0 xl:max-w-[85%] xl:shrink-0">
        {/* The click area covers the whole card; the links are above it. */}
        <button
          type="button"
          data-list-entry
          onClick={onOpen}
          onPointerEnter={preloadJobDialog}
          onFocus={preloadJobDialog}
          className="max-w-full text-left leading-6 font-semibold outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-ink"
        >
          <span
            className={clsx(
              "line-clamp-2 wrap-anywhere lg:block lg:truncate",
              outcome && OUTCOME_NAMES[outcome],
            )}
          >
            {job.customer_name}
          </span>
        </button>
      </h2>
      {outcome && <OutcomeMark outcome={outcome} />}
      {crew}
      {/* Shown only on a wide desk and on paper, which have room for it. */}
      <p
        className={clsx(
          "min-w-0 truncate text-sm text-ink-muted max-xl:hidden",
          crew ? "grow basis-40" : "flex-1",
        )}
      >
        {job.job_categories.join(" · ")}
      </p>
    </div>
  );
}

/** The address. On a desk it opens the map; on a phone an action does, as a line of text is too low for a finger. */
function DayJobPlace({
  job,
  isDesk,
  isQuiet,
}: Pick<DayJobCardProps, "job" | "isDesk"> & { readonly isQuiet: boolean }) {
  const href = isDesk ? mapHref(job) : null;
  const className = clsx(
    "max-w-full min-w-0 justify-self-start text-sm [grid-area:place] lg:text-ink-muted print:line-clamp-none print:text-xs print:text-ink",
    isQuiet && "text-ink-muted",
  );
  if (href === null) {
    const short = shortPlaceText(job);
    return (
      <p className={clsx(className, "inline print:block")}>
        {short}
        {/* Beside a photo, a phone has no room for the rest of the address. */}
        <span className="max-lg:hidden print:inline">{placeText(job).slice(short.length)}</span>
      </p>
    );
  }
  return (
    <CardLink
      href={href}
      className={clsx(
        className,
        "inline-flex items-center gap-1.5 rounded-md underline-offset-4 hover:text-ink hover:underline touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 print:[&_svg]:hidden",
      )}
    >
      <MapPin aria-hidden="true" />
      <span className="line-clamp-2 text-balance print:line-clamp-none">{placeText(job)}</span>
    </CardLink>
  );
}

/** The notes: on a phone their start, where gate codes and dogs are noted; on paper four lines with a mark if cut. */
function DayJobNotes({ notes }: { readonly notes: string }) {
  return (
    <p className="visit-notes inline text-ink-muted before:content-['_·_'] lg:hidden">
      {notes.trim()}
    </p>
  );
}
