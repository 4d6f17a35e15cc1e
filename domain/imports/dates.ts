/**
 * Dates and times as other programs write them. Dates are read in the programs' formats; the time behind one, and a
 * month with its name, are read as a person's typed ones are (typedTimes.ts).
 */
import { addDays, dayKeyOf, parseDayKey, type DayKey } from "../dates/days";
import { toDateTimeField } from "../dates/dateTimeField";
import { DAY_MINUTES } from "../dates/times";
import type { PartOfDay } from "../dates/typedClock";
import { readTypedClock, readTypedDates } from "../job/typedTimes";

/** Which number of "03/04/2026" comes first. */
export type DateOrder = "month" | "day";

/** What the dates with slashes show about their order in the file. */
export type DateEvidence = "none" | "month" | "day" | "unclear" | "mixed";

export interface FileTime {
  /** "14:00": the start of a window; null if the text has none. */
  readonly time: string | null;
  /** "16:00": the end of a window. */
  readonly end: string | null;
  /** The part of the day that the text names, such as "Morning", with or without a time. */
  readonly part: PartOfDay | null;
  /** Whether the whole text was read. */
  readonly isWhole: boolean;
}

export interface FileDate {
  readonly day: DayKey;
  readonly clock: FileTime;
  /** The instant of a time with a zone. `day` and `clock` are those written in the file. */
  readonly instant: number | null;
}

const NO_TIME: FileTime = { time: null, end: null, part: null, isWhole: true };

const ISO = /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|(\d{2})(\d{2}))(?!\d)/;
const SLASHED = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)/;
/** "Fri, May 14, 2027", "14 May 2027", "14-May-27". A year has two digits only behind a hyphen. */
const NAMED =
  /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+)?(?:\d{1,2}(?:st|nd|rd|th)?[\s-]+[a-z]{3,9}\.?|[a-z]{3,9}\.?[\s-]+\d{1,2}(?:st|nd|rd|th)?)(?:[,\s-]+\d{4}|-\d{2})(?![\d:])/i;
const TIME_FIRST = /^(\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?),? (\S+)$/i;
/** The number of days since the first day of spreadsheets, from 2000 to 2099, with the time as its fraction. */
const SERIAL = /^(3[6-9]\d{3}|[4-6]\d{4}|7[0-2]\d{3})(\.\d+)?$/;
const FIRST_SERIAL_DAY = "1899-12-30";

/** Null if the text is no date with its year. */
export function readFileDate(text: string, order: DateOrder, now: number): FileDate | null {
  const [, serial, fraction = ""] = SERIAL.exec(text) ?? [];
  if (serial !== undefined) return dated(addDays(FIRST_SERIAL_DAY, Number(serial)), fraction);
  const iso = ISO.exec(text);
  if (iso) {
    const [found, year, month = iso[4], date = iso[5]] = iso;
    return dated(dayOf(year, month, date), text.slice(found.length));
  }
  const slashed = SLASHED.exec(text);
  if (!slashed) {
    const [, time, date = ""] = TIME_FIRST.exec(text) ?? [];
    const isSwapped = ISO.test(date) || SLASHED.test(date);
    return isSwapped ? readFileDate(`${date} ${time}`, order, now) : readNamed(text, now);
  }
  const [found, first, second, year = ""] = slashed;
  const [month, date] = order === "month" ? [first, second] : [second, first];
  const day = dayOf(year.padStart(4, "20"), month, date);
  return dated(day, text.slice(found.length));
}

/**
 * Reads a cell with a time of day and no date. A text without a time may still name a part of the
 * day.
 */
export function readFileTime(text: string): FileTime {
  if (text === "") return NO_TIME;
  const plain = text
    // A time alone is on the day 0 of spreadsheets.
    .replace(/^1\/0\/(?:19)?00 /, "")
    .replace(FRACTION, timeOfFraction)
    .replace(/(\d:\d{2}):\d{2}(?:\.\d+)?/g, "$1")
    .replace(/^(\d{2})(\d{2})(?:\d{2})?(?: ?h(?:ou)?rs?)?$/i, "$1:$2");
  const { clock, part } = readTypedClock(plain);
  if (clock !== null) return { time: clock.start, end: clock.end, part, isWhole: part === null };
  const [, start = ""] = SURE_START.exec(plain) ?? [];
  const time = readTypedClock(start).clock?.start ?? null;
  return { time, end: null, part, isWhole: false };
}

const FRACTION = /^0?(\.\d+)$/;
/** A time before other words, such as "9:00 AM (call first)" and "after 3 PM". */
const SURE_START =
  /^(?:after |from |starting (?:at )?|not before )?(\d{1,2}(?::\d{2}(?: ?[ap]\.?m?\b\.?)?| ?[ap]\.?m?\b\.?))/i;

function timeOfFraction(fraction: string): string {
  const minute = Math.round(Number(fraction) * DAY_MINUTES) % DAY_MINUTES;
  return toDateTimeField(new Date(2000, 0, 1, 0, minute).getTime()).slice(11);
}

function dayOf(year = "", month = "", date = ""): string {
  return [year, month.padStart(2, "0"), date.padStart(2, "0")].join("-");
}

/** What may separate a date from its time. */
const BETWEEN = /^(?:T(?=\d)|[\s,@]|at\b|[-–](?=\s*\d{1,2}(?::| ?[ap]\.?m)))+/i;
/** Longer than any time with its zone. */
const MAX_TIME = 80;
const ZONE =
  /(?<!\s)\s*(?:(?:z|utc|gmt)([+-]\d{1,2}:?(?:\d{2})?)?|([+-]\d{2}:?\d{2})|([ecmp])([sd])t)(?:\s*\([^()]*\))?$/i;
