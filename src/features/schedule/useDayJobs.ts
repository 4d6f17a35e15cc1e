import { api } from "@convex/_generated/api";
import { dayRange, nextDay, previousDay, type DayKey } from "@domain/days";
import { useQuery } from "convex/react";

/** The jobs of a day, live. The days beside it are kept at hand, so that going there shows no wait. */
export function useDayJobs(day: DayKey) {
  const jobs = useQuery(api.jobs.getScheduledForDay, argsFor(day));
  const isReady = jobs !== undefined;
  useQuery(
    api.jobs.getScheduledForDay,
    isReady ? argsFor(previousDay(day)) : "skip",
  );
  useQuery(
    api.jobs.getScheduledForDay,
    isReady ? argsFor(nextDay(day)) : "skip",
  );
  return jobs;
}

function argsFor(day: DayKey) {
  const { from, until } = dayRange(day);
  return { dayStart: from, dayEnd: until };
}
