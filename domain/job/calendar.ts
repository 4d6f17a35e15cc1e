import { crewOf, type CrewedJob } from "./crewVisits";
import { dayKeyOf, isInstant, type DayKey } from "../dates/days";
import type { EntryType } from "./entryTypes";
import { groupBy } from "../text/groups";
import type { JobOutcome, JobStatus } from "./jobs";
import { daysOf, type DayOfVisit } from "./lastingVisits";
import { visitOutcome } from "./schedule";
import { spanOf, type SpannedJob, type VisitSpan } from "./visitLength";

/** How many entries a day cell of the month shows; the others are counted. */
export const MAX_ENTRIES_PER_DAY = 6;

/**
 * An entry in a day cell of the calendar, derived from a job. The specification
 * calls it a "Calendar task".
 */
export type CalendarEntry = VisitSpan & {
  readonly date: DayKey;
  /** Set on each day after that on which the visit begins. */
  readonly part?: DayOfVisit;
  readonly name: string;
  readonly type: EntryType;
  readonly at: number;
  readonly jobId: string;
  /** The client key of a job that was made on a device. */
  readonly clientKey?: string | undefined;
  readonly address: string;
  /** The crew's name as the job stores it, or its present name: see `crewName`. */
  readonly crew?: string | undefined;
  /** Null while the visit has still to be done. */
  readonly end: JobOutcome | null;
};

export type DatedJob = CrewedJob &
  SpannedJob & {
    readonly _id: string;
    readonly clientKey?: string | undefined;
    readonly customer_name: string;
    readonly job_address: string;
    readonly job_status: JobStatus;
  };

/** The entries that a day shows, and those beyond `MAX_ENTRIES_PER_DAY`. */
export type DayEntries = {
  readonly shown: readonly CalendarEntry[];
  readonly hidden: readonly CalendarEntry[];
};

/** The colors for any other type, selected by a hash of the type. */
const OTHER_ENTRY_COLORS = ["green", "amber", "sky"] as const;

export type EntryColor = "darkRed" | "orange" | (typeof OTHER_ENTRY_COLORS)[number];

/** One entry for each estimate and each install on each of its days. Visits that have begun before a day come first. */
export function calendarEntries(jobs: readonly DatedJob[]): CalendarEntry[] {
  return jobs
    .flatMap((job) => [
      ...entryAt(job, "estimate", job.job_estimate_date),
      ...entryAt(job, "install", job.job_install_date),
    ])
    .sort((a, b) => a.at - b.at);
}

export function entriesByDay(entries: readonly CalendarEntry[]): ReadonlyMap<DayKey, DayEntries> {
  return new Map(
    [...groupBy(entries, ({ date }) => date)].map(([day, all]) => [
      day,
      {
        shown: all.slice(0, MAX_ENTRIES_PER_DAY),
        hidden: all.slice(MAX_ENTRIES_PER_DAY),
      },
    ]),
  );
}

export function entryColor(type: string): EntryColor {
  if (type === "estimate") return "darkRed";
  if (type === "install") return "orange";
  return OTHER_ENTRY_COLORS[hash(type) % OTHER_ENTRY_COLORS.length] ?? "green";
}

function entryAt(job: DatedJob, type: EntryType, at: number | undefined): CalendarEntry[] {
  if (at === undefined || !isInstant(at)) return [];
  const name = job.customer_name.trim() || job.job_address;
  const span = spanOf(job, type);
  const end = visitOutcome(type, job.job_status);
  const entry: CalendarEntry = {
    date: dayKeyOf(at),
    name,
    type,
    at,
    jobId: job._id,
    clientKey: job.clientKey,
    address: job.job_address,
    crew: crewOf(job, type),
    ...span,
    end,
  };
  const [, ...later] = end === "cancelled" ? [] : daysOf({ at, ...span });
  const parts = later.map((date, index) => ({
    ...entry,
    date,
    part: { number: index + 2, of: later.length + 1 },
  }));
  return [entry, ...parts];
}

/** Deterministic, so that every device shows the same color. */
function hash(text: string): number {
  return [...text].reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 4_294_967_291,
    7,
  );
}
