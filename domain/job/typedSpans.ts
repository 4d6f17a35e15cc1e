/**
 * The length and the window of a visit as people type them ("until 4", "2 days", "between 8 and 10"), beside a date or
 * alone, and as they are read back: "arrives 8 to 10 AM, takes until 4 PM".
 */
import { fromDateTimeField } from "../dates/dateTimeField";
import { dayKeyOf, daysFrom } from "../dates/days";
import type { EntryType } from "./entryTypes";
import { LENGTH_OUT_OF_RANGE, MAX_LENGTH } from "./jobInput";
import type { OfficeSettings } from "./officeSettings";
import { DAY_MINUTES, formatTime } from "../dates/times";
import {
  readTypedClock,
  readTypedDates,
  spanOfRange,
  type DateContext,
  type DateReading,
} from "./typedTimes";
import { SPAN_UNREADABLE, type VisitSpan } from "./visitLength";
import { minuteOfDay } from "./weekGrid";

export const END_BEFORE_START =
  "Enter an end after the start, for example “until wed 4p” or “8 h”.";
export const START_REQUIRED = "Enter the date first.";

/** When a workday ends, in minutes after midnight, until the office has set its hours. */
const WORK_ENDS = 17 * 60;

export interface SpanContext {
  readonly type: EntryType;
  readonly office: OfficeSettings;
}

interface Started extends SpanContext {
  /** When the visit begins. */
  readonly at: number;
}

export type ReadSpan =
  | { readonly span: VisitSpan; readonly problem?: undefined }
  | { readonly span?: undefined; readonly problem: string };

/** The limit of characters: longer than any date with a length and a window. */
const MAX_TEXT = 120;

const UNREADABLE: ReadSpan = { problem: SPAN_UNREADABLE };

/** The length, the window or both, for a visit whose start is known. */
export function readSpan(typed: string, context: Started): ReadSpan {
  if (typed.length > MAX_TEXT) return UNREADABLE;
  const text = normalized(typed);
  if (text === "") return { span: {} };
  const { head, length } = splitLength(text, context);
  if (typeof length === "string") return { problem: length };
  if (length !== undefined && length > MAX_LENGTH) return { problem: LENGTH_OUT_OF_RANGE };
  if (head === "") return { span: { length } };
  const minutes = rangeMinutes(head, context);
  if (typeof minutes !== "number") return minutes ?? UNREADABLE;
  const isWindow = length !== undefined || SAYS_WINDOW.test(head) || context.type === "estimate";
  if (isWindow) return { span: { window: minutes, length } };
  return { span: { length: minutes } };
}

/** A date with its time, and the length and the window that were typed beside it. */
export interface VisitReading extends DateReading {
  readonly span?: VisitSpan;
  /** Why the length is refused. */
  readonly problem?: string;
}

const BEFORE_SPAN =
  /(?<=[\s,])(?:for|takes|until|till?|between|arriv\w*|all day|an? (?:hour|day)|\d{1,3}(?:\.\d{1,2})? ?[hmd][a-z]*)(?![\w:])/gi;

/** The readings of a date with its length or window. A text that is a date without them stays one. */
export function readTypedVisits(
  typed: string,
  context: DateContext,
  visit: SpanContext,
): readonly VisitReading[] {
  const whole = readTypedDates(typed, context);
  if (whole.length > 0)
    return whole.map((reading) => ({
      ...reading,
      ...spanOfRange(reading, visit.type),
    }));
  if (typed.length > MAX_TEXT) return [];
  for (const { index } of [...typed.matchAll(BEFORE_SPAN)].toReversed()) {
    const dates = readTypedDates(typed.slice(0, index), context);
    const readings = dates.map((reading) => withSpan(reading, typed.slice(index), visit));
    const isRead = readings.every(({ problem }) => problem !== SPAN_UNREADABLE);
    if (readings.length > 0 && isRead) return readings;
  }
  return [];
}

function withSpan(reading: DateReading, typed: string, visit: SpanContext): VisitReading {
  const at = fromDateTimeField(reading.value ?? "");
  if (at === null) return { ...reading, problem: SPAN_UNREADABLE };
  const { span, problem } = readSpan(typed, { ...visit, at });
  if (span === undefined) return { ...reading, problem };
  // "8-10 until 4": the first end is the end of the window.
  const range = spanOfRange(reading, span.length === undefined ? "install" : "estimate");
  return { ...reading, span: { ...range.span, ...present(span) } };
}

