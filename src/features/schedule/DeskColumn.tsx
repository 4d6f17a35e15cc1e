import { CatchBoundary } from "@tanstack/react-router";
import { useId, type ReactNode } from "react";
import { dayRange, type DayKey } from "@domain/dates/days";
import { dayCounts } from "@domain/job/dayVisits";
import { VisitMark } from "@/components/VisitMark";
import { WaitingJobs } from "@/job/WaitingJobs";
import { useToday } from "@/lib/useNow";
import { useLastingOfDay } from "./dayJobs/useLastingOfDay";
import type { DayJob } from "./dayJobs/useDayJobs";
import { SmallMonth } from "./SmallMonth";

interface DeskColumnProps {
  readonly day: DayKey;
  /** The key of the crew whose visits alone are shown. */
  readonly crew: string | undefined;
  readonly jobs: readonly DayJob[];
}

/** The column beside the day on a wide screen: the month, the day in numbers, and the office's tasks. */
export function DeskColumn({ day, crew, jobs }: DeskColumnProps) {
  const today = useToday();
  return (
    <div className="flex flex-col gap-5 rounded-xl border border-line bg-surface p-4 shadow-lift">
      <CatchBoundary getResetKey={() => day} errorComponent={NotLoaded}>
        <SmallMonth day={day} today={today} />
      </CatchBoundary>
      <Part title="This day">
        <DayCounts day={day} crew={crew} jobs={jobs} />
      </Part>
      <Part title="What needs doing">
        <CatchBoundary getResetKey={() => day} errorComponent={NotLoaded}>
          <WaitingJobs />
        </CatchBoundary>
      </Part>
    </div>
  );
}

/** Shown in place of a part that failed: the day itself stays. */
function NotLoaded() {
  return <p className="text-sm text-ink-muted">This could not be loaded.</p>;
}

interface PartProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Part({ title, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line pt-4">
      <h2 id={id} className="mb-1.5 text-sm font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

function DayCounts({ day, crew, jobs }: DeskColumnProps) {
  const { lasting } = useLastingOfDay({ day, crew, jobs });
  const { visits, estimates, installs, finished } = dayCounts([...lasting, ...jobs], dayRange(day));
  const counts = [
    ["Visits", visits, null],
    ["Estimates", estimates, "estimate"],
    ["Installs", installs, "install"],
    ["Finished", finished, null],
  ] as const;
  return (
    <dl className="grid grid-cols-4 gap-2">
      {counts.map(([label, count, type]) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="flex items-center gap-1 text-xs text-ink-muted">
            {type && <VisitMark type={type} isSmall />}
            {label}
          </dt>
          <dd className="text-xl leading-7 font-semibold tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  );
}
