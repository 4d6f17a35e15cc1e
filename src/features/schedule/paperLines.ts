import type { CalendarEntry } from "@domain/calendar";
import type { DayKey } from "@domain/days";
import type { EntriesByDay } from "./monthMoves";

/** Letters of a name and its time on one line of a printed day. */
const LETTERS_A_LINE = 24;

/** How many lines of entries the weeks have on paper: their height follows from it. */
export function paperLines(
  weeks: readonly (readonly DayKey[])[],
  entries: EntriesByDay | undefined,
): number {
  const linesOfDay = (day: DayKey) => {
    const { shown = [], hidden = [] } = entries?.get(day) ?? {};
    return [...shown, ...hidden].reduce((sum, one) => sum + linesOf(one), 0);
  };
  const linesOfWeeks = weeks.map((week) => Math.max(...week.map(linesOfDay)));
  return linesOfWeeks.reduce((sum, lines) => sum + lines, 0);
}

/** A long word moves to the next line whole, so that a line holds less than its letters. */
function linesOf({ name }: CalendarEntry): number {
  return Math.ceil((name.length + "12:30p ".length) / LETTERS_A_LINE);
}
