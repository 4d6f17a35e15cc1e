import { useQueries, type RequestForQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo, useState } from "react";
import { api } from "@convex/_generated/api";
import {
  calendarEntries,
  entriesByDay,
  type CalendarEntry,
  type DayEntries,
} from "@domain/job/calendar";
import { crewKey } from "@domain/job/crewVisits";
import {
  addMonths,
  dayRange,
  isWithin,
  monthGrid,
  type DayKey,
  type MonthKey,
  type TimeRange,
} from "@domain/dates/days";
import { daysOf, lastsInto } from "@domain/job/lastingVisits";
import { useListedCopies } from "@/job/useListedCopies";
import { useShownDates } from "./useShownDates";
import type { DayCopy } from "@/offline/days/copiedDay";

export interface MonthEntries {
  /** The entries by day; undefined while loading, and if this device has none of the month. */
  readonly entries: ReadonlyMap<DayKey, DayEntries> | undefined;
  /** The crew of each visit of the shown days, of all crews. */
  readonly crews: readonly (string | undefined)[] | undefined;
  /** Says what is shown while it is not live; null if it is. */
  readonly copied: DayCopy | "none" | null;
  /** The jobs of which a change waits on this device. */
  readonly waiting: ReadonlySet<string>;
}

interface MonthOptions {
  readonly firstStep?: 0 | 1;
  /** The key of the crew whose visits alone are shown. */
  readonly crew?: string | undefined;
}

export type DatedJobs = readonly FunctionReturnType<typeof api.jobs.listDates>[number][];

/**
 * The entries of the days in a month's grid: live, and until then those in the
 * copy of days on this device. Each week has its own subscription: a changed visit reloads only the weeks
 * that its dates are in. The weeks of the next month in the direction of paging are subscribed to as well, so that it
 * shows at once.
 */
export function useMonthEntries(
  month: MonthKey,
  { firstStep = 0, crew }: MonthOptions = {},
): MonthEntries {
  const live = useWeeks(useMemo(() => monthGrid(month), [month]));
  const ahead = useMonthAhead(month, firstStep);
  const isLoaded = live !== undefined;
  // Unlike useQuery, useQueries does not throw if the month ahead fails: this month is still shown.
  useQueries(
    useMemo(() => (isLoaded && ahead ? weekQueries(monthGrid(ahead)) : {}), [isLoaded, ahead]),
  );
  const { copy, isOffline } = useListedCopies();
  const { withWaiting, waiting } = useShownDates();
  return useMemo(() => {
    const days = monthGrid(month).flat();
    const shown = (jobs: DatedJobs) => {
      const visits = calendarEntries(withWaiting(jobs));
      const own = visits.filter((visit) => crew === undefined || crewKey(visit.crew) === crew);
      return { entries: entriesByDay(own), crews: crewsOn(days, visits) };
    };
    if (live !== undefined) return { ...shown(live), copied: null, waiting };
    const saved = copy ? copiedEntries(copy, days) : [];
    if (copy && saved.length > 0) return { ...shown(saved), copied: copy, waiting };
    const copied = copy !== undefined && isOffline ? "none" : null;
    return { entries: undefined, crews: undefined, copied, waiting };
  }, [live, copy, month, crew, isOffline, withWaiting, waiting]);
}

/** The crews of the visits on the days, each once, that are not canceled. */
export function crewsOn(
  days: readonly DayKey[],
  visits: readonly CalendarEntry[],
): (string | undefined)[] {
  const shown = visits.filter(({ date, end }) => days.includes(date) && end !== "cancelled");
  const once = new Map(shown.map(({ jobId, type, crew }) => [`${jobId} ${type}`, crew]));
  return [...once.values()];
}

/**
 * Those with a visit on one of the days, if it is on a day that the copy holds whole, or lasts into one; without their
 * other visits.
 */
export function copiedEntries(copy: DayCopy, days: readonly DayKey[]): DatedJobs {
  const { range } = copy;
  const isKnown = (at: number | undefined, length: number | undefined) =>
    at !== undefined &&
    (isWithin(at, range) || lastsInto({ at, length }, range.from)) &&
    daysOf({ at, length }).some((day) => days.includes(day));
  return copy.jobs.flatMap((job) => {
    const { job_estimate_date: estimate, job_install_date: install } = job;
    const { job_estimate_date: _e, job_install_date: _i, ...rest } = job;
    const times = {
      ...(isKnown(estimate, job.job_estimate_length) && {
        job_estimate_date: estimate,
      }),
      ...(isKnown(install, job.job_install_length) && {
        job_install_date: install,
      }),
    };
    return Object.keys(times).length === 0 ? [] : [{ ...rest, ...times }];
  });
}

/** The key of the subscription to the visits that have begun before the first week. */
const LASTING = "lasting";

/**
 * The jobs with a visit in the weeks, which have a subscription each, and those with a visit that lasts into the first
 * one. The weeks are shown while the latter are loading.
 */
export function useWeeks(weeks: readonly (readonly DayKey[])[]): DatedJobs | undefined {
  const queries = useMemo(() => weekQueries(weeks), [weeks]);
  const results = useQueries(queries) as Readonly<Record<string, DatedJobs | Error | undefined>>;
  return useMemo(() => {
    const lasting = results[LASTING];
    if (lasting instanceof Error) throw lasting;
    const begun = lasting ?? [];
    const jobs = new Map(begun.map((job) => [job._id as string, job]));
    for (const week of Object.keys(queries)) {
      if (week === LASTING) continue;
      const found = results[week];
      if (found instanceof Error) throw found;
      if (found === undefined) return undefined;
      // A job with two dates may be in two weeks.
      for (const job of found) jobs.set(job._id, job);
    }
    return [...jobs.values()];
  }, [queries, results]);
}

/** The next month in the direction in which the person last paged; before that, in the direction of `firstStep`. */
function useMonthAhead(month: MonthKey, firstStep: 0 | 1): MonthKey | null {
  const [shown, setShown] = useState({ month, step: 0 });
  let step = shown.step || firstStep;
  if (shown.month !== month) {
    step = month > shown.month ? 1 : -1;
    setShown({ month, step });
  }
  return step === 0 ? null : addMonths(month, step);
}

function weekQueries(weeks: readonly (readonly DayKey[])[]): RequestForQueries {
  const { from } = rangeOf(weeks.flat());
  const queries: RequestForQueries = {
    [LASTING]: { query: api.jobs.listLasting, args: { at: from } },
  };
  for (const week of weeks)
    queries[String(week[0])] = {
      query: api.jobs.listDates,
      args: { range: rangeOf(week) },
    };
  return queries;
}

function rangeOf(days: readonly DayKey[]): TimeRange {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) throw new Error("A month has days.");
  return { from: dayRange(first).from, until: dayRange(last).until };
}
