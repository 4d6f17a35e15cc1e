/**
 * What a day has, where a visit of several days counts on each of them: an install of three days is an install of its
 * second day too, and the route of that day passes it. It is moved with the day on which it begins, not with a later
 * one.
 */
import { isWithin, type TimeRange } from "../dates/days";
import { formatTime } from "../dates/times";
import { ENTRY_TYPES, type EntryType } from "./entryTypes";
import type { JobStatus } from "./jobs";
import { laterDayText, visitsInto } from "./lastingVisits";
import { visitOutcome } from "./schedule";
import { spanOf, type SpannedJob } from "./visitLength";
import { FIELD_OF_VISIT, openVisitsOn, visitsOn, type Visit } from "./visits";

type DayJob = SpannedJob & { readonly job_status: JobStatus };

/** The visits that last into the day, and then those that begin on it, without those of canceled jobs. */
export function visitsOfDay<Job extends DayJob>(
  jobs: readonly Job[],
  day: TimeRange,
): Visit<Job>[] {
  return [...visitsInto(jobs, day), ...visitsOn(jobs, day)];
}

/** The visits that last into the day and are not over. */
export function openVisitsInto<Job extends DayJob>(
  jobs: readonly Job[],
  day: TimeRange,
): Visit<Job>[] {
  return visitsInto(jobs, day).filter(
    ({ job, type }) => visitOutcome(type, job.job_status) === null,
  );
}

/** Whether a visit of the day is still to be done, or goes on. */
export function hasOpenVisit(job: DayJob, day: TimeRange): boolean {
  const open = [...openVisitsInto([job], day), ...openVisitsOn([job], day)];
  return open.length > 0;
}

/** The jobs of a day, those with a visit of each kind on it, and those whose visits of the day were made. */
export function dayCounts(jobs: readonly DayJob[], day: TimeRange) {
  const typesOf = (job: DayJob) =>
    ENTRY_TYPES.filter(
      (type) =>
        isWithin(job[FIELD_OF_VISIT[type]], day) ||
        visitsInto([job], day).some((visit) => visit.type === type),
    );
  const withVisit = (type: EntryType) => jobs.filter((job) => typesOf(job).includes(type)).length;
  const isFinished = (job: DayJob) =>
    typesOf(job).every((type) => visitOutcome(type, job.job_status) === "finished");
  return {
    visits: jobs.length,
    estimates: withVisit("estimate"),
    installs: withVisit("install"),
    finished: jobs.filter(isFinished).length,
  };
}

/** "8:00 AM"; of a visit that has begun before the day, "Day 2 of 3". */
export function whenText({ job, type, at }: Visit<SpannedJob>, day: TimeRange): string {
  return at < day.from
    ? laterDayText({ at, length: spanOf(job, type).length }, day)
    : formatTime(at);
}

type NamedJob = DayJob & { readonly customer_name: string };

/** Which visits of the day stay where they are if it is moved: "Ann Field (day 2 of 3)". Empty without one. */
export function stayingText(visits: readonly Visit<NamedJob>[], day: TimeRange): string {
  const names = visits.map(
    (visit) => `${visit.job.customer_name} (${whenText(visit, day).toLowerCase()})`,
  );
  if (names.length === 0) return "";
  const began = names.length === 1 ? "it began" : "they began";
  return `Not moved, because ${began} on an earlier day: ${names.join(", ")}.`;
}
