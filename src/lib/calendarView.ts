import { readLocal, writeLocal } from "./safeStorage";
import { SharedValue, useSharedValue } from "./SharedValue";

export type CalendarView = "month" | "week";

interface CalendarSearch {
  readonly view?: "week";
}

const KEY = "calendar-view";
const MONTH: CalendarSearch = {};
const WEEK: CalendarSearch = { view: "week" };

const search = new SharedValue(readLocal(KEY) === "week" ? WEEK : MONTH);

/**
 * The search of a link to the calendar: it opens the view that was chosen last. A URL without a view always opens the
 * month.
 */
export function useCalendarSearch(): CalendarSearch {
  return useSharedValue(search);
}

/** The same, for links that are made when they are followed. */
export function calendarSearch(): CalendarSearch {
  return search.get();
}

export function rememberCalendarView(view: CalendarView): void {
  search.set(view === "week" ? WEEK : MONTH);
  writeLocal(KEY, view === "week" ? view : null);
}
