import { dayRange, type DayKey } from "@domain/dates/days";
import { isOfCrew } from "@domain/job/crews";
import { visitsInto } from "@domain/job/lastingVisits";
import { useLastingJobs } from "@/job/useLastingJobs";
import type { DayJob } from "./useDayJobs";

interface DayOfCrew {
  readonly day: DayKey;
  /** The key of the crew whose visits alone are shown. */
  readonly crew: string | undefined;
  /** The jobs with a visit that begins on the day; undefined while they are loading. */
  readonly jobs: readonly DayJob[] | undefined;
}

/** The day's other jobs: those with a visit that has begun before it and lasts into it. */
export function useLastingOfDay({ day, crew, jobs }: DayOfCrew) {
  const all = useLastingJobs(day);
  const lasting = all.jobs.filter(
    (job) =>
      jobs?.every(({ _id }) => _id !== job._id) &&
      visitsInto([job], dayRange(day)).some((visit) => isOfCrew(visit, crew)),
  );
  return { lasting, hasFailed: all.hasFailed };
}
