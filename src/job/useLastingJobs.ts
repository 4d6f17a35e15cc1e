import { useQueries } from "convex/react";
import { useMemo } from "react";
import { api } from "@convex/_generated/api";
import {
  dayRange,
  nextDay,
  previousDay,
  type DayKey,
} from "@domain/dates/days";
import { visitsInto } from "@domain/job/lastingVisits";
import { copiedDay } from "@/offline/days/copiedDay";
import type { Job } from "./jobForm";
import { isOfJob } from "./jobSubject";
import { shownJobs } from "./shownJobs";
import { useListedCopies } from "./useListedCopies";
import { useWaitingChanges } from "./useWaitingChanges";

/**
 * The jobs with a visit that has begun on an earlier day and lasts into this one: live, and until then from the copy on
 * this device, with the changes that wait there. None where they cannot be loaded, as from a server of an older
 * release. Also subscribes to those of the previous and the next day, so that going there does not wait.
 */
export function useLastingJobs(day: DayKey | undefined): readonly Job[] {
  const results = useQueries(useMemo(() => queriesOf(day), [day])) as Readonly<
    Record<string, readonly Job[] | Error | undefined>
  >;
  const found = day === undefined ? undefined : results[day];
  const { copy } = useListedCopies();
  const changes = useWaitingChanges();
  return useMemo(() => {
    if (day === undefined) return [];
    const range = dayRange(day);
    const copied = (copy && copiedDay(copy, range) && copy.jobs) ?? [];
    const known =
      found === undefined || found instanceof Error ? copied : found;
    const there = new Set(known.map(({ _id }) => _id));
    const changed = (copy?.jobs ?? []).filter(
      (job) =>
        !there.has(job._id) && changes.items.some((item) => isOfJob(job, item)),
    );
    return shownJobs([...known, ...changed], changes).filter(
      (job) => visitsInto([job], range).length > 0,
    );
  }, [found, copy, changes, day]);
}

function queriesOf(day: DayKey | undefined) {
  if (day === undefined) return {};
  const days = [day, previousDay(day), nextDay(day)];
  return Object.fromEntries(
    days.map((day) => [
      day,
      { query: api.jobs.listLasting, args: { at: dayRange(day).from } },
    ]),
  );
}
