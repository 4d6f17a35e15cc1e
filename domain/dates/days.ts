import { UTCDateMini } from "@date-fns/utc/date/mini";
import {
  addDays as daysAfter,
  addMonths as monthsAfter,
  clamp,
  differenceInCalendarDays,
  isValid,
  lightFormat,
  transpose,
} from "date-fns";
import { constructFromSymbol } from "date-fns/constants";
import { counted } from "../text/text";

/**
 * A calendar day as YYYY-MM-DD, from 0001-01-01 to 9999-12-31. Arithmetic on
 * days is done in UTC, where no day is skipped, repeated or longer than
 * another. Only `dayKeyOf`, `dayRange` and `nextMidnight` read the local time
 * zone, so they are for the browser: a server runs in UTC and receives ranges.
 */
export type DayKey = string;

/** "2026-11": a calendar month as YYYY-MM. */
export type MonthKey = string;

/** A half-open interval in milliseconds: `until` is not part of it. */
export type TimeRange = { readonly from: number; readonly until: number };

/**
 * The UTC getters and setters under their local names, and how date-fns makes
 * its results. `new UTCDateMini()` itself would return a plain local date where
 * a test clock has replaced Date, because such a Date cannot be subclassed.
 */
const UTC_METHODS = Object.create(UTCDateMini.prototype, {
  [constructFromSymbol]: { value: utcDate },
}) as object;

/** The days that four digits of the year can name; there is no year 0. */
const DAY_LIMITS = {
  start: utcDate("0001-01-01"),
  end: utcDate("9999-12-31"),
};

/** The instants that fall on one of these days in every time zone. */
const FIRST_INSTANT = Date.parse("0001-01-02");
const LAST_INSTANT = Date.parse("9999-12-31");

/** The months of which every week lies within the limits of days. */
const MONTH_LIMITS = {
  start: utcDate("0001-02-01"),
  end: utcDate("9999-11-01"),
};

// The month and weekday names of `format` in date-fns weigh 4.8 kB gzipped, and
// every browser has them.
const WEEKDAY = namesOf({ weekday: "long" });
const SHORT_DAY = namesOf({ month: "short", day: "numeric", year: "2-digit" });
const LONG_DAY = namesOf({ dateStyle: "full" });
const MONTH_TITLE = namesOf({ month: "long", year: "numeric" });
const DAYS_TITLE = namesOf({ month: "short", day: "numeric", year: "numeric" });

