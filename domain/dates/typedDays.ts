/**
 * A day as people type it: "next tue", "in 6 months", "the 25th", "dec 8", "a week from friday". Weekdays and months
 * are English, and the month comes before the day, as everywhere in the product.
 *
 * A day in the past is a reading only if the text names the past ("yesterday", "ago", "last", a year, a weekday that
 * fits no other year), or as one of two readings of which the other is ahead.
 *
 * When visits of a day are moved, relative days count from that day: on Wednesday, "fri" for the visits of Saturday
 * is the Friday after them. "Today", "tomorrow", "from now" and dates keep their meaning.
 */
import { addDays, addMonths, monthOf, nextDay, weekdayName, type DayKey } from "./days";
import { dayIn, monthDates, withoutTime, type DayContext } from "./typedDates";

const DAY_WORDS: Readonly<Record<string, number>> = {
  yesterday: -1,
  today: 0,
  tod: 0,
  tomorrow: 1,
  tomorow: 1,
  tommorow: 1,
  tommorrow: 1,
  tom: 1,
  tmrw: 1,
  "day after tomorrow": 2,
};

/** Every day that the text may mean; none if it names no day. */
export function readDays(text: string, context: DayContext): DayKey[] {
  const day = text.replace(/^on /, "");
  return [
    ...offsetDays(day, context),
    ...weekdays(day, context),
    ...nextPeriods(day, originOf(context)),
    ...datedDays(day, context),
  ];
}

/** The days of a date with its month: after it, an hour from 13 on is a time. */
export function readDates(text: string, context: DayContext): DayKey[] {
  return withWeekday(text.replace(/^on /, ""), (date) => monthDates(date, context));
}

/** The day from which relative days count. Visits of a day that is over are moved to a day ahead. */
function originOf({ today, moved }: DayContext): DayKey {
  return moved !== null && moved > today ? moved : today;
}

const COUNTED = String.raw`(?:in )?([1-9]\d{0,2}|an?) (day|week|wk|month|mo|year|yr)s?`;
const OFFSET = new RegExp(`^${COUNTED}( from now| ago| later)?$`);
const OFFSET_FROM = new RegExp(`^${COUNTED} (?:from|after|on) (.+)$`);
const PLUS = /^\+ ?([1-9]\d{0,2})(?: days?)?$/;

function offsetDays(text: string, context: DayContext): DayKey[] {
  const { today, moved } = context;
  const origin = originOf(context);
  if (Object.hasOwn(DAY_WORDS, text)) return [addDays(today, DAY_WORDS[text] ?? 0)];
  if (text === "next day") return [nextDay(origin)];
  const [, plus] = PLUS.exec(text) ?? [];
  if (plus !== undefined) return [addDays(origin, Number(plus))];
  const [, count, unit = "", direction = ""] = OFFSET.exec(text) ?? [];
  if (count !== undefined)
    return [
      direction === " ago"
        ? after(today, -numberOf(count), unit)
        : after(direction === " from now" ? today : origin, numberOf(count), unit),
    ];
  // "Week from tue" lacks its "a".
  const counted = text.replace(/^(?=(?:week|month|year) )/, "a ");
  const [, countFrom = "", unitFrom = "", from] = OFFSET_FROM.exec(counted) ?? [];
  if (from === undefined) return [];
  return readDays(from, withoutTime(today, moved)).map((day) =>
    after(day, numberOf(countFrom), unitFrom),
  );
}

function numberOf(count: string): number {
  return count.startsWith("a") ? 1 : Number(count);
}

function after(day: DayKey, count: number, unit: string): DayKey {
  if (unit === "day") return addDays(day, count);
  if (unit.startsWith("w")) return addDays(day, 7 * count);
  const months = unit.startsWith("m") ? count : 12 * count;
  const month = addMonths(monthOf(day), months);
  const date = Number(day.slice(8));
  // In a shorter month, the last day stands for the 31st.
  const dates = [date, date - 1, date - 2, date - 3];
  return dates.map((each) => dayIn(month, each)).find(Boolean) ?? day;
}

const IN_WEEK = /^(?:(next|this) week (.+)|(.+) (next|this) week)$/;
const NAMED = /^(?:(this|next|last) )?([a-z]+)( after next)?$/;

