/**
 * The week by hours: days side by side, each with the rows of the wall clock in the runtime's local zone. Every day has
 * 24 rows of an hour. An hour that the clock skips has a row without any time, and the row of an hour that the clock
 * repeats holds the times of both.
 */
import type { DayKey } from "./days";
import { groupBy } from "./groups";
import type { OfficeSettings } from "./officeSettings";
import { DAY_MINUTES } from "./times";
import { fromDateTimeField, toDateTimeField } from "./dateTimeField";

/** Visits are dragged in steps of so many minutes. */
export const STEP_MINUTES = 15;

/** A visit has no stored end: it is drawn one hour high. */
export const VISIT_MINUTES = 60;

/** So many visits stand side by side; the others are counted. */
export const MAX_LANES = 3;

const STEP_MS = STEP_MINUTES * 60_000;

/** The hours that are shown of an empty week where the office has set none: from 7 AM to 7 PM. */
const WORKING_HOURS: ShownHours = { from: 7, until: 19 };

/** A row of a day: minutes after midnight on the wall clock. */
export type Slot = { readonly day: DayKey; readonly minute: number };

/** Whole hours; `until` is not part of them. */
export type ShownHours = { readonly from: number; readonly until: number };

/** The row of a time: minutes after midnight on the wall clock. */
export function minuteOfDay(at: number): number {
  const time = new Date(at);
  return time.getHours() * 60 + time.getMinutes();
}

/**
 * The time at which the wall clock shows the row; null if the clock skips it. Of a row that the clock repeats, the
 * first time; but `current` if it is already in this row.
 */
export function timeAt(slot: Slot, current?: number): number | null {
  const text = slotText(slot);
  const at = fromDateTimeField(text, current);
  return at !== null && toDateTimeField(at) === text ? at : null;
}

/** The value of a datetime-local field: "2026-11-20T14:00". */
function slotText({ day, minute }: Slot): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${day}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** The nearest row of whole steps within the day. */
export function snappedMinute(minute: number): number {
  const steps = Math.round(minute / STEP_MINUTES);
  return Math.min(
    Math.max(steps * STEP_MINUTES, 0),
    DAY_MINUTES - STEP_MINUTES,
  );
}

/**
 * The next or the previous quarter of an hour. It counts passed time: so it goes over a skipped hour in one step, and
 * through a repeated hour twice.
 */
export function stepped(at: number, direction: 1 | -1): number {
  const steps = at / STEP_MS;
  return (
    STEP_MS * (direction > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1)
  );
}

/** The rows that a day lacks, as ranges of minutes: those that the clock skips. */
export function skippedRows(day: DayKey): { from: number; until: number }[] {
  const minutes = Array.from(
    { length: DAY_MINUTES / STEP_MINUTES },
    (_, step) => step * STEP_MINUTES,
  ).filter((minute) => timeAt({ day, minute }) === null);
  const ranges: { from: number; until: number }[] = [];
  for (const from of minutes) {
    const last = ranges.at(-1);
    if (last?.until === from) last.until += STEP_MINUTES;
    else ranges.push({ from, until: from + STEP_MINUTES });
  }
  return ranges;
}

/** The office's hours, and the hours before and after them in which there are visits. */
export function shownHours(
  times: readonly number[],
  office: OfficeSettings = {},
): ShownHours {
  const working = workingHours(office);
  const minutes = times.map(minuteOfDay);
  const first = Math.floor(Math.min(...minutes, DAY_MINUTES) / 60);
  const end = Math.ceil((Math.max(...minutes, 0) + VISIT_MINUTES) / 60);
  return {
    from: Math.min(working.from, first),
    until: Math.min(Math.max(working.until, end), 24),
  };
}

/** An undo of one of the hours alone can leave an office that closes before it opens. */
function workingHours({ opens_at, closes_at }: OfficeSettings): ShownHours {
  if (opens_at === undefined || closes_at === undefined) return WORKING_HOURS;
  if (closes_at <= opens_at) return WORKING_HOURS;
  return { from: Math.floor(opens_at / 60), until: Math.ceil(closes_at / 60) };
}

export type PlacedVisit<Visit> = {
  readonly visit: Visit;
  readonly minute: number;
  /** From 0, of `lanes` that stand side by side. */
  readonly lane: number;
  readonly lanes: number;
  /** Whether the lanes leave room for the number of those without a lane. */
  readonly isBesideMore: boolean;
};

/** The visits that find no lane, from the row of the first of them on. */
export type MoreVisits<Visit> = {
  readonly minute: number;
  readonly visits: readonly Visit[];
};

export type DayLayout<Visit> = {
  readonly placed: readonly PlacedVisit<Visit>[];
  readonly more: readonly MoreVisits<Visit>[];
};

/** Places the visits of one day: those that begin within an hour of each other stand side by side. */
export function layOutDay<Visit extends { readonly at: number }>(
  visits: readonly Visit[],
): DayLayout<Visit> {
  const rows = visits
    .map((visit) => ({ visit, minute: minuteOfDay(visit.at) }))
    .sort((a, b) => a.minute - b.minute || a.visit.at - b.visit.at);
  const layouts = chained(rows).map(layOutChain);
  return {
    placed: layouts.flatMap(({ placed }) => placed),
    more: layouts.flatMap(({ more }) => more),
  };
}

type Row<Visit> = { readonly visit: Visit; readonly minute: number };

/** Splits sorted rows where an hour or more passes without a start. */
function chained<Visit>(rows: readonly Row<Visit>[]): Row<Visit>[][] {
  let chain = 0;
  const numbered = rows.map((row, at) => {
    const before = rows[at - 1]?.minute ?? row.minute;
    if (row.minute - before >= VISIT_MINUTES) chain += 1;
    return { row, chain };
  });
  return [...groupBy(numbered, (each) => each.chain).values()].map((group) =>
    group.map(({ row }) => row),
  );
}

function layOutChain<Visit>(rows: readonly Row<Visit>[]): DayLayout<Visit> {
  const ends: number[] = [];
  const found = rows.map((row) => {
    const free = ends.findIndex((end) => end <= row.minute);
    const lane = free === -1 ? ends.length : free;
    if (lane < MAX_LANES) ends[lane] = row.minute + VISIT_MINUTES;
    return { ...row, lane };
  });
  const hidden = found.filter(({ lane }) => lane >= MAX_LANES);
  return {
    placed: found
      .filter(({ lane }) => lane < MAX_LANES)
      .map((row) => ({
        ...row,
        lanes: ends.length,
        isBesideMore: hidden.length > 0,
      })),
    more: countedTogether(hidden),
  };
}

/** One number for the rows within an hour. */
function countedTogether<Visit>(
  hidden: readonly Row<Visit>[],
): MoreVisits<Visit>[] {
  const more: { minute: number; visits: Visit[] }[] = [];
  for (const { visit, minute } of hidden) {
    const last = more.at(-1);
    if (last !== undefined && minute < last.minute + VISIT_MINUTES)
      last.visits.push(visit);
    else more.push({ minute, visits: [visit] });
  }
  return more;
}
