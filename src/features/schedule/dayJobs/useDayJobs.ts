import { useQueries, useQuery, type RequestForQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useMemo } from "react";
import { api } from "@convex/_generated/api";
import { ofCrewOn } from "@domain/job/crewVisits";
import { dayRange, nextDay, previousDay, type DayKey } from "@domain/dates/days";
import { shownOnDay } from "@/job/shownJobs";
import { useListedCopies } from "@/job/useListedCopies";
import { useWaitingChanges } from "@/job/useWaitingChanges";
import { copiedDay } from "@/offline/days/copiedDay";

export type DayJob = FunctionReturnType<typeof api.jobs.getScheduledForDay>[number];

export interface DayList {
  /** Undefined while loading. */
  readonly jobs: readonly DayJob[] | undefined;
  /**
   * The jobs as the server last had them, without the changes that wait on this device. Undefined if they are not
   * known.
   */
  readonly known: readonly DayJob[] | undefined;
  /** True if the day is not on this device, so that jobs may be missing. */
  readonly isMissing: boolean;
  /** True if the jobs are from the copy on this device. */
  readonly isCopy: boolean;
  /** The time when the jobs were last those of the server; null if they are live. */
  readonly savedAt: number | null;
}

/** The jobs of a day, of one crew or of all, with the changes that wait on this device. */
export function useDayJobs(day: DayKey, crew?: string): DayList {
  const list = useKnownDay(day);
  const changes = useWaitingChanges();
  const { jobs } = list;
  const shown = useMemo(() => {
    const range = dayRange(day);
    return jobs && ofCrewOn(shownOnDay(jobs, range, changes), range, crew);
  }, [jobs, day, changes, crew]);
  const known = list.isMissing ? undefined : jobs;
  return { ...list, jobs: shown, known };
}

/**
 * The jobs of a day: live, and until then from the copy on this device. Also
 * subscribes to the previous and the next day, so that navigating there does
 * not wait.
 */
function useKnownDay(day: DayKey): Omit<DayList, "known"> {
  const args = useMemo(() => dayArgs(day), [day]);
  const found = useQuery(api.jobs.getScheduledForDay, args);
  const live = args === "skip" ? NO_JOBS : found;
  const isReady = live !== undefined;
  // Unlike useQuery, useQueries does not throw if the neighbors fail: this day is still shown.
  useQueries(useMemo(() => (isReady ? neighbors(day) : {}), [isReady, day]));

  const { copy, lostSince, isOffline, saveDay } = useListedCopies();
  useEffect(() => {
    if (found && lostSince === null) saveDay(dayRange(day), found);
  }, [found, lostSince, saveDay, day]);
  const copied = useMemo(() => (copy ? copiedDay(copy, dayRange(day)) : null), [copy, day]);
  if (live !== undefined)
    return { jobs: live, savedAt: lostSince, isMissing: false, isCopy: false };
  if (copy && copied) {
    const { savedAt } = copy;
    return { jobs: copied, savedAt, isMissing: false, isCopy: true };
  }
  const isMissing = isOffline && copy !== undefined;
  const jobs = isMissing ? NO_JOBS : undefined;
  return { jobs, savedAt: null, isMissing, isCopy: false };
}

const NO_JOBS: readonly DayJob[] = [];

function neighbors(day: DayKey): RequestForQueries {
  return Object.fromEntries(
    [previousDay(day), nextDay(day)].flatMap((neighbor) => {
      const args = dayArgs(neighbor);
      const query = api.jobs.getScheduledForDay;
      return args === "skip" ? [] : [[neighbor, { query, args }]];
    }),
  );
}

/** "skip" for a day that the local calendar skips, as Samoa's did in 2011: it has no jobs. */
function dayArgs(day: DayKey) {
  const { from, until } = dayRange(day);
  return from < until ? { dayStart: from, dayEnd: until } : "skip";
}
