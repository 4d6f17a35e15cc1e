import { useQueries } from "convex/react";
import { useMemo } from "react";
import { api } from "@convex/_generated/api";
import { dayRange, nextDay, previousDay, type DayKey } from "@domain/dates/days";
import { visitsInto } from "@domain/job/lastingVisits";
import { SharedValue, useSharedValue } from "@/lib/SharedValue";
import { copiedDay } from "@/offline/days/copiedDay";
import type { Job } from "./jobForm";
import { isOfJob } from "./jobSubject";
import { shownJobs } from "./shownJobs";
import { useListedCopies } from "./useListedCopies";
import { useWaitingChanges } from "./useWaitingChanges";

interface LastingJobs {
  readonly jobs: readonly Job[];
  /** True if the server failed and the day is not on this device: jobs may be missing. */
  readonly hasFailed: boolean;
}

/** True for a moment, in which every subscription ends: Convex keeps a failure until then. */
const isRetrying = new SharedValue(false);

/** Loads the jobs again after a failure. */
export function retryLastingJobs(): void {
  isRetrying.set(true);
  setTimeout(() => isRetrying.set(false));
}

/**
 * The jobs with a visit that has begun on an earlier day and lasts into this one: live, and until then from the copy on
 * this device, with the changes that wait there. Also subscribes to those of the previous and the next day, so that
 * going there does not wait.
 */
export function useLastingJobs(day: DayKey | undefined): LastingJobs {
  const isOff = useSharedValue(isRetrying);
  const results = useQueries(
    useMemo(() => (isOff ? {} : queriesOf(day)), [day, isOff]),
  ) as Readonly<Record<string, readonly Job[] | Error | undefined>>;
  const found = day === undefined ? undefined : results[day];
  const { copy } = useListedCopies();
  const changes = useWaitingChanges();
  const copied = useMemo(
    () => (day !== undefined && copy && copiedDay(copy, dayRange(day)) ? copy.jobs : null),
    [day, copy],
  );
  const jobs = useMemo(() => {
    if (day === undefined) return [];
    const range = dayRange(day);
    const known = found === undefined || found instanceof Error ? (copied ?? []) : found;
    const there = new Set(known.map(({ _id }) => _id));
    const changed = (copy?.jobs ?? []).filter(
      (job) => !there.has(job._id) && changes.items.some((item) => isOfJob(job, item)),
    );
    return shownJobs([...known, ...changed], changes).filter(
      (job) => visitsInto([job], range).length > 0,
    );
  }, [found, copied, copy, changes, day]);
  return { jobs, hasFailed: found instanceof Error && copied === null };
}

function queriesOf(day: DayKey | undefined) {
  if (day === undefined) return {};
  const days = [day, previousDay(day), nextDay(day)];
  return Object.fromEntries(
    days.map((day) => [day, { query: api.jobs.listLasting, args: { at: dayRange(day).from } }]),
  );
}
