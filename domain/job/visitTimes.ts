import type { DayKey } from "../dates/days";
import type { OfficeSettings } from "./officeSettings";
import { DAY_MINUTES } from "../dates/times";
import { fromDateTimeField } from "../dates/dateTimeField";
import { overlap, type TimedVisit } from "./visitLength";
import type { VisitField } from "./visits";

/** The times between which visits are offered, in minutes after midnight. */
interface OfferedHours {
  readonly first: number;
  /** The last hour that is offered; it is never suggested. */
  readonly last: number;
  /** The first time that is suggested. */
  readonly suggested: number;
}

/** Hours of an office that has set none: from 6:00 AM to 8:00 PM, with a first suggestion at 9:00 AM. */
const UNSET_HOURS: OfferedHours = {
  first: 6 * 60,
  last: 20 * 60,
  suggested: 9 * 60,
};

/** Ignores hours that close before they open: an undo of one of the two can leave such an office. */
export function offeredHours({ opens_at, closes_at }: OfficeSettings): OfferedHours {
  if (opens_at === undefined || closes_at === undefined) return UNSET_HOURS;
  if (closes_at <= opens_at) return UNSET_HOURS;
  return { first: opens_at, last: closes_at, suggested: opens_at };
}

/** Every half hour of the offered hours: "06:00". A day has no 24:00. */
function halfHours({ first, last }: OfferedHours): string[] {
  const two = (part: number) => String(part).padStart(2, "0");
  const from = Math.ceil(first / 30);
  const until = Math.min(Math.floor(last / 30), DAY_MINUTES / 30 - 1);
  return Array.from({ length: Math.max(until - from + 1, 0) }, (_, at) => {
    const half = from + at;
    return `${two(Math.floor(half / 2))}:${two((half % 2) * 30)}`;
  });
}

export interface VisitTime {
  /** "14:00". */
  readonly time: string;
  readonly isPast: boolean;
  /** Whether another visit overlaps; a visit without a length counts as an hour. */
  readonly isNear: boolean;
  /** Whether it may be suggested. */
  readonly isWorkingTime: boolean;
}

interface DayOfVisits {
  /** The day's other visits. */
  readonly visits: readonly TimedVisit[];
  /** The length of the visit that gets the time, in minutes. */
  readonly length?: number | undefined;
  readonly office?: OfficeSettings;
}

/** The times of a day at which a visit may be offered. */
export function visitTimes(
  day: DayKey,
  now: number,
  { visits, length, office = {} }: DayOfVisits,
): VisitTime[] {
  const hours = offeredHours(office);
  return halfHours(hours).map((time) => {
    const [hour = 0, minutes = 0] = time.split(":").map(Number);
    const minute = hour * 60 + minutes;
    const at = Number(fromDateTimeField(`${day}T${time}`));
    return {
      time,
      isPast: at < now,
      isNear: visits.some((visit) => overlap({ at, length }, visit)),
      isWorkingTime: minute >= hours.suggested && minute < hours.last,
    };
  });
}

/** The next free half hour of the office's hours; undefined if the day has none. */
export function nextFreeTime(times: readonly VisitTime[]): string | undefined {
  return times.find(({ isWorkingTime, isPast, isNear }) => isWorkingTime && !isPast && !isNear)
    ?.time;
}

const VISIT_WORDS: Readonly<Record<VisitField, string>> = {
  job_estimate_date: "Estimate",
  job_install_date: "Install",
};

/** The line that earlier releases wrote into notes for a typed end, "Estimate until 10:00 AM"; null without one. */
export function visitEndLine(notes: string, field: VisitField): string | null {
  return endLine(field).exec(notes)?.[0].trim() ?? null;
}

/** The notes without that line, which would be wrong beside another end. */
export function withoutVisitEnd(notes: string, field: VisitField): string {
  return visitEndLine(notes, field) === null ? notes : notes.replace(endLine(field), "").trimEnd();
}

function endLine(field: VisitField): RegExp {
  return new RegExp(`^${VISIT_WORDS[field]} until \\d{1,2}:\\d\\d [AP]M(?:\\n|$)`, "m");
}