/** Where an offset may stand: "9:00-11:00" is a window. */
const BEFORE_OFFSET = /^T|:\d{2}:| [+-]\d{4}$/i;

function dated(day: string, rest: string): FileDate | null {
  if (parseDayKey(day) === null) return null;
  const text = rest.replace(BETWEEN, "");
  const zone = text.length > MAX_TIME ? null : ZONE.exec(text);
  if (zone !== null && (!zone[2] || BEFORE_OFFSET.test(rest))) {
    const clock = readFileTime(text.slice(0, zone.index));
    const wall = Date.parse(`${day}T${clock.time}Z`);
    if (clock.isWhole && clock.end === null && !Number.isNaN(wall))
      return { day, clock, instant: wall - 60_000 * offsetOf(zone) };
  }
  return { day, clock: readFileTime(text), instant: null };
}

/** The offset in minutes east of Greenwich. */
function offsetOf([, ofName, alone, name, season]: RegExpExecArray): number {
  if (name !== undefined) {
    const hours = 5 + "ecmp".indexOf(name.toLowerCase());
    return -60 * (season?.toLowerCase() === "d" ? hours - 1 : hours);
  }
  const [, sign, hours = 0, minutes = 0] =
    /^([+-])(\d{1,2}):?(\d{2})?$/.exec(ofName ?? alone ?? "") ?? [];
  const offset = 60 * Number(hours) + Number(minutes);
  return sign === "-" ? -offset : offset;
}

/** A date with the name of its month. The year must be written: no question asks which year was meant. */
function readNamed(text: string, now: number): FileDate | null {
  const [found] = NAMED.exec(text) ?? [];
  const plain = found?.replace(/-(\d{2})$/, " 20$1").replaceAll("-", " ") ?? text;
  if (!/\b(?:19|20)\d{2}\b/.test(plain) || !/[a-z]{3}/i.test(plain)) return null;
  const readings = readTypedDates(plain, { now, shownDay: dayKeyOf(now) });
  const [reading] = readings;
  if (reading === undefined || readings.length > 1) return null;
  const { day, value, end } = reading;
  if (found !== undefined) return dated(day, text.slice(found.length));
  const time = value?.slice(11) ?? null;
  const { part } = readTypedClock(plain);
  const clock = { time, end, part, isWhole: part === null };
  return { day, clock, instant: null };
}

/**
 * Reads the dates of a column. If all its times are midnight, as written or in local time, the column holds days: many
 * programs write a day as midnight in UTC. Our own exports do not: `isTimed`.
 */
export function readerOfDates(
  texts: Iterable<string>,
  order: DateOrder,
  { now, isTimed }: { readonly now: number; readonly isTimed: boolean },
): (text: string) => FileDate | null {
  const known = readOnce(texts, (text) => readFileDate(text, order, now));
  const written = [...known.values()].filter((date) => date !== null);
  const isWritten = !isTimed && written.every(isDay);
  const isLocal = !isTimed && written.every((date) => isDay(inLocalTime(date)));
  return (text) => {
    const date = known.get(text) ?? null;
    if (date === null) return null;
    const read = isWritten ? date : inLocalTime(date);
    return isWritten || isLocal ? withoutTime(read) : read;
  };
}

/** Reads the times of a column; some may follow a date. If all are midnight, none is a time. */
export function readerOfTimes(
  texts: Iterable<string>,
  order: DateOrder,
  now: number,
): (text: string) => FileTime {
  const known = readOnce(texts, (text) => {
    const date = readFileDate(text, order, now);
    return date ? inLocalTime(date).clock : readFileTime(text);
  });
  const isEmpty = [...known.values()].every((clock) => isDay({ clock }));
  return (text) => {
    const clock = known.get(text) ?? NO_TIME;
    return isEmpty ? { ...clock, time: null } : clock;
  };
}

function readOnce<Read>(
  texts: Iterable<string>,
  read: (text: string) => Read,
): ReadonlyMap<string, Read> {
  return new Map([...new Set(texts)].map((text) => [text, read(text)]));
}

function isDay({ clock }: Pick<FileDate, "clock">): boolean {
  return clock.time === null || (clock.time === "00:00" && clock.end === null);
}

function withoutTime(date: FileDate): FileDate {
  return { ...date, clock: { ...date.clock, time: null } };
}

function inLocalTime(date: FileDate): FileDate {
  if (date.instant === null) return date;
  const time = toDateTimeField(date.instant).slice(11);
  return {
    ...date,
    day: dayKeyOf(date.instant),
    clock: { ...date.clock, time },
  };
}

/** What the dates whose day is after the 12th show about the order of the column. */
export function dateEvidence(texts: Iterable<string>): DateEvidence {
  let hasSlashed = false;
  let isMonthFirst = false;
  let isDayFirst = false;
  for (const text of texts) {
    const [, first, second] = SLASHED.exec(text) ?? [];
    const [one, other] = [Number(first), Number(second)];
    // "99/99/2027" is no date in any order.
    if (first === undefined || Math.min(one, other) > 12) continue;
    hasSlashed = true;
    if (one > 12) isDayFirst = true;
    if (other > 12) isMonthFirst = true;
  }
  if (!hasSlashed) return "none";
  if (isMonthFirst && isDayFirst) return "mixed";
  if (isMonthFirst) return "month";
  return isDayFirst ? "day" : "unclear";
}
