import type { CalendarEntry } from "@domain/calendar";
import type { DayKey } from "@domain/days";
import type { EntriesByDay } from "./monthMoves";

/** Letters of a time and a name on one line of a printed day, at full size. */
const LETTERS_A_LINE = 26;
const TIME_LETTERS = "12:30p ".length;

/** Height of the table on the paper, of a week without its entries, and of a line at full size, in mm. */
const TABLE_MM = 158;
const WEEK_MM = 6;
const LINE_MM = 3.35;

/** The smallest letters have 1.8 mm. A month that is too long for them takes a second sheet. */
const STEP = 0.05;
const LEAST = 0.5;

type Weeks = readonly (readonly DayKey[])[];

/** The size of the entries on paper: 1, or less where all of them would not fit on one sheet. */
export function paperScale(
  weeks: Weeks,
  entries: EntriesByDay | undefined,
): number {
  const room = (TABLE_MM - weeks.length * WEEK_MM) / LINE_MM;
  let scale = 1;
  while (scale > LEAST && linesAt(scale, weeks, entries) * scale > room)
    scale -= STEP;
  return Math.max(scale, LEAST);
}

/** A smaller line holds more letters. */
function linesAt(
  scale: number,
  weeks: Weeks,
  entries: EntriesByDay | undefined,
): number {
  const linesOf = ({ name }: CalendarEntry) =>
    Math.ceil(((name.length + TIME_LETTERS) * scale) / LETTERS_A_LINE);
  const linesOfDay = (day: DayKey) => {
    const { shown = [], hidden = [] } = entries?.get(day) ?? {};
    return [...shown, ...hidden].reduce((sum, one) => sum + linesOf(one), 0);
  };
  return weeks.reduce(
    (sum, week) => sum + Math.max(...week.map(linesOfDay)),
    0,
  );
}
