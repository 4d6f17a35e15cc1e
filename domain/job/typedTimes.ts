/**
 * Days and times as people type them: "wed 10", "next tue 2p", "830 tomorrow", "friday 8-10", "in 6 months". The words
 * are split into a day and a time in every possible way, and every split that makes sense is a reading: if there are
 * two, the person is asked which one is meant.
 */
import { dayKeyOf, nextDay, type DayKey } from "../dates/days";
import { fromDateTimeField, toDateTimeField } from "../dates/dateTimeField";
import { PART_STARTS, readClock, type PartOfDay, type TypedClock } from "../dates/typedClock";
import { withoutTime } from "../dates/typedDates";
import { readDates, readDays } from "../dates/typedDays";
import type { EntryType } from "./entryTypes";
import type { VisitSpan } from "./visitLength";

export interface DateReading {
  readonly day: DayKey;
  /** The value of a date-time field in local time; null if no time was typed. */
  readonly value: string | null;
  /** "10:00": the end of a typed range; null if there is none. */
  readonly end: string | null;
  /** What the words beside a range say that it is: the window of the arrival, or the length of the visit. */
  readonly says?: "window" | "length";
}

export interface DateContext {
  /** In ms since 1970. */
  readonly now: number;
  /** The day that the screen shows: a time alone is on this day. */
  readonly shownDay: DayKey;
  /** The day whose visits are moved: "fri", "next week" and "+3" count from it. */
  readonly moved?: DayKey;
  /** "10:00": the time that a day alone keeps. Without it, such a day has no time. */
  readonly keptTime?: string;
  /** Whether a part of the day counts as a time, as in "tomorrow morning": only if the person sees what was read. */
  readonly isSpoken?: boolean;
}

/** Spoken forms of times of day. */
const SPOKEN: readonly (readonly [RegExp, string])[] = [
  [/\bfirst thing(?: in the morning)?\b/g, "8am"],
  [/\b(?:right )?after lunch\b/g, "1pm"],
  [/\b(?:at )?lunch ?time\b/g, "noon"],
];

/** The limit of characters: longer than any day and time. */
const MAX_LENGTH = 60;

/** All readings of the text, the next one first; none if it names neither a day nor a time. */
export function readTypedDates(typed: string, context: DateContext): readonly DateReading[] {
  if (typed.length > MAX_LENGTH) return [];
  const { now, moved = null, isSpoken = false } = context;
  const { text, part } = normalized(isSpoken ? inClock(typed) : typed);
  const words = text.split(" ");
  const timed = slices(words).flatMap(({ before, slice, after }) => {
    const isInside = before !== "" && after !== "";
    const clock = isInside && !IS_SURELY_TIME.test(slice) ? null : readClock(slice, part);
    const day = `${before} ${after}`.trim();
    return clock ? timedReadings({ day, clock, isBeforeTime: before !== "" }, context) : [];
  });
  const timeOfPart = part !== null && isSpoken ? PART_STARTS[part] : undefined;
  const keptTime = part === null ? context.keptTime : timeOfPart;
  const days = readDays(text, withoutTime(dayKeyOf(now), moved));
  const says = saidOfRange(typed);
  return inOrder(
    [
      ...timed.map((reading) => (says && reading.end !== null ? { ...reading, says } : reading)),
      ...days.map((day) => ({
        day,
        value: keptTime === undefined ? null : wallTime(day, keptTime),
        end: null,
      })),
    ],
    now,
  );
}

/**
 * A time of day alone, in minutes after midnight; null if the text is not one. An hour without AM or PM is the one in
 * `likely`, if either is.
 */
export function readTypedMinute(typed: string, likely: PartOfDay): number | null {
  const { clock } = readTypedClock(typed, likely);
  if (clock === null || clock.end !== null) return null;
  const [hours = 0, minutes = 0] = clock.start.split(":").map(Number);
  return hours * 60 + minutes;
}

const SAYS_WINDOW = /\b(?:arriv\w*|window|between)\b/i;
const SAYS_LENGTH = /\b(?:takes|until|till?)\b/i;

function saidOfRange(typed: string): DateReading["says"] {
  if (SAYS_WINDOW.test(typed)) return "window";
  return SAYS_LENGTH.test(typed) ? "length" : undefined;
}

