/** Dates as other programs write them: ISO, with slashes, or with the name of the month. */
import { dayKeyOf } from "../days";
import { fromDateTimeField } from "../times";
import { readTypedDates } from "../typedTimes";

/** Which number of "03/04/2026" comes first. */
export type DateOrder = "month" | "day";

/** What the dates with slashes of a file show about their order. */
export type DateEvidence = "none" | "month" | "day" | "unclear" | "mixed";

export interface FileDate {
  /** A value of a date-time field without its time: "2026-11-20". */
  readonly day: string;
  /** "14:00"; null if the text has none. */
  readonly time: string | null;
}

const TIME = String.raw`(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*([ap])?\.?m?\.?`;
const ISO = new RegExp(
  String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\s*${TIME})?$`,
  "i",
);
const SLASHED = new RegExp(
  String.raw`^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:,?\s+${TIME})?$`,
  "i",
);
/** An instant with its zone. */
const ZONED =
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:z|utc|[+-]\d{2}:?\d{2})$/i;

const two = (part: number | string) => String(part).padStart(2, "0");

/** Null if the text is no date with its year. */
export function readFileDate(
  text: string,
  order: DateOrder,
  now: number,
): FileDate | null {
  if (ZONED.test(text))
    return fromInstant(
      Date.parse(text.replace(/ ?utc$/i, "Z").replace(" ", "T")),
    );
  const iso = ISO.exec(text);
  if (iso) {
    const [, year = "", month = "", date = "", ...time] = iso;
    return dated(`${year}-${two(month)}-${two(date)}`, time);
  }
  const slashed = SLASHED.exec(text);
  if (!slashed) return readWords(text, now);
  const [, first = "", second = "", year = "", ...time] = slashed;
  const [month, date] = order === "month" ? [first, second] : [second, first];
  return dated(`${year.padStart(4, "20")}-${two(month)}-${two(date)}`, time);
}

function fromInstant(instant: number): FileDate | null {
  if (!Number.isFinite(instant)) return null;
  const date = new Date(instant);
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return dated(dayKeyOf(instant), time.split(":"));
}

function dated(
  day: string,
  [hourText, minute, half]: readonly (string | undefined)[],
): FileDate | null {
  if (Number.isNaN(fromDateTimeField(`${day}T12:00`))) return null;
  if (hourText === undefined) return { day, time: null };
  const hour = Number(hourText);
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const isAfternoon = half?.toLowerCase() === "p";
  const ofDay =
    half === undefined ? hour : (hour % 12) + (isAfternoon ? 12 : 0);
  const time = `${two(ofDay)}:${minute}`;
  return Number.isNaN(fromDateTimeField(`${day}T${time}`))
    ? null
    : { day, time };
}

/** "Nov 20, 2026 2:00 PM". A year has to be there: nobody is asked which one was meant. */
function readWords(text: string, now: number): FileDate | null {
  if (!/\b(?:19|20)\d{2}\b/.test(text) || !/[a-z]{3}/i.test(text)) return null;
  const readings = readTypedDates(text, { now, shownDay: dayKeyOf(now) });
  const [reading] = readings;
  if (reading === undefined || readings.length > 1) return null;
  return { day: reading.day, time: reading.value?.slice(11) ?? null };
}

/** Whether the order of the dates with slashes can be seen from those whose day is after the 12th. */
export function dateEvidence(texts: Iterable<string>): DateEvidence {
  let hasSlashed = false;
  let isMonthFirst = false;
  let isDayFirst = false;
  for (const text of texts) {
    const [, first, second] = SLASHED.exec(text) ?? [];
    if (first === undefined) continue;
    hasSlashed = true;
    if (Number(first) > 12) isDayFirst = true;
    if (Number(second) > 12) isMonthFirst = true;
  }
  if (!hasSlashed) return "none";
  if (isMonthFirst && isDayFirst) return "mixed";
  if (isMonthFirst) return "month";
  return isDayFirst ? "day" : "unclear";
}
