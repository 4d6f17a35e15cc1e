import type { ReactNode } from "react";
import { crewsOfJobs, isOfCrew } from "@domain/job/crews";
import { dayRange } from "@domain/dates/days";
import { visitsInto } from "@domain/job/lastingVisits";
import { useLastingJobs } from "@/job/useLastingJobs";
import type { DayJob } from "../DayJobCard";
import { DayCrews, type DayCrewsProps } from "./DayCrews";

export interface BeforeVisitsProps extends Omit<DayCrewsProps, "slot"> {
  /** Where the heading has the choice of the crew. */
  readonly slot: HTMLElement | null;
  /** The day's jobs, of the crew if one is chosen; undefined while they are loading. */
  readonly jobs: readonly DayJob[] | undefined;
  /** Shows jobs as the day's own. */
  readonly list: (jobs: readonly DayJob[]) => ReactNode;
  /** What a day without visits shows. */
  readonly children: ReactNode;
}

/** The choice of the crew, and the visits that have begun on an earlier day. */
export function BeforeVisits({
  day,
  crew,
  slot,
  jobs,
  list,
  children,
}: BeforeVisitsProps) {
  const all = useLastingJobs(day);
  const range = dayRange(day);
  const lasting = all.filter(
    (job) =>
      jobs?.every(({ _id }) => _id !== job._id) &&
      visitsInto([job], range).some((visit) => isOfCrew(visit, crew)),
  );
  const hasCrews =
    crew !== undefined || crewsOfJobs([...all, ...(jobs ?? [])]).some(Boolean);
  return (
    <>
      {slot && hasCrews && <DayCrews day={day} crew={crew} slot={slot} />}
      {lasting.length > 0 ? (
        <div className="mb-1.5">{list(lasting)}</div>
      ) : (
        children
      )}
    </>
  );
}
