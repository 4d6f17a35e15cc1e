/**
 * A day and a time as people type them: "wed 10", "11/26 2p", "tomorrow 9:30",
 * "Nov 26, 2 pm", "2026-11-26T14:00". Weekdays and months are English, and the
 * month comes before the day, as everywhere in the product.
 */
import {
  addDays,
  dayKeyOf,
  parseDayKey,
  weekdayName,
  type DayKey,
} from "./days";
import { fromDateTimeField, toDateTimeField } from "./times";

type TypedDateTime = {
  readonly day: DayKey;
  /** The value of a date-time field in local time; null if no time was typed. */
  readonly value: string | null;
};

/** A day without a year is the first one from this many days ago on. */
const DAYS_BACK = 90;

/** The limit of characters: longer than any day and time. */
const MAX_LENGTH = 60;

const DAY_WORDS: Readonly<Record<string, number>> = {
  yesterday: -1,
  today: 0,
  tod: 0,
  tomorrow: 1,
  tom: 1,
  tmrw: 1,
};

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/**
 * A time at the end of the text. Minutes may follow without a colon ("930a"), except where they make a year.
 */
const TIME =
  /\s(?:(noon|midnight)|(?!20\d\d$)(\d{1,2})(?::?(\d{2}))?\s?(?:([ap])m?)?)$/;

/** Null if the text names no day. */
export function readTypedDateTime(
  typed: string,
  now: number,
): TypedDateTime | null {
  const text = plain(typed);
  const today = dayKeyOf(now);
  const dayOnly = dayOf(text, today, false);
  if (dayOnly !== null) return { day: dayOnly, value: null };

  const found = TIME.exec(text);
  const time = found && timeOf(found);
  if (!found || !time) return null;
  const dayText = text.slice(0, found.index).trim();
  const day = dayOf(dayText, today, true);
  if (day === null) return null;
  const value = wallTime(day, time);
  // "wed 10" on a Wednesday afternoon is a week later.
  const isPast = day === today && Number(fromDateTimeField(value)) < now;
  return isPast && weekdayIn(dayText, today) !== null
    ? { day: addDays(day, 7), value: wallTime(addDays(day, 7), time) }
    : { day, value };
}

function plain(typed: string): string {
  const text = typed.slice(0, MAX_LENGTH + 1);
  if (text.length > MAX_LENGTH) return "";
  return text
    .toLowerCase()
    .replace(/(\d{4}-\d{2}-\d{2})t/, "$1 ")
    .replace(/\b([ap])\.\s?m\.?/, "$1m")
    .replace(/\b(?:at|on)\b|[,@]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** The local time. Where the clock skips the hour, the time that the clock shows instead. */
function wallTime(day: DayKey, time: string): string {
  return toDateTimeField(fromDateTimeField(`${day}T${time}`));
}

/**
 * "14:00". Without AM or PM, in working hours: 7 to 11 in the morning, 12 to 6
 * in the afternoon. 13 and more, and an hour with a leading zero, are on a
 * 24-hour clock.
 */
function timeOf([, word, hourText = "", minuteText, half]: RegExpExecArray):
  | string
  | null {
  if (word !== undefined) return word === "noon" ? "12:00" : "00:00";
  const typedHour = Number(hourText);
  const minute = minuteText ?? "00";
  if (Number(minute) > 59) return null;
  if (half !== undefined && (typedHour < 1 || typedHour > 12)) return null;
  const hour = hourOf(typedHour, half, hourText.startsWith("0"));
  return hour > 23 ? null : `${String(hour).padStart(2, "0")}:${minute}`;
}

function hourOf(hour: number, half: string | undefined, is24: boolean): number {
  if (half !== undefined) return (hour % 12) + (half === "p" ? 12 : 0);
  return !is24 && hour >= 1 && hour <= 6 ? hour + 12 : hour;
}

/** The first day from `today` on whose English name begins so. */
function weekdayIn(text: string, today: DayKey): DayKey | null {
  if (text.length < 2) return null;
  for (let ahead = 0; ahead < 7; ahead++) {
    const day = addDays(today, ahead);
    if (weekdayName(day).toLowerCase().startsWith(text)) return day;
  }
  return null;
}

function dayOf(text: string, today: DayKey, hasTime: boolean): DayKey | null {
  const offset = Object.hasOwn(DAY_WORDS, text) ? DAY_WORDS[text] : undefined;
  if (offset !== undefined) return addDays(today, offset);
  const weekday = weekdayIn(text, today);
  if (weekday !== null) return weekday;
  const [, name, rest = text] = /^([a-z]+)\.? (.*\d.*)$/.exec(text) ?? [];
  const named = name === undefined ? null : weekdayIn(name, today);
  const date = dateOf(named === null ? text : rest, today, hasTime);
  // A weekday and a date that contradict each other name no day.
  const agrees =
    date === null || named === null || weekdayName(date) === weekdayName(named);
  return agrees ? date : null;
}

const ISO = /^\d{4}-\d{2}-\d{2}$/;
const SLASHED = /^(\d{1,2})[/-](\d{1,2})(?:[/-](20\d{2}|\d{2}))?$/;
const MONTH_FIRST =
  /^([a-z]{3,})\.? (\d{1,2})(?:st|nd|rd|th)?(?: (20\d{2}|[2-9]\d))?$/;
const DAY_FIRST =
  /^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,})\.?(?: (20\d{2}|[2-9]\d))?$/;

function dateOf(text: string, today: DayKey, hasTime: boolean): DayKey | null {
  if (ISO.test(text)) return parseDayKey(text);
  const [slashed, month, date, slashedYear] = SLASHED.exec(text) ?? [];
  if (slashed)
    return dayIn(today, {
      month: Number(month),
      date: Number(date),
      year: slashedYear,
    });
  const first = MONTH_FIRST.exec(text);
  const second = DAY_FIRST.exec(text);
  const name = first?.[1] ?? second?.[2];
  const year = first?.[3] ?? second?.[3];
  // "Nov 20 26" may be a day and an hour, unless a time follows.
  if (name === undefined || (year?.length === 2 && !hasTime)) return null;
  const at = MONTHS.findIndex((each) => each.startsWith(name));
  return dayIn(today, {
    month: at + 1,
    date: Number(first?.[2] ?? second?.[1]),
    year,
  });
}

type TypedDate = {
  /** 1 to 12. */
  readonly month: number;
  readonly date: number;
  /** Two or four digits. */
  readonly year: string | undefined;
};

function dayIn(today: DayKey, { month, date, year }: TypedDate): DayKey | null {
  const two = (part: number) => String(part).padStart(2, "0");
  const dayOfYear = (each: string) =>
    parseDayKey(`${each}-${two(month)}-${two(date)}`);
  if (year !== undefined) return dayOfYear(year.padStart(4, "20"));
  const earliest = addDays(today, -DAYS_BACK);
  const thisYear = Number(today.slice(0, 4));
  const days = [thisYear - 1, thisYear, thisYear + 1].map((each) =>
    dayOfYear(String(each)),
  );
  return days.find((day) => day !== null && day >= earliest) ?? null;
}
