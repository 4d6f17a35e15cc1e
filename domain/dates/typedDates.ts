/** A date with its month as people type it: "dec 8", "12/8", "8th of december", "12 8". */
import { addDays, parseDayKey, type DayKey } from "./days";

export interface DayContext {
  readonly today: DayKey;
  /** The day whose visits are moved: "fri", "next week" and "+3" count from it. If null, they count from today. */
  readonly moved: DayKey | null;
  readonly hasTime: boolean;
  /** Whether a time follows the day: only then is a number up to 12 a day of the month. */
  readonly isBeforeTime: boolean;
  /** Whether the typed time of that day is over; a day without a time is over when it ends. */
  readonly isOver: (day: DayKey) => boolean;
}

export const withoutTime = (today: DayKey, moved: DayKey | null = null): DayContext => ({
  today,
  moved,
  hasTime: false,
  isBeforeTime: false,
  isOver: (day) => day < today,
});

/** A date without a year may be one of this many days ago. */
const DAYS_BACK = 90;

const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );

const ISO = /^\d{4}-\d{2}-\d{2}$/;
const SLASHED = /^(\d{1,2})[/-](\d{1,2})(?:[/-](20\d{2}|\d{2}))?$/;
const SPACED = /^(\d{1,2}) (\d{1,2})$/;
const MONTH_FIRST = /^([a-z]{3,}) (\d{1,2})(?:st|nd|rd|th)?(?: (20\d{2}|[2-9]\d))?$/;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,})(?: (20\d{2}|[2-9]\d))?$/;

/** Every day that the date may mean. `isNamed` if its weekday is typed beside it. */
export function monthDates(text: string, context: DayContext, isNamed = false): DayKey[] {
  const iso = ISO.test(text) ? parseDayKey(text) : null;
  if (iso !== null) return [iso];
  const isSpaced = context.isBeforeTime || !context.hasTime;
  const numbers = SLASHED.exec(text) ?? (isSpaced ? SPACED.exec(text) : null);
  if (numbers)
    return yearly(
      {
        month: Number(numbers[1]),
        date: Number(numbers[2]),
        year: numbers[3],
      },
      context,
    );
  const first = MONTH_FIRST.exec(text);
  const second = DAY_FIRST.exec(text);
  const name = first?.[1] ?? second?.[2];
  const year = first?.[3] ?? second?.[3];
  // "Nov 20 26" may be a day and an hour, unless a weekday or a time is there too.
  const isClear = year?.length !== 2 || context.hasTime || isNamed;
  if (name === undefined || !isClear) return [];
  const month = MONTHS.findIndex((each) => each.startsWith(name)) + 1;
  const date = Number(first?.[2] ?? second?.[1]);
  return yearly({ month, date, year }, context);
}

interface TypedDate {
  /** The number of the month, 1 to 12. */
  readonly month: number;
  readonly date: number;
  /** The year as typed, in two or four digits. */
  readonly year: string | undefined;
}

/** A date without a year is the first such day from `DAYS_BACK` days ago on; if that is over, also the next one. */
function yearly({ month, date, year }: TypedDate, { today, isOver }: DayContext): DayKey[] {
  const dayOf = (each: string) => dayIn(`${each}-${String(month).padStart(2, "0")}`, date);
  const thisYear = Number(today.slice(0, 4));
  const years =
    year === undefined
      ? [thisYear - 1, thisYear, thisYear + 1].map(String)
      : [year.padStart(4, "20")];
  const earliest = addDays(today, -DAYS_BACK);
  const days = years
    .map(dayOf)
    .filter((day) => day !== null)
    .filter((day) => year !== undefined || day >= earliest);
  const [first] = days;
  return days.slice(0, first !== undefined && isOver(first) ? 2 : 1);
}

export function dayIn(month: string, date: number): DayKey | null {
  return parseDayKey(`${month}-${String(date).padStart(2, "0")}`);
}
