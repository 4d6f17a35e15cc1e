import { clsx } from "clsx";
import { useQuery } from "convex/react";
import { TriangleAlert } from "lucide-react";
import { createContext, useContext } from "react";
import { api } from "@convex/_generated/api";
import { LoadingData } from "@/components/ui/LoadingData";
import { crewName, mayCollide } from "@domain/crews";
import { crewOf } from "@domain/crewVisits";
import { dayKeyOf, dayRange, nextDay, type DayKey } from "@domain/days";
import { formatTime } from "@domain/times";
import { areNear, visitsOn, type Visit } from "@domain/visits";
import { nextFreeTime, visitTimes } from "@domain/visitTimes";
import { useNow } from "@/lib/useNow";
import { copiedDay } from "@/offline/days/copiedDay";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import type { Job } from "../jobForm";
import { JobFormContext } from "../JobFormContext";

/** The crew of the visit whose time is being chosen, as the job has it; empty for anybody. */
export const VisitCrewContext = createContext("");

/** What that crew is called now; undefined for anybody. */
export function useVisitCrew(): string | undefined {
  const crew = useContext(VisitCrewContext);
  const settings = useOfficeSettings() ?? {};
  return crew === "" ? undefined : crewName(crew, settings);
}

/** Whether a visit may take the people of the visit whose time is being chosen. */
function useCollides(): (visit: Visit<Job>) => boolean {
  const crew = useContext(VisitCrewContext);
  return ({ job, type }) => mayCollide(crew, crewOf(job, type));
}

/** The visits on the day that are not of the form's job; undefined while loading, and without a day. */
function useOtherVisits(day: DayKey | undefined): Visit<Job>[] | undefined {
  const jobId = useContext(JobFormContext)?.jobId;
  const { copy } = useDayCopies();
  const range = day === undefined ? null : dayRange(day);
  const live = useQuery(
    api.jobs.getScheduledForDay,
    range === null ? "skip" : { dayStart: range.from, dayEnd: range.until },
  );
  if (range === null) return undefined;
  const jobs = live ?? (copy && copiedDay(copy, range));
  return jobs
    ? visitsOn(jobs, range).filter(({ job }) => job._id !== jobId)
    : undefined;
}

/** The times of a day that are offered, and the next free one; undefined until the day's visits are known. */
export function useFreeTimes(day: DayKey | undefined) {
  const now = useNow();
  const visits = useOtherVisits(day);
  const collides = useCollides();
  const office = useOfficeSettings() ?? {};
  if (day === undefined) return { times: [], next: undefined, isFull: false };
  const starts = (visits ?? []).filter(collides).map(({ at }) => at);
  const times = visitTimes(day, now, { visits: starts, office });
  const next = visits && nextFreeTime(times);
  return { times, next, isFull: visits !== undefined && next === undefined };
}

/** The next free half hour as a date-time field holds it: of the day, or of the next one if nothing of it is left. */
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
  const collides = useCollides();
  const settings = useOfficeSettings() ?? {};
  if (visits === undefined)
    return <LoadingData what="The day" className="mx-auto my-2 size-5" />;
  if (visits.length === 0)
    return <p className="text-sm text-ink-muted">No other visits that day.</p>;
  return (
    <ul
      aria-label="Other visits that day"
      className="flex flex-col gap-0.5 text-sm"
    >
      {visits.map((visit) => {
        const { job, type, at: visitAt } = visit;
        const isNear = at !== null && areNear(at, visitAt) && collides(visit);
        const crew = crewOf(job, type);
        return (
          <li
            key={`${job._id} ${visitAt}`}
            className={clsx(
              "flex items-baseline gap-2 rounded-md px-2 py-0.5",
              isNear ? "bg-amber-tint text-amber-ink" : "text-ink-muted",
            )}
          >
            <span className="w-18 shrink-0 text-right whitespace-nowrap tabular-nums">
              {formatTime(visitAt)}
            </span>
            <span className="min-w-0 truncate">
              <span className="font-medium">{job.customer_name}</span>,{" "}
              {job.job_address}
              {crew !== undefined && `, ${crewName(crew, settings)}`}
            </span>
            {isNear && <span className="sr-only">within an hour</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** More of them would fill the form on a busy day. */
const MAX_NAMED = 3;

/** Other visits near the time that was just set in the field above. The hint never blocks a save. */
export function NearVisits({ at }: { readonly at: number }) {
  const visits = useOtherVisits(dayKeyOf(at)) ?? [];
  const collides = useCollides();
  const crew = useVisitCrew();
  const near = visits.filter(
    (visit) => areNear(at, visit.at) && collides(visit),
  );
  if (near.length === 0) return null;
  const named = near
    .slice(0, MAX_NAMED)
    .map((visit) => `${visit.job.customer_name}, ${formatTime(visit.at)}`)
    .join("; ");
  const more = near.length - MAX_NAMED;
  return (
    <p role="status" className="flex gap-1.5 text-sm text-amber-ink">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        {`Within an hour${crew === undefined ? "" : ` for ${crew}`}: ${named}`}
        {more > 0 && `; and ${more} more`}
      </span>
    </p>
  );
}