const SAYS_WINDOW = /^(?:arriv\w*|window|between)\b/;
const NUMBER = String.raw`\d{1,3}(?:\.\d{1,2})?|an?`;
const TAKES = String.raw`(?:(?:takes|for) )*`;
const UNTIL = new RegExp(`(?:^| )${TAKES}(?:until|till?) (.+)$`);
const DAYS = new RegExp(`(?:^| )${TAKES}(all|a|\\d{1,3}) ?d(?:ays?)?$`);
const HOURS = new RegExp(
  `(?:^| )${TAKES}(?:(${NUMBER}) ?h(?:(?:ou)?rs?)?)?(?: ?(\\d{1,4}) ?m(?:in(?:ute)?s?)?)?$`,
);

/** The text in the spelling of the grammar, with a window that was typed after the length before it. */
function normalized(typed: string): string {
  const text = typed
    .toLowerCase()
    .replace(/[–—]/g, "-")
    .replace(/[,\s]+/g, " ")
    .trim();
  const at = text.search(/(?<= )(?:arriv\w*|window|between)\b/);
  const isInside = SAYS_WINDOW.test(text) || at === -1;
  return isInside ? text : `${text.slice(at)} ${text.slice(0, at).trim()}`;
}

/** The length at the end of the text, in minutes or as a sentence that refuses it, and the text before it. */
function splitLength(
  text: string,
  context: Started,
): { readonly head: string; readonly length?: number | string } {
  const found = [UNTIL, DAYS, HOURS].map((each) => each.exec(text));
  const [until, days, hours] = found;
  const head = (match: RegExpExecArray) => text.slice(0, match.index).trim();
  if (until) return { head: head(until), length: untilMinutes(until[1], context) };
  if (days) {
    const count = Number(days[1]) || 1;
    const end = (count - 1) * DAY_MINUTES + workEnd(context.office);
    return { head: head(days), length: afterStart(end, context) };
  }
  const minutes =
    60 * (hours?.[1]?.startsWith("a") ? 1 : Number(hours?.[1] ?? 0)) + Number(hours?.[2] ?? 0);
  return hours?.[0].trim() && minutes >= 1
    ? { head: head(hours), length: Math.round(minutes) }
    : { head: text };
}

/** The minutes until a time of the same day, or until another day with or without a time. */
function untilMinutes(text = "", context: Started): number | string {
  const { clock } = readTypedClock(text);
  if (clock !== null && clock.end === null) {
    const ends = [clock.start, clock.later].flatMap((each) =>
      each === null ? [] : [minutesOf(each) || DAY_MINUTES],
    );
    const start = minuteOfDay(context.at);
    return afterStart(ends.find((end) => end > start) ?? 0, context);
  }
  const { at } = context;
  const day = dayKeyOf(at);
  const ends = readTypedDates(text, { now: at, shownDay: day }).map((end) => {
    const minute = end.value === null ? workEnd(context.office) : minutesOf(end.value.slice(11));
    return daysFrom(day, end.day) * DAY_MINUTES + minute;
  });
  const [next] = ends;
  return next === undefined ? SPAN_UNREADABLE : afterStart(next, context);
}

/** The minutes from the start to `end`, which counts from the midnight before the start. */
function afterStart(end: number, { at }: Started): number | string {
  const minutes = end - minuteOfDay(at);
  return minutes > 0 ? minutes : END_BEFORE_START;
}

function workEnd({ closes_at }: OfficeSettings): number {
  return closes_at ?? WORK_ENDS;
}

/** The minutes of a range that begins when the visit begins. */
function rangeMinutes(head: string, { at }: Started): number | ReadSpan | null {
  const { clock } = readTypedClock(head.replace(/^(?:arriv\w*|window) /, ""));
  if (clock === null || clock.end === null) return null;
  const start = minutesOf(clock.start);
  // Without AM or PM, the range may be in the other half of the day.
  const isLate = start + DAY_MINUTES / 2 === minuteOfDay(at);
  if (start !== minuteOfDay(at) && !(isLate && !/\d ?[ap]/.test(head)))
    return { problem: startsElsewhere(at) };
  return minutesOf(clock.end) - start;
}

function startsElsewhere(at: number): string {
  return `The visit begins at ${formatTime(at)}. Change its time first, or begin with that time here.`;
}

/** "14:30". */
function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

function present(span: VisitSpan): VisitSpan {
  return Object.fromEntries(Object.entries(span).filter(([, minutes]) => minutes !== undefined));
}
