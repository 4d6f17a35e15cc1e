import { CatchBoundary, Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { useId, type ReactNode } from "react";
import { api } from "@convex/_generated/api";
import { ENTRY_TYPE_LABELS } from "@domain/job/entryTypes";
import { dayRange, nextDay, type DayKey } from "@domain/dates/days";
import { shortPlaceText } from "@domain/customer/places";
import { formatTime } from "@domain/dates/times";
import { visitsOn } from "@domain/job/visits";
import { Card } from "@/components/ui/Card";
import { Spinner } from "@/components/ui/Spinner";
import { WaitingJobs } from "@/job/WaitingJobs";
import { useToday } from "@/lib/useNow";

/** Visits listed per day; the day's screen shows the rest. */
const MAX_VISITS = 8;

/**
 * Shown below the cards of a wide screen: the visits of two days, one line each, and the office's tasks, as wide as a
 * card.
 */
export function HomeDesk() {
  const today = useToday();
  return (
    <div className="grid gap-4 lg:grid-cols-[1fr_1fr_calc(25%-0.75rem)] print:hidden">
      <DayPart title="Today" day={today} />
      <DayPart title="Tomorrow" day={nextDay(today)} />
      <Part title="What needs doing">
        <WaitingJobs />
      </Part>
    </div>
  );
}

interface PartProps {
  readonly title: string;
  /** Shown beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

function Part({ title, aside, children }: PartProps) {
  const id = useId();
  return (
    <Card className="min-w-0 p-4">
      <section aria-labelledby={id}>
        <div className="mb-1.5 flex min-h-9 items-center justify-between gap-3 touch:min-h-11">
          <h2 id={id} className="text-sm font-semibold">
            {title}
          </h2>
          {aside}
        </div>
        <CatchBoundary getResetKey={() => title} errorComponent={NotLoaded}>
          {children}
        </CatchBoundary>
      </section>
    </Card>
  );
}

function NotLoaded() {
  return <p className="text-sm text-ink-muted">This could not be loaded.</p>;
}

interface DayPartProps {
  readonly title: string;
  readonly day: DayKey;
}

function DayPart({ title, day }: DayPartProps) {
  return (
    <Part
      title={title}
      aside={
        <Link
          to="/dashboard"
          search={{ date: day }}
          aria-label={`Open ${title.toLowerCase()}`}
          className="inline-flex min-h-9 items-center rounded-lg px-2 text-sm text-link hover:underline touch:min-h-11"
        >
          Open
        </Link>
      }
    >
      <Visits day={day} />
    </Part>
  );
}

function Visits({ day }: { readonly day: DayKey }) {
  const range = dayRange(day);
  const jobs = useQuery(api.jobs.getScheduledForDay, {
    dayStart: range.from,
    dayEnd: range.until,
  });
  if (jobs === undefined) return <Spinner className="size-4" />;
  const visits = visitsOn(jobs, range);
  if (visits.length === 0) return <p className="py-1.5 text-sm text-ink-muted">No visits.</p>;
  const more = visits.length - MAX_VISITS;
  return (
    <ul>
      {visits.slice(0, MAX_VISITS).map(({ job, type, at }) => (
        <li key={`${job._id} ${type}`}>
          <Link
            to="/dashboard"
            search={{ date: day, job: job._id }}
            className="-mx-2 flex min-h-9 items-center gap-2.5 rounded-lg px-2 text-sm transition-colors hover:bg-hover touch:min-h-11"
          >
            <span className="w-17 shrink-0 font-semibold tabular-nums">{formatTime(at)}</span>
            <span className="min-w-0 grow truncate">
              {job.customer_name}
              <span className="text-ink-muted">, {shortPlaceText(job)}</span>
            </span>
            <span className="shrink-0 text-xs text-ink-muted">{ENTRY_TYPE_LABELS[type]}</span>
          </Link>
        </li>
      ))}
      {more > 0 && (
        <li>
          <Link
            to="/dashboard"
            search={{ date: day }}
            className="-mx-2 flex min-h-9 items-center rounded-lg px-2 text-sm text-ink-muted transition-colors hover:bg-hover touch:min-h-11"
          >
            {more} more
          </Link>
        </li>
      )}
    </ul>
  );
}
