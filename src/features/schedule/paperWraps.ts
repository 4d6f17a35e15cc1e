import type { CalendarEntry } from "@domain/job/calendar";
import type { DayKey } from "@domain/dates/days";
import type { EntriesByDay } from "./monthMoves";

/** Letters of a time and a name on one line of a printed day. */
const LETTERS_A_LINE = 21;
const TIME_LETTERS = "12:30p ".length;

/** Heights in mm: of the printed table, its heading, a week without entries, and a line. */
const TABLE_MM = 170;
const HEADING_MM = 6;
const WEEK_MM = 6;
const LINE_MM = 3.44;

/** The most lines of a week that is kept on one sheet. A longer week takes a third of a sheet, or more. */
const MOST_UNBROKEN_LINES = 16;

type Week = readonly DayKey[];

/** Whether long names wrap on paper: only if the month still fits on one sheet. */
export function paperWraps(weeks: readonly Week[], entries: EntriesByDay | undefined): boolean {
  const linesOf = ({ name }: CalendarEntry) =>
    Math.ceil((name.length + TIME_LETTERS) / LETTERS_A_LINE);
  const linesOfDay = (day: DayKey) => {
    const { shown = [], hidden = [] } = entries?.get(day) ?? {};
    return [...shown, ...hidden].reduce((sum, one) => sum + linesOf(one), 0);
  };
  const lines = weeks.reduce((sum, week) => sum + Math.max(...week.map(linesOfDay)), 0);
  const room = TABLE_MM - HEADING_MM - weeks.length * WEEK_MM;
  return lines * LINE_MM <= room;
}

/** Whether a week on paper is kept on one sheet. A longer one would leave up to half of the sheet before it empty. */
export function isKeptOnSheet(week: Week, entries: EntriesByDay | undefined): boolean {
  return week.every((day) => {
    const { shown = [], hidden = [] } = entries?.get(day) ?? {};
    return shown.length + hidden.length <= MOST_UNBROKEN_LINES;
  });
}
