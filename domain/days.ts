/**
 * A day is a calendar day, never 24 hours. A day key names it in any zone;
 * only `dayKeyOf` and `dayRange` know the runtime's local zone, so they are
 * for the browser: a server lives in UTC and is told the range.
 */
export type DayKey = string;

/** A half-open stretch of time: `until` is the first instant after it. */
export type TimeRange = { readonly from: number; readonly until: number };

const WEEKDAYS = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

export const WEEKDAY_LABELS: readonly string[] = WEEKDAYS.map((name) =>
  name.slice(0, 3),
);

const MS_PER_UTC_DAY = 86_400_000;

type CalendarDate = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
};

/** The key if the text is YYYY-MM-DD and such a day exists, else null. */
export function parseDayKey(text: unknown): DayKey | null {
  if (typeof text !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(text))
    return null;
  return keyOfUtc(utcOf(text)) === text ? text : null;
}

/** The local calendar day on which an instant falls. */
export function dayKeyOf(instant: number): DayKey {
  const local = new Date(instant);
  return keyOf({
    year: local.getFullYear(),
    month: local.getMonth() + 1,
    day: local.getDate(),
  });
}

/** From the local midnight that begins the day to the one that ends it. */
export function dayRange(day: DayKey): TimeRange {
  const date = dateOf(day);
  return { from: localMidnight(date, 0), until: localMidnight(date, 1) };
}

export function isWithin(
  instant: number | undefined,
  range: TimeRange,
): instant is number {
  return (
    instant !== undefined && instant >= range.from && instant < range.until
  );
}

/** Calendar arithmetic is done in UTC, where no day is longer than another. */
export function addDays(day: DayKey, count: number): DayKey {
  return keyOfUtc(utcOf(day) + count * MS_PER_UTC_DAY);
}

export function nextDay(day: DayKey): DayKey {
  return addDays(day, 1);
}

export function previousDay(day: DayKey): DayKey {
  return addDays(day, -1);
}

/** How many days `day` lies after `origin`; negative before it. */
export function daysFrom(origin: DayKey, day: DayKey): number {
  return Math.round((utcOf(day) - utcOf(origin)) / MS_PER_UTC_DAY);
}

/** Today, Tomorrow, Yesterday, in N days, N days ago. */
export function relativeDayLabel(day: DayKey, today: DayKey): string {
  const days = daysFrom(today, day);
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  if (days === -1) return "Yesterday";
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}

export function weekdayName(day: DayKey): string {
  return WEEKDAYS[weekdayIndex(day)] ?? "";
}

/** "Nov 20, 26": short month, day and two-digit year. */
export function formatShortDay(day: DayKey): string {
  const { year, month, day: dayOfMonth } = dateOf(day);
  const twoDigitYear = String(year % 100).padStart(2, "0");
  return `${monthName(month).slice(0, 3)} ${dayOfMonth}, ${twoDigitYear}`;
}

/** "Friday, November 20, 2026": for screen readers and titles. */
export function formatLongDay(day: DayKey): string {
  const { year, month, day: dayOfMonth } = dateOf(day);
  return `${weekdayName(day)}, ${monthName(month)} ${dayOfMonth}, ${year}`;
}

export function dayOfMonth(day: DayKey): number {
  return dateOf(day).day;
}

/** The first local midnight on which a new day key begins after `now`. */
export function nextMidnight(now: number): number {
  return dayRange(dayKeyOf(now)).until;
}

/** "2026-11": names a month as a day key names a day. */
export type MonthKey = string;

export function monthOf(day: DayKey): MonthKey {
  return day.slice(0, 7);
}

export function addMonths(month: MonthKey, count: number): MonthKey {
  const { year, month: number } = dateOf(`${month}-01`);
  const months = year * 12 + (number - 1) + count;
  const first = { year: Math.floor(months / 12), month: months % 12, day: 1 };
  return monthOf(keyOf({ ...first, month: first.month + 1 }));
}

/** "November 2026". */
export function monthTitle(month: MonthKey): string {
  const { year, month: number } = dateOf(`${month}-01`);
  return `${monthName(number)} ${year}`;
}

/** Whole weeks, Sunday to Saturday, that hold every day of the month. */
export function monthGrid(month: MonthKey): DayKey[][] {
  const first = `${month}-01`;
  const afterLast = `${addMonths(month, 1)}-01`;
  const weeks: DayKey[][] = [];
  let sunday = addDays(first, -weekdayIndex(first));
  while (sunday < afterLast) {
    const start = sunday;
    weeks.push(WEEKDAYS.map((_, offset) => addDays(start, offset)));
    sunday = addDays(sunday, WEEKDAYS.length);
  }
  return weeks;
}

function dateOf(day: DayKey): CalendarDate {
  const [year = NaN, month = NaN, dayNumber = NaN] = day.split("-").map(Number);
  return { year, month, day: dayNumber };
}

function keyOf({ year, month, day }: CalendarDate): DayKey {
  const digits = (value: number, length: number) =>
    String(value).padStart(length, "0");
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}

function utcOf(day: DayKey): number {
  const date = dateOf(day);
  // setUTCFullYear, because Date.UTC reads the years 0 to 99 as 1900 to 1999.
  return new Date(0).setUTCFullYear(date.year, date.month - 1, date.day);
}

function keyOfUtc(instant: number): DayKey {
  return new Date(instant).toISOString().slice(0, 10);
}

function localMidnight(
  { year, month, day }: CalendarDate,
  later: number,
): number {
  const midnight = new Date(2000, 0, 1);
  midnight.setFullYear(year, month - 1, day + later);
  midnight.setHours(0, 0, 0, 0);
  return midnight.getTime();
}

function weekdayIndex(day: DayKey): number {
  return new Date(utcOf(day)).getUTCDay();
}

function monthName(month: number): string {
  return MONTHS[month - 1] ?? "";
}
