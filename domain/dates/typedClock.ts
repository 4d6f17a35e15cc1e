/** A time of day as people type it, alone ("2p", "830", "noon") or as a range ("8-10", "9 to noon"). */

export interface TypedClock {
  /** "14:00". */
  readonly start: string;
  /** The end of a range, later on the same day. */
  readonly end: string | null;
  /** Whether an hour from 13 on was typed without minutes. After a weekday, a number such as "25" is a date instead. */
  readonly isBareLate: boolean;
  /** The same time in the other half of the day, if it is later and the text does not exclude it. */
  readonly later: string | null;
}

/** The first and the last hour of each part of the day. */
const PARTS = {
  morning: [4, 11],
  afternoon: [12, 17],
  evening: [16, 23],
  night: [17, 23],
} as const;

export type PartOfDay = keyof typeof PARTS;

/** When a visit begins if only the part of the day is known, in a form or in a file. */
export const PART_STARTS: Readonly<Record<PartOfDay, string>> = {
  morning: "08:00",
  afternoon: "13:00",
  evening: "17:00",
  night: "18:00",
};

/** A four-digit number that begins with 20 is a year. Minutes after a space are only those that people usually say. */
const CLOCK = String.raw`(?:(noon|midnight)|(?!20\d\d(?!\d))(\d{1,2})(?::?(\d{2})| (00|15|[2-5][05]))? ?([ap])?m?)`;
const TIME = new RegExp(`^(?:at )?${CLOCK}$`);
const RANGE = new RegExp(`^(?:at |from |between )?${CLOCK}[-~]${CLOCK}$`);

/** Null if the text is no time, or no time in that part of the day. */
export function readClock(text: string, part: PartOfDay | null): TypedClock | null {
  const time = TIME.exec(text);
  const [, ...groups] = time ?? RANGE.exec(text) ?? [];
  const first = typedTime(groups.slice(0, 5));
  const last = time ? null : typedTime(groups.slice(5));
  if (first === null || (!time && last === null)) return null;
  const start = last?.isFixed
    ? before(first, last)
    : first.options.find((each) => isIn(part, each));
  const end = last?.options.find((each) => each > (start ?? 0)) ?? null;
  if (start === undefined || !isIn(part, start)) return null;
  if (last !== null && end === null) return null;
  const later =
    last === null ? first.options.find((each) => each > start && isIn(part, each)) : undefined;
  return {
    start: shown(start),
    end: end === null ? null : shown(end),
    isBareLate: first.isBareLate || last?.isBareLate === true,
    later: later === undefined ? null : shown(later),
  };
}

interface TypedTime {
  /** The minutes of the day that the text may mean, those in working hours first. */
  readonly options: readonly number[];
  /** Whether AM, PM, noon or midnight was typed. */
  readonly isFixed: boolean;
  readonly isBareLate: boolean;
}

function typedTime([word, hourText, colon, spaced, half]: readonly (
  | string
  | undefined
)[]): TypedTime | null {
  if (word !== undefined)
    return {
      options: [word === "noon" ? 12 * 60 : 0],
      isFixed: true,
      isBareLate: false,
    };
  if (hourText === undefined) return null;
  const minutes = colon ?? spaced;
  const hours = hoursOf(hourText, half);
  if (hours === null || Number(minutes ?? 0) > 59) return null;
  if (minutes === undefined && Number(hourText) === 0) return null;
  return {
    options: hours.map((hour) => hour * 60 + Number(minutes ?? 0)),
    isFixed: half !== undefined,
    isBareLate: minutes === undefined && Number(hourText) > 12,
  };
}

/**
 * The hours that a number may mean. Without AM or PM, working hours come first: 7 to 11 in the morning, 12 to 6 in the
 * afternoon. 13 and more, and an hour with a leading zero, are on a 24-hour clock.
 */
function hoursOf(text: string, half: string | undefined): number[] | null {
  const hour = Number(text);
  if (half !== undefined)
    return hour < 1 || hour > 12 ? null : [(hour % 12) + (half === "p" ? 12 : 0)];
  if (hour > 23) return null;
  if (hour > 12 || text.startsWith("0")) return [hour];
  if (hour === 12) return [12, 0];
  return hour <= 6 ? [hour + 12, hour] : [hour, hour + 12];
}

/** The last time before the end: "10-2p" begins at 10 AM, "1-3p" at 1 PM. */
function before(first: TypedTime, last: TypedTime): number | undefined {
  const [end = 0] = last.options;
  return first.options.toSorted((a, b) => b - a).find((each) => each < end);
}

function isIn(part: PartOfDay | null, minutes: number): boolean {
  if (part === null) return true;
  const [first, last] = PARTS[part];
  const hour = Math.floor(minutes / 60);
  return hour >= first && hour <= last;
}

function shown(minutes: number): string {
  const two = (count: number) => String(count).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
