import { clsx } from "clsx";
import { useQuery } from "convex/react";
import { createContext, useContext } from "react";
import { api } from "@convex/_generated/api";
import { TriangleAlert } from "@/components/icons/icons";
import { LoadingData } from "@/components/ui/LoadingData";
import { crewName, mayCollide } from "@domain/job/crews";
import { crewOf } from "@domain/job/crewVisits";
import { dayKeyOf, dayRange, nextDay, type DayKey } from "@domain/dates/days";
import { whenText } from "@domain/job/dayVisits";
import { visitsInto } from "@domain/job/lastingVisits";
import { overlap, spanOf, type TimedVisit } from "@domain/job/visitLength";
import { visitsOn, type Visit } from "@domain/job/visits";
import { nextFreeTime, visitTimes } from "@domain/job/visitTimes";
import { useNow } from "@/lib/useNow";
import { copiedDay } from "@/offline/days/copiedDay";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import type { Job } from "../jobForm";
import { JobFormContext } from "../JobFormContext";
import { useLastingJobs } from "../useLastingJobs";
import { spanReader } from "./spanReader";

/** The visit whose time is being chosen. */
interface ChosenVisit {
  /** The crew's key as stored in the job; empty for anybody. */
  readonly crew: string;
  /** In minutes. */
  readonly length?: number | undefined;
}

export const VisitContext = createContext<ChosenVisit>({ crew: "" });

/** The present name of the visit's crew; undefined for anybody. */
export function useVisitCrew(): string | undefined {
  const { crew } = useContext(VisitContext);
  const settings = useOfficeSettings() ?? {};
  return crew === "" ? undefined : crewName(crew, settings);
}

/** Returns whether another visit may need the same people as the visit whose time is being chosen. */
function useCollides(): (visit: Visit<Job>) => boolean {
  const { crew } = useContext(VisitContext);
  return ({ job, type }) => mayCollide(crew, crewOf(job, type));
}

/** Returns whether another visit overlaps the chosen visit at this time, and may need the same people. */
function useIsNear(at: number | null): (visit: Visit<Job>) => boolean {
  const { length } = useContext(VisitContext);
  const collides = useCollides();
  return (visit) => at !== null && overlap({ at, length }, timed(visit)) && collides(visit);
}

function timed({ job, type, at }: Visit<Job>): TimedVisit {
  return { at, length: spanOf(job, type).length };
}

/**
 * The visits on the day, and before them those that last into it, which are not of the form's job; undefined while
 * loading, and without a day.
 */
function useOtherVisits(day: DayKey | undefined): Visit<Job>[] | undefined {
  const jobId = useContext(JobFormContext)?.jobId;
  const { copy } = useDayCopies();
  const range = day === undefined ? null : dayRange(day);
  const live = useQuery(
    api.jobs.getScheduledForDay,
    range === null ? "skip" : { dayStart: range.from, dayEnd: range.until },
  );
  const lasting = useLastingJobs(day).jobs;
  if (range === null) return undefined;
  const jobs = live ?? (copy && copiedDay(copy, range));
  return jobs
    ? [...visitsInto(lasting, range), ...visitsOn(jobs, range)].filter(
        ({ job }) => job._id !== jobId,
      )
    : undefined;
}

/** The times of a day that are offered, and the next free one; undefined until the day's visits are known. */
export function useFreeTimes(day: DayKey | undefined) {
  const now = useNow();
  const visits = useOtherVisits(day);
  const collides = useCollides();
  const { length } = useContext(VisitContext);
  const office = useOfficeSettings() ?? {};
  if (day === undefined) return { times: [], next: undefined, isFull: false };
  const others = (visits ?? []).filter(collides).map(timed);
  const times = visitTimes(day, now, { visits: others, length, office });
  const next = visits && nextFreeTime(times);
  return { times, next, isFull: visits !== undefined && next === undefined };
}

/** The next free half hour of the day, or of the next day if none is left, as the value of a date-time field. */
export function useSuggestedTime(day: DayKey | undefined): string | undefined {
  const { next, isFull } = useFreeTimes(day);
  const later = isFull && day !== undefined ? nextDay(day) : undefined;
  const { next: nextMorning } = useFreeTimes(later);
  if (next !== undefined) return `${day}T${next}`;
  return nextMorning === undefined ? undefined : `${later}T${nextMorning}`;
}

interface DayVisitsProps {
  readonly day: DayKey;
  /** The time that is being chosen, in ms since 1970. */
  readonly at: number | null;
}

export function DayVisits({ day, at }: DayVisitsProps) {
  const visits = useOtherVisits(day);
  const isNearVisit = useIsNear(at);
  const { length } = useContext(VisitContext);
  const settings = useOfficeSettings() ?? {};
  if (visits === undefined) return <LoadingData what="The day" className="mx-auto my-2 size-5" />;
  if (visits.length === 0)
    return <p className="text-sm text-ink-muted">No other visits that day.</p>;
  return (
    <ul aria-label="Other visits that day" className="flex flex-col gap-0.5 text-sm">
      {visits.map((visit) => {
        const { job, type, at: visitAt } = visit;
        const isNear = isNearVisit(visit);
        const crew = crewOf(job, type);
        const span = spanReader.words(visitAt, spanOf(job, type));
        return (
          <li
            key={`${job._id} ${visitAt}`}
            className={clsx(
              "flex items-baseline gap-2 rounded-md px-2 py-0.5",
              isNear ? "bg-amber-tint text-amber-ink" : "text-ink-muted",
            )}
          >
            <span className="w-18 shrink-0 text-right whitespace-nowrap tabular-nums">
              {whenText(visit, dayRange(day))}
            </span>
            <span className="min-w-0 truncate">
              <span className="font-medium">{job.customer_name}</span>, {job.job_address}
              {crew !== undefined && `, ${crewName(crew, settings)}`}
              {span && `, ${span}`}
            </span>
            {isNear && (
              <span className="sr-only">
                {(length ?? timed(visit).length) ? "at the same time" : "within an hour"}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Visits named at once; more of them would fill the form on a busy day. */
const MAX_NAMED = 3;

/** Other visits near the time that was just set in the field above. The hint never blocks a save. */
export function NearVisits({ at }: { readonly at: number }) {
  const day = dayKeyOf(at);
  const visits = useOtherVisits(day) ?? [];
  const crew = useVisitCrew();
  const { length } = useContext(VisitContext);
  const near = visits.filter(useIsNear(at));
  if (near.length === 0) return null;
  const hasLength = length ?? near.some((visit) => timed(visit).length);
  const label = hasLength ? "At the same time" : "Within an hour";
  const named = near
    .slice(0, MAX_NAMED)
    .map((visit) => `${visit.job.customer_name}, ${whenText(visit, dayRange(day))}`)
    .join("; ");
  const more = near.length - MAX_NAMED;
  return (
    <p role="status" className="flex gap-1.5 text-sm text-amber-ink">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        {`${label}${crew === undefined ? "" : ` for ${crew}`}: ${named}`}
        {more > 0 && `; and ${more} more`}
      </span>
    </p>
  );
}
