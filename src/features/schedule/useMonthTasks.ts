import { api } from "@convex/_generated/api";
import { calendarTasks, tasksByDay, type DayTasks } from "@domain/calendar";
import {
  addMonths,
  dayRange,
  monthGrid,
  type DayKey,
  type MonthKey,
} from "@domain/days";
import { useQuery } from "convex/react";
import { useMemo } from "react";

/** What is to be done on the days of a month's grid, live; `undefined` on the way. The months beside it are kept at hand. */
export function useMonthTasks(
  month: MonthKey,
): ReadonlyMap<DayKey, DayTasks> | undefined {
  const jobs = useQuery(api.jobs.listDates, argsFor(month));
  const isReady = jobs !== undefined;
  useQuery(
    api.jobs.listDates,
    isReady ? argsFor(addMonths(month, -1)) : "skip",
  );
  useQuery(api.jobs.listDates, isReady ? argsFor(addMonths(month, 1)) : "skip");
  return useMemo(() => jobs && tasksByDay(calendarTasks(jobs)), [jobs]);
}

function argsFor(month: MonthKey) {
  const days = monthGrid(month).flat();
  const { from } = dayRange(days[0] ?? `${month}-01`);
  const { until } = dayRange(days.at(-1) ?? `${month}-01`);
  return { range: { from, until } };
}
