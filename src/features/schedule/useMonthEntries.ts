import { useQuery } from "convex/react";
import { useMemo } from "react";
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
} from "@domain/days";

/**
 * The entries of the days in a month's grid, live; `undefined` while loading. The months before and after are
 * preloaded.
 */
export function useMonthEntries(
  month: MonthKey,
): ReadonlyMap<DayKey, DayEntries> | undefined {
  const jobs = useQuery(api.jobs.listDates, argsFor(month));
  const isReady = jobs !== undefined;
  useQuery(
    api.jobs.listDates,
    isReady ? argsFor(addMonths(month, -1)) : "skip",
  );
  useQuery(api.jobs.listDates, isReady ? argsFor(addMonths(month, 1)) : "skip");
  return useMemo(() => jobs && entriesByDay(calendarEntries(jobs)), [jobs]);
}

function argsFor(month: MonthKey) {
  const days = monthGrid(month).flat();
  const { from } = dayRange(days[0] ?? `${month}-01`);
  const { until } = dayRange(days.at(-1) ?? `${month}-01`);
  return { range: { from, until } };
}
