import { CatchBoundary } from "@tanstack/react-router";
import { useId, type ReactNode } from "react";
import { dayRange, isWithin, type DayKey } from "@domain/dates/days";
import { dayOutcome } from "@domain/job/schedule";
import { VisitMark } from "@/components/VisitMark";
import { WaitingJobs } from "@/job/WaitingJobs";
import { useToday } from "@/lib/useNow";
import type { DayJob } from "./DayJobCard";
import { SmallMonth } from "./SmallMonth";

interface DeskColumnProps {
  readonly day: DayKey;
  readonly jobs: readonly DayJob[];
}

/** The column beside the day on a wide screen: the month, the day in numbers, and the office's tasks. */
export function DeskColumn({ day, jobs }: DeskColumnProps) {
  const today = useToday();
  return (
    <div className="flex flex-col gap-5 rounded-xl border border-line bg-surface p-4 shadow-lift">
      <CatchBoundary getResetKey={() => day} errorComponent={NotLoaded}>
        <SmallMonth day={day} today={today} />
      </CatchBoundary>
      <Part title="This day">
        <DayCounts day={day} jobs={jobs} />
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

function DayCounts({ day, jobs }: DeskColumnProps) {
  const range = dayRange(day);
  const counts = [
    ["Visits", jobs.length, null],
    [
      "Estimates",
      jobs.filter((job) => isWithin(job.job_estimate_date, range)).length,
      "estimate",
    ],
    [
      "Installs",
      jobs.filter((job) => isWithin(job.job_install_date, range)).length,
      "install",
    ],
    [
      "Finished",
      jobs.filter((job) => dayOutcome(job, range) === "finished").length,
      null,
    ],
  ] as const;
  return (
    <dl className="grid grid-cols-4 gap-2">
      {counts.map(([label, count, type]) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="flex items-center gap-1 text-xs text-ink-muted">
            {type && <VisitMark type={type} isSmall />}
            {label}
          </dt>
          <dd className="text-xl leading-7 font-semibold tabular-nums">
            {count}
          </dd>
        </div>
      ))}
    </dl>
  );
}