export const WEEKDAY_LABELS: readonly string[] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** The day if the text is YYYY-MM-DD and such a day exists, else null. */
export function parseDayKey(text: unknown): DayKey | null {
  if (typeof text !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const date = utcDate(text);
  return isValid(date) && keyOf(date) === text ? text : null;
}

/** Whether the number can be shown as a date. A stored number may be any: from a broken clock, or imported. */
export function isInstant(value: number): boolean {
  return value >= FIRST_INSTANT && value < LAST_INSTANT;
}

/** The local calendar day on which an instant falls. */
export function dayKeyOf(instant: number): DayKey {
  return keyOf(new Date(instant));
}

/**
 * From the local midnight that begins the day to the one that ends it. Where
 * the clock skips midnight, the day begins at the first instant after it.
 */
export function dayRange(day: DayKey): TimeRange {
  const date = utcDate(day);
  return {
    from: localMidnight(date),
    until: localMidnight(daysAfter(date, 1)),
  };
}

export function isWithin(instant: number | undefined, range: TimeRange): instant is number {
  return instant !== undefined && instant >= range.from && instant < range.until;
}

/** Stops at the first and at the last day there is. */
export function addDays(day: DayKey, count: number): DayKey {
  return keyOf(clamp(daysAfter(utcDate(day), count), DAY_LIMITS));
}

export function nextDay(day: DayKey): DayKey {
  return addDays(day, 1);
}

export function previousDay(day: DayKey): DayKey {
  return addDays(day, -1);
}

/** How many days `day` lies after `origin`; negative before it. */
export function daysFrom(origin: DayKey, day: DayKey): number {
  return differenceInCalendarDays(utcDate(day), utcDate(origin));
}

/** Today, Tomorrow, Yesterday, in N days, N days ago. */
export function relativeDayLabel(day: DayKey, today: DayKey): string {
  const days = daysFrom(today, day);
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  if (days === -1) return "Yesterday";
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}

/** "2 days later", "1 day earlier", "the same day". */
export function distanceText(origin: DayKey, day: DayKey): string {
  const days = daysFrom(origin, day);
  if (days === 0) return "the same day";
  return `${counted(Math.abs(days), "day")} ${days > 0 ? "later" : "earlier"}`;
}

/** "Friday". */
export function weekdayName(day: DayKey): string {
  return WEEKDAY.format(utcDate(day));
}

/** "Nov 20, 26": short month, day and two-digit year. */
export function formatShortDay(day: DayKey): string {
  return SHORT_DAY.format(utcDate(day));
}

/** "Thursday, Nov 26, 26". */
export function dayText(day: DayKey): string {
  return `${weekdayName(day)}, ${formatShortDay(day)}`;
}

/** "Friday, November 20, 2026": for screen readers and titles. */
export function formatLongDay(day: DayKey): string {
  return LONG_DAY.format(utcDate(day));
}

export function isWeekend(day: DayKey): boolean {
  return utcDate(day).getDay() % 6 === 0;
}

export function dayOfMonth(day: DayKey): number {
  return utcDate(day).getDate();
}

/** The local midnight that ends the day of `now`. */
export function nextMidnight(now: number): number {
  return dayRange(dayKeyOf(now)).until;
}

/** The month if the text is YYYY-MM and its weeks are all whole, else null. */
export function parseMonthKey(text: unknown): MonthKey | null {
  const first = parseDayKey(typeof text === "string" ? `${text}-01` : null);
  if (first === null) return null;
  const month = monthOf(first);
  return addMonths(month, 0) === month ? month : null;
}

export function monthOf(day: DayKey): MonthKey {
  return day.slice(0, 7);
}

/** Stops at the first and at the last month whose weeks are all whole. */
export function addMonths(month: MonthKey, count: number): MonthKey {
  const date = monthsAfter(firstOf(month), count);
  return monthOf(keyOf(clamp(date, MONTH_LIMITS)));
}

/** "November 2026". */
export function monthTitle(month: MonthKey): string {
  return MONTH_TITLE.format(firstOf(month));
}

/** Whole weeks, Sunday to Saturday, that hold every day of the month. */
export function monthGrid(month: MonthKey): DayKey[][] {
  const weeks = [];
  let day = `${month}-01`;
  while (monthOf(day) === month) {
    weeks.push(weekOf(day));
    day = addDays(day, 7 - weekdayOf(day));
  }
  return weeks;
}

/** The days of the week, Sunday to Saturday; fewer in the first and in the last week there is. */
export function weekOf(day: DayKey): DayKey[] {
  const days = WEEKDAY_LABELS.map((_, at) => addDays(day, at - weekdayOf(day)));
  return [...new Set(days)];
}

function weekdayOf(day: DayKey): number {
  return utcDate(day).getDay();
}

/** "Nov 22 – 28, 2026", and for one day "Nov 22, 2026". */
export function daysTitle(days: readonly DayKey[]): string {
  const [first = "", last = first] = [days[0], days.at(-1)];
  return DAYS_TITLE.formatRange(utcDate(first), utcDate(last));
}

/** A date whose getters and setters, and those of date-fns' results, use UTC. */
function utcDate(value: string | number | Date): Date {
  const date = new Date(value);
  Object.setPrototypeOf(date, UTC_METHODS);
  return date;
}

function firstOf(month: MonthKey): Date {
  return utcDate(`${month}-01`);
}

function keyOf(date: Date): DayKey {
  return lightFormat(date, "yyyy-MM-dd");
}

function localMidnight(date: Date): number {
  return transpose(date, new Date(0)).getTime();
}

function namesOf(parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", { ...parts, timeZone: "UTC" });
}