function weekdays(text: string, context: DayContext): DayKey[] {
  const origin = originOf(context);
  const [, before, nameAfter, nameBefore, behind] = IN_WEEK.exec(text) ?? [];
  const index = weekdayIndex(nameAfter ?? nameBefore);
  if (index !== null) {
    const isNext = (before ?? behind) === "next";
    return weekStarts(origin)
      .map((start) => onOrAfter(addDays(start, isNext ? 7 : 0), index))
      .filter((day) => day >= origin);
  }
  const [, which, name, afterNext] = NAMED.exec(text) ?? [];
  const named = weekdayIndex(name);
  if (named === null) return [];
  const next = onOrAfter(nextDay(origin), named);
  if (afterNext !== undefined)
    return which === undefined ? [addDays(next, 7), addDays(next, 14)] : [];
  if (which === "next") return [next, addDays(next, 7)];
  if (which === "last")
    return [onOrAfter(addDays(origin, -7), named), onOrAfter(addDays(origin, -14), named)];
  return coming([onOrAfter(origin, named), next], context);
}

/** The index of the weekday that begins with the text: 0 for Sunday. */
function weekdayIndex(text: string | undefined): number | null {
  if (text === undefined || text.length < 2) return null;
  const start = text === "weds" ? "wed" : text;
  const index = WEEKDAY_NAMES.findIndex((name) => name.startsWith(start));
  return index === -1 ? null : index;
}

const WEEKDAY_NAMES = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

function indexOf(day: DayKey): number {
  return WEEKDAY_NAMES.indexOf(weekdayName(day).toLowerCase());
}

function onOrAfter(day: DayKey, index: number): DayKey {
  return addDays(day, (index - indexOf(day) + 7) % 7);
}

/** The beginning of this week for people whose weeks begin on Sunday, and on Monday. */
function weekStarts(today: DayKey): DayKey[] {
  const index = indexOf(today);
  return [addDays(today, -index), addDays(today, -((index + 6) % 7))];
}

/**
 * Of days that the text names equally, in order: the first that is not over. If that is the day from which relative
 * days count, also the next one, unless a typed time decides. A day that is moved as a whole is never its own target.
 */
function coming(days: readonly DayKey[], context: DayContext): DayKey[] {
  const { moved, hasTime, isOver } = context;
  const origin = originOf(context);
  const isMoved = moved !== null && !hasTime;
  const ahead = days.filter((day) => !isOver(day) && !(isMoved && day <= moved));
  const isAsked = ahead[0] === origin && (moved === null ? !hasTime : hasTime);
  return ahead.slice(0, isAsked ? 2 : 1);
}

/** "Next week" is its Monday, or the day seven days from now. */
function nextPeriods(text: string, origin: DayKey): DayKey[] {
  const month = addMonths(monthOf(origin), 1);
  if (text === "next week")
    return [
      addDays(origin, 7),
      ...weekStarts(origin).map((start) => onOrAfter(addDays(start, 7), 1)),
    ];
  if (text === "next month") return [`${month}-01`, after(origin, 1, "month")];
  const [, date, which] = /^(\d{1,2})(?:st|nd|rd|th)? (this|next) month$/.exec(text) ?? [];
  const day = dayIn(which === "next" ? month : monthOf(origin), Number(date));
  return day === null || day < origin ? [] : [day];
}

/** A date, with or without its month and its weekday. */
function datedDays(text: string, context: DayContext): DayKey[] {
  return withWeekday(text, (date, isNamed) => [
    ...monthDates(date, context, isNamed),
    ...daysOfMonth(date, context),
  ]);
}

/** A weekday and a date that contradict each other name no day. */
function withWeekday(text: string, read: (date: string, isNamed: boolean) => DayKey[]): DayKey[] {
  const [, first, rest = ""] = /^([a-z]+) (\D*\d.*)$/.exec(text) ?? [];
  const [, start = "", last] = /^(\D*\d.*) ([a-z]+)$/.exec(text) ?? [];
  const [index, date] = [
    [weekdayIndex(first), rest] as const,
    [weekdayIndex(last), start] as const,
  ].find(([each]) => each !== null) ?? [null, text];
  if (index === null) return read(text, false);
  return read(date, true).filter((day) => indexOf(day) === index);
}

const ORDINAL = /^(\d{1,2})(st|nd|rd|th)?$/;

/** "25", "25th": the next such day. A number up to 12 is a day only before a time. */
function daysOfMonth(text: string, context: DayContext): DayKey[] {
  const [, date, suffix] = ORDINAL.exec(text) ?? [];
  if (date === undefined) return [];
  if (suffix === undefined && !context.isBeforeTime && Number(date) < 13) return [];
  const origin = originOf(context);
  const days = Array.from({ length: 12 }, (_, months) =>
    dayIn(addMonths(monthOf(origin), months), Number(date)),
  );
  return coming(days.filter((day) => day !== null && day >= origin) as DayKey[], context);
}
