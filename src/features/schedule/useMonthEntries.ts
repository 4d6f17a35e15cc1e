import { useConvex, useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useMemo, useState } from "react";
import { api } from "@convex/_generated/api";
import {
  calendarEntries,
  entriesByDay,
  type DayEntries,
} from "@domain/calendar";
import {
  addMonths,
  dayRange,
  monthGrid,
  type DayKey,
  type MonthKey,
  type TimeRange,
} from "@domain/days";

type DatedJobs = FunctionReturnType<typeof api.jobs.listDates>;

/**
 * The entries of the days in a month's grid, live; `undefined` while loading.
 * Each week has its own subscription: a changed visit reloads only the weeks
 * that its dates are in.
 */
export function useMonthEntries(
  month: MonthKey,
): ReadonlyMap<DayKey, DayEntries> | undefined {
  const jobs = useWeeks(month);
  const prefetched = usePrefetched(month, jobs !== undefined);
  const shown = jobs ?? prefetched;
  return useMemo(() => shown && entriesByDay(calendarEntries(shown)), [shown]);
}

function useWeeks(month: MonthKey): DatedJobs | undefined {
  const queries = useMemo(() => weekQueries(month), [month]);
  const results = useQueries(queries) as Readonly<
    Record<string, DatedJobs | Error | undefined>
  >;
  return useMemo(() => {
    const jobs = new Map<string, DatedJobs[number]>();
    for (const week of Object.keys(queries)) {
      const found = results[week];
      if (found instanceof Error) throw found;
      if (found === undefined) return undefined;
      // A job with two dates may be in two weeks.
      for (const job of found) jobs.set(job._id, job);
    }
    return [...jobs.values()];
  }, [queries, results]);
}

/**
 * The months before and after are loaded once, to be shown until their own
 * subscriptions answer.
 */
function usePrefetched(
  month: MonthKey,
  isReady: boolean,
): DatedJobs | undefined {
  const convex = useConvex();
  const [months] = useState(() => new Map<MonthKey, DatedJobs>());
  useEffect(() => {
    if (!isReady) return;
    for (const neighbor of [addMonths(month, -1), addMonths(month, 1)]) {
      const range = rangeOf(monthGrid(neighbor).flat());
      convex.query(api.jobs.listDates, { range }).then(
        (jobs) => months.set(neighbor, jobs),
        // The month's own subscription reports its errors when it is opened.
        () => months.delete(neighbor),
      );
    }
  }, [convex, month, isReady, months]);
  return months.get(month);
}

function weekQueries(month: MonthKey) {
  return Object.fromEntries(
    monthGrid(month).map((week) => [
      String(week[0]),
      { query: api.jobs.listDates, args: { range: rangeOf(week) } },
    ]),
  );
}

function rangeOf(days: readonly DayKey[]): TimeRange {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined)
    throw new Error("A month has days.");
  return { from: dayRange(first).from, until: dayRange(last).until };
}
