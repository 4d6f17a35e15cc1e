import { clsx } from "clsx";
import { useQuery } from "convex/react";
import { TriangleAlert } from "lucide-react";
import { useContext } from "react";
import { api } from "@convex/_generated/api";
import { LoadingData } from "@/components/ui/LoadingData";
import { dayKeyOf, dayRange, type DayKey } from "@domain/days";
import { formatTime } from "@domain/times";
import { areNear, visitsOn, type Visit } from "@domain/visits";
import { nextFreeTime, visitTimes } from "@domain/visitTimes";
import { useNow } from "@/lib/useNow";
import { copiedDay } from "@/offline/days/copiedDay";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import type { Job } from "../jobForm";
import { JobFormContext } from "../JobFormContext";

/** The visits on the day that are not of the form's job; undefined while loading, and without a day. */
export function useOtherVisits(
  day: DayKey | undefined,
): Visit<Job>[] | undefined {
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

/** The next free half hour of the day, as a date-time field holds it; undefined until the day's visits are known. */
export function useSuggestedTime(day: DayKey | undefined): string | undefined {
  const now = useNow();
  const visits = useOtherVisits(day);
  if (day === undefined || visits === undefined) return undefined;
  const starts = visits.map(({ at }) => at);
  const time = nextFreeTime(visitTimes(day, now, starts));
  return time && `${day}T${time}`;
}

interface DayVisitsProps {
  readonly day: DayKey;
  /** The time that is being chosen, in ms since 1970. */
  readonly at: number | null;
}

export function DayVisits({ day, at }: DayVisitsProps) {
  const visits = useOtherVisits(day);
  if (visits === undefined)
    return <LoadingData what="The day" className="mx-auto my-2 size-5" />;
  if (visits.length === 0)
    return <p className="text-sm text-ink-muted">No other visits that day.</p>;
  return (
    <ul
      aria-label="Other visits that day"
      className="flex flex-col gap-0.5 text-sm"
    >
      {visits.map(({ job, at: visitAt }) => {
        const isNear = at !== null && areNear(at, visitAt);
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
            </span>
            {isNear && <span className="sr-only">within an hour</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** Other visits near the time that was just set in the field above. The hint never blocks a save. */
export function NearVisits({ at }: { readonly at: number }) {
  const visits = useOtherVisits(dayKeyOf(at)) ?? [];
  const near = visits.filter((visit) => areNear(at, visit.at));
  if (near.length === 0) return null;
  return (
    <p role="status" className="flex gap-1.5 text-sm text-amber-ink">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        Within an hour:{" "}
        {near
          .map((visit) => `${visit.job.customer_name}, ${formatTime(visit.at)}`)
          .join("; ")}
      </span>
    </p>
  );
}
