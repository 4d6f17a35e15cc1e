import type { Id } from "@convex/_generated/dataModel";
import { dayKeyOf, dayRange, type DayKey } from "@domain/days";
import { redLineIndex } from "@domain/schedule";
import { Fragment } from "react";
import { useNow } from "@/lib/useNow";
import { DayJobCard } from "./DayJobCard";
import { NowLine } from "./NowLine";
import { useDayJobs } from "./useDayJobs";

interface DayJobsProps {
  readonly day: DayKey;
  readonly onOpen: (jobId: Id<"jobs">) => void;
}

export function DayJobs({ day, onOpen }: DayJobsProps) {
  const jobs = useDayJobs(day);
  const now = useNow();

  if (jobs === undefined) return <Note>Loading...</Note>;
  if (jobs.length === 0) return <Note>No jobs scheduled for this day.</Note>;

  const range = dayRange(day);
  const isToday = day === dayKeyOf(now);
  const lineAt = isToday ? redLineIndex(jobs, range, now) : null;
  return (
    <ol className="flex flex-col gap-3">
      {jobs.map((job, index) => (
        <Fragment key={job._id}>
          {lineAt === index && <NowLine now={now} />}
          <li>
            <DayJobCard
              job={job}
              range={range}
              onOpen={() => onOpen(job._id)}
            />
          </li>
        </Fragment>
      ))}
      {lineAt === jobs.length && <NowLine now={now} />}
    </ol>
  );
}

function Note({ children }: { readonly children: string }) {
  return (
    <p className="rounded-xl border border-dashed border-line px-4 py-16 text-center text-ink-muted">
      {children}
    </p>
  );
}