/** What a range is: as its words say, else a window for an estimate and a length for an install. */
export function spanOfRange(
  { value, end, says }: DateReading,
  type: EntryType,
): { readonly span?: VisitSpan } {
  if (value === null || end === null) return {};
  const [from, until] = [value.slice(11), end].map(
    (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
  );
  const field = says ?? (type === "estimate" ? "window" : "length");
  return { span: { [field]: Number(until) - Number(from) } };
}

function inClock(typed: string): string {
  return SPOKEN.reduce((text, [said, clock]) => text.replace(said, clock), typed.toLowerCase());
}

/** A time of day or a range of them, and the part of the day that the text names; each null if there is none. */
export function readTypedClock(
  typed: string,
  likely: PartOfDay | null = null,
): { readonly clock: TypedClock | null; readonly part: PartOfDay | null } {
  if (typed.length > MAX_LENGTH) return { clock: null, part: null };
  const { text, part } = normalized(typed);
  const clock = readClock(text, part ?? likely) ?? readClock(text, part);
  return { clock, part };
}

/** Between the words of a day, a number alone may belong to the day. */
const IS_SURELY_TIME = /^at |\d ?[ap]|:|noon/;

/** The most words of a time, such as "at 9 30 am". */
const MAX_TIME_WORDS = 4;

function slices(words: readonly string[]) {
  const text = (from: number, to?: number) => words.slice(from, to).join(" ");
  return words.flatMap((_, from) =>
    Array.from({ length: MAX_TIME_WORDS }, (_each, index) => from + index + 1)
      .filter((to) => to <= words.length)
      .map((to) => ({
        before: text(0, from),
        slice: text(from, to),
        after: text(to),
      })),
  );
}

interface TypedParts {
  readonly day: string;
  readonly clock: TypedClock;
  readonly isBeforeTime: boolean;
}

function timedReadings(
  { day: dayText, clock, isBeforeTime }: TypedParts,
  { now, shownDay, moved }: DateContext,
): DateReading[] {
  const today = dayKeyOf(now);
  const on = (day: DayKey, start = clock.start) => ({
    day,
    value: wallTime(day, start),
    end: clock.end,
  });
  const isOver = (day: DayKey) => Number(fromDateTimeField(on(day).value)) < now;
  if (dayText === "") {
    if (clock.isBareLate) return [];
    // A time that is over on the shown day may also be the next one to come.
    const next = [today, nextDay(today)].find((day) => !isOver(day));
    return isOver(shownDay) && next !== undefined ? [on(shownDay), on(next)] : [on(shownDay)];
  }
  const read = clock.isBareLate ? readDates : readDays;
  const days = read(dayText, {
    today,
    moved: moved ?? null,
    hasTime: true,
    isBeforeTime,
    isOver,
  });
  const isTodayOver = days.length === 1 && days[0] === today && isOver(today);
  return [
    ...days.map((day) => on(day)),
    // "Today 8" in the afternoon may be 8 PM.
    ...(isTodayOver && clock.later !== null ? [on(today, clock.later)] : []),
  ];
}

/** The local time. Where the clock skips the hour, the time that the clock shows then. */
function wallTime(day: DayKey, time: string): string {
  return toDateTimeField(fromDateTimeField(`${day}T${time}`));
}

/** Each reading once: the next one first, and readings in the past last. */
function inOrder(readings: readonly DateReading[], now: number): readonly DateReading[] {
  const isPast = ({ day, value }: DateReading) =>
    value === null ? day < dayKeyOf(now) : Number(fromDateTimeField(value)) < now;
  const keyed = readings.map((reading) => {
    const { day, value, end } = reading;
    const order = isPast(reading) ? 1 : 0;
    return [`${order} ${value ?? day} ${end ?? ""}`, reading] as const;
  });
  return [...new Map(keyed)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, reading]) => reading);
}

const NUMBER_WORDS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const NUMBER_WORD = new RegExp(`\\b(?:${NUMBER_WORDS.join("|")})\\b`, "g");

/** The text in the spelling of the grammar, and the part of the day that it names. */
function normalized(typed: string): {
  readonly text: string;
  readonly part: PartOfDay | null;
} {
  const text = typed
    .toLowerCase()
    .replace(/(\d{4}-\d{2}-\d{2})t/, "$1 ")
    .replace(/[–—]/g, "-")
    .replace(/\b([ap])\.\s?m\b\.?/g, "$1m")
    .replace(/@/g, " at ")
    .replace(/,|\.(?!\d)/g, " ")
    .replace(/\bthe (\d{1,2})(?=\s|$)/g, "$1th")
    .replace(/\b(?:the|of|coming|around|about|o['’]?clock|arriv\w*|takes)\b/g, " ")
    .replace(/(?<!\d ?)\bam\b/g, "morning")
    .replace(/(?<!\d ?)\bpm\b/g, "afternoon")
    .replace(NUMBER_WORD, (word) => String(NUMBER_WORDS.indexOf(word) + 1))
    .replace(/(?<=\d)[- ]?ish\b/g, "")
    .replace(/(?<=\d )(fifteen|thirty|forty[- ]5)\b/g, minutesOf)
    .replace(/\b(?:12 ?)?(?:noon|midday)\b/g, "noon")
    .replace(/\s+/g, " ")
    .replace(/\b(half|quarter) (past|to) (\d{1,2})\b/, partOfHour)
    .replace(/\b(between \S+(?: [ap]m?)?) and /, "$1~")
    .replace(/(?<=[\dapmn])(?: ?- ?| (?:to|till?|until) )(?=\d|noon|midnight)/g, (found) =>
      found.includes("t") ? "~" : "-",
    )
    .replace(/\bthis (?=morning|afternoon|evening)/, "today ")
    .replace(/\btonight\b/, "today evening");
  const [found, part = null] = /\b(?:in )?(morning|afternoon|evening|night)\b/.exec(text) ?? [];
  const rest = found === undefined ? text : text.replace(found, " ");
  return {
    text: rest.replace(/\s+/g, " ").trim(),
    part: part as PartOfDay | null,
  };
}

function minutesOf(word: string): string {
  if (word === "fifteen") return "15";
  return word === "thirty" ? "30" : "45";
}

/** "Half past 9" is "9:30"; "quarter to 10" is "9:45". */
function partOfHour(found: string, ...[part, side, hourText]: readonly string[]): string {
  const hour = Number(hourText);
  if (side === "past") return `${hour}:${part === "half" ? "30" : "15"}`;
  return part === "quarter" ? `${hour === 1 ? 12 : hour - 1}:45` : found;
}
