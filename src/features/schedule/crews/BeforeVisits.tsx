import type { ReactNode } from "react";
import { crewsOfJobs } from "@domain/job/crews";
import { Button } from "@/components/ui/Button";
import { retryLastingJobs } from "@/job/useLastingJobs";
import type { DayJob } from "../dayJobs/useDayJobs";
import { DayCrews, type DayCrewsProps } from "./DayCrews";
import { useLastingOfDay } from "../dayJobs/useLastingOfDay";

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
export function BeforeVisits({ day, crew, slot, jobs, list, children }: BeforeVisitsProps) {
  const { lasting, hasFailed } = useLastingOfDay({ day, crew, jobs });
  const hasCrews = crew !== undefined || crewsOfJobs([...lasting, ...(jobs ?? [])]).some(Boolean);
  return (
    <>
      {slot && hasCrews && <DayCrews day={day} crew={crew} slot={slot} />}
      {hasFailed && (
        <div className="mb-3 flex flex-wrap items-center gap-3 print:hidden">
          <p role="alert" className="text-ink-muted">
            The visits that began on earlier days could not be loaded.
          </p>
          <Button onClick={retryLastingJobs}>Try again</Button>
        </div>
      )}
      {lasting.length > 0 ? <div className="mb-1.5">{list(lasting)}</div> : !hasFailed && children}
    </>
  );
}
