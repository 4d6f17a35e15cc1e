import { useQuery } from "convex/react";
import { Fragment } from "react";
import type { Id } from "@convex/_generated/dataModel";
import { api } from "@convex/_generated/api";
import {
  dayKeyOf,
  dayRange,
  nextDay,
  previousDay,
  type DayKey,
} from "@domain/days";
import { formatTime } from "@domain/times";
import { redLineIndex } from "@domain/schedule";
import { useNow } from "@/lib/useNow";
import { useCovers } from "@/features/jobs/photos/useCovers";
import { dayCover, DayJobCard } from "./DayJobCard";

interface DayJobsProps {
  readonly day: DayKey;
  readonly onOpen: (jobId: Id<"jobs">) => void;
}

export function DayJobs({ day, onOpen }: DayJobsProps) {
  const jobs = useDayJobs(day);
  const now = useNow();
  const covers = useCovers((jobs ?? []).map(dayCover));

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
              coverUrl={covers(dayCover(job))}
              onOpen={() => onOpen(job._id)}
            />
          </li>
        </Fragment>
      ))}
      {lineAt === jobs.length && <NowLine now={now} />}
    </ol>
  );
}

/**
 * The jobs of a day. Also subscribes to the previous and the next day, so that
 * navigating there does not wait.
 */
function useDayJobs(day: DayKey) {
  const args = dayArgs(day);
  const found = useQuery(api.jobs.getScheduledForDay, args);
  const jobs = args === "skip" ? [] : found;
  const isReady = jobs !== undefined;
  useQuery(
    api.jobs.getScheduledForDay,
    isReady ? dayArgs(previousDay(day)) : "skip",
  );
  useQuery(
    api.jobs.getScheduledForDay,
    isReady ? dayArgs(nextDay(day)) : "skip",
  );
  return jobs;
}

/** "skip" for a day that the local calendar skips, as Samoa's did in 2011: it has no jobs. */
function dayArgs(day: DayKey) {
  const { from, until } = dayRange(day);
  return from < until ? { dayStart: from, dayEnd: until } : "skip";
}

/** The red line at the current time, among today's jobs. */
function NowLine({ now }: { readonly now: number }) {
  return (
    <li className="flex items-center gap-2 text-now">
      <span className="sr-only">Now</span>
      <time
        dateTime={new Date(now).toISOString()}
        className="text-xs font-semibold tabular-nums"
      >
        {formatTime(now)}
      </time>
      <span aria-hidden="true" className="h-0.5 grow rounded-full bg-now" />
    </li>
  );
}

function Note({ children }: { readonly children: string }) {
  return (
    <p className="rounded-xl border border-dashed border-line px-4 py-16 text-center text-ink-muted">
      {children}
    </p>
  );
}
