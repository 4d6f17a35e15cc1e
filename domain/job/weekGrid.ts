/**
 * The week by hours: days side by side, each with the rows of the wall clock in the runtime's local zone. Every day has
 * 24 rows of an hour. An hour that the clock skips has a row without any time, and the row of an hour that the clock
 * repeats holds the times of both.
 */
import type { DayKey } from "../dates/days";
import type { OfficeSettings } from "./officeSettings";
import { DAY_MINUTES } from "../dates/times";
import { fromDateTimeField, toDateTimeField } from "../dates/dateTimeField";
import type { TimedVisit } from "./visitLength";

/** Visits are dragged in steps of this many minutes. */
export const STEP_MINUTES = 15;

/** A visit without a length is drawn one hour high. */
export const VISIT_MINUTES = 60;

/** The least height of a visit: a line with its time and name. Simultaneous visits stand below each other. */
export const LINE_MINUTES = 20;

/** How far below its time a visit may stand: three that begin at once have a line each. */
export const MAX_DELAY = 2 * LINE_MINUTES;

/** The least height of a count of visits: for a finger. */
export const COUNT_MINUTES = 2 * LINE_MINUTES;

/** A visit just before midnight has its whole line on its day. */
const LAST_LINE = DAY_MINUTES - LINE_MINUTES;

const STEP_MS = STEP_MINUTES * 60_000;

/** The hours shown in an empty week of an office that has set none: 7 AM to 7 PM. */
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
 * The time at which the wall clock shows the row; null if the clock skips it. If the clock repeats the row, the first
 * time, or `current` if that is in this row.
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
  return Math.min(Math.max(steps * STEP_MINUTES, 0), DAY_MINUTES - STEP_MINUTES);
}

/**
 * The next or the previous quarter of an hour in elapsed time: one step over a skipped hour, and twice through a
 * repeated one.
 */
export function stepped(at: number, direction: 1 | -1): number {
  const steps = at / STEP_MS;
  return STEP_MS * (direction > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1);
}

/** The rows that the clock skips on a day, as ranges of minutes. */
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
export function shownHours(visits: readonly TimedVisit[], office: OfficeSettings = {}): ShownHours {
  const working = workingHours(office);
  const minutes = visits.map(({ at }) => minuteOfDay(at));
  // A visit of several days does not need the night.
  const ends = visits.map(
    ({ at, length = VISIT_MINUTES }) =>
      minuteOfDay(at) + (length < DAY_MINUTES ? length : VISIT_MINUTES),
  );
  const first = Math.floor(Math.min(...minutes, DAY_MINUTES) / 60);
  const end = Math.ceil(Math.max(...ends, VISIT_MINUTES) / 60);
  return {
    from: Math.min(working.from, first),
    until: Math.min(Math.max(working.until, end), 24),
  };
}

/** Ignores hours that close before they open: an undo of one of the two can leave such an office. */
function workingHours({ opens_at, closes_at }: OfficeSettings): ShownHours {
  if (opens_at === undefined || closes_at === undefined) return WORKING_HOURS;
  if (closes_at <= opens_at) return WORKING_HOURS;
  return { from: Math.floor(opens_at / 60), until: Math.ceil(closes_at / 60) };
}

type Row<Visit> = {
  readonly visit: Visit;
  /** The minute of the row at which the visit begins. */
  readonly minute: number;
};

/** `top` and `height` are in minutes, like the rows of a day. */
export type PlacedVisit<Visit> = Row<Visit> & {
  readonly top: number;
  readonly height: number;
  /** How many earlier visits last beyond its start: it is drawn over them, to the right of their edges. */
  readonly depth: number;
  /** The height down to the next visit, for its text. */
  readonly free: number;
};

/** Visits for which no line is free, at the line of the first of them. */
export type MoreVisits<Visit> = {
  readonly top: number;
  readonly height: number;
  readonly visits: readonly Visit[];
};

export type DayLayout<Visit> = {
  readonly placed: readonly PlacedVisit<Visit>[];
  readonly more: readonly MoreVisits<Visit>[];
};

/**
 * Places the visits of one day below each other, each over the whole width, so that its name can be read: at its time,
 * or a line below the visit before it. Visits that would be too far below their time are counted together with the
 * visit before them. A visit with a length reaches to its end or to midnight, behind the visits that begin meanwhile.
 */
export function layOutDay<Visit extends TimedVisit>(visits: readonly Visit[]): DayLayout<Visit> {
  const rows = visits
    .map((visit) => ({ visit, minute: minuteOfDay(visit.at) }))
    .sort((a, b) => a.minute - b.minute || a.visit.at - b.visit.at);
  const lines = linesOf(rows);
  const placed = lines.flatMap(({ top, rows: [row, ...others] }, at) => {
    if (row === undefined || others.length > 0) return [];
    const { length } = row.visit;
    const next = lines[at + 1]?.top ?? DAY_MINUTES;
    const below = length === undefined ? next : DAY_MINUTES;
    const end = Math.max(row.minute + (length ?? VISIT_MINUTES), top + LINE_MINUTES);
    const height = Math.min(end, below) - top;
    return [{ ...row, top, height, free: Math.min(height, next - top) }];
  });
  const more = lines.flatMap((line) => {
    if (line.rows.length === 1) return [];
    const visits = line.rows.map(({ visit }) => visit);
    return [{ top: line.top, height: COUNT_MINUTES, visits }];
  });
  return {
    placed: placed.map((each, at) => ({
      ...each,
      depth: placed
        .slice(0, at)
        .filter(({ visit, top, height }) => visit.length !== undefined && top + height > each.top)
        .length,
    })),
    more,
  };
}

type Line<Visit> = { top: number; readonly rows: Row<Visit>[] };

/** Several rows at one line are counted. */
function linesOf<Visit>(rows: readonly Row<Visit>[]): Line<Visit>[] {
  const lines: Line<Visit>[] = [];
  for (const row of rows) {
    const last = lines.at(-1);
    const wanted = Math.min(row.minute, LAST_LINE);
    const top = Math.max(wanted, endOf(last));
    const isTooLate = top - wanted > MAX_DELAY || top > LAST_LINE;
    if (last !== undefined && isTooLate) last.rows.push(row);
    else lines.push({ top, rows: [row] });
  }
  raiseLast(lines);
  return lines;
}

/** Where the next line can begin. */
function endOf<Visit>(line: Line<Visit> | undefined): number {
  if (line === undefined) return 0;
  return line.top + (line.rows.length > 1 ? COUNT_MINUTES : LINE_MINUTES);
}

/** A count just before midnight begins earlier, to have its whole height: it takes the visits that stand there. */
function raiseLast<Visit>(lines: Line<Visit>[]): void {
  const latest = DAY_MINUTES - COUNT_MINUTES;
  let last = lines.at(-1);
  while (last !== undefined && last.rows.length > 1 && last.top > latest) {
    const before = lines.at(-2);
    if (endOf(before) <= latest) last.top = latest;
    else {
      lines.pop();
      before?.rows.push(...last.rows);
      last = before;
    }
  }
}
