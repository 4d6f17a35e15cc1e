import type { CalendarEntry, DayEntries } from "@domain/job/calendar";
import type { DayKey } from "@domain/dates/days";
import { entryKey } from "./calendar/entryKey";

/** A visit or a day that is dragged on the calendar. */
export type Dragged =
  | { readonly kind: "visit"; readonly entry: CalendarEntry }
  | { readonly kind: "day"; readonly day: DayKey };

/** A pressed visit or day, until it is dragged or released. */
export interface Grab {
  readonly node: HTMLElement;
  readonly dragged: Dragged;
  /** The event with which the drag starts, however long its code takes to load. */
  readonly event: React.MouseEvent | React.TouchEvent;
}

export type EntriesByDay = ReadonlyMap<DayKey, DayEntries>;

/**
 * The address of a day on the dashboard. The month has plain links, which its grid opens with the router: rendering a
 * `Link` takes more time than everything else of an entry.
 */
export function dayHref(day: DayKey): string {
  return `/dashboard?date=${day}`;
}

/** The day of the cell that `target` is in. */
export function dayAt(target: Element): DayKey | undefined {
  return target.closest("td")?.dataset["day"];
}

/** The visit whose link `target` is in. */
export function entryAt(
  target: Element,
  entries: EntriesByDay | undefined,
): CalendarEntry | undefined {
  const key = target.closest<HTMLElement>("[data-entry]")?.dataset["entry"];
  const day = dayAt(target);
  if (key === undefined || day === undefined) return undefined;
  return entries?.get(day)?.shown.find((entry) => entryKey(entry) === key);
}

/** The visit or the day's head that `target` is in. */
export function grabAt(
  event: React.MouseEvent | React.TouchEvent,
  entries: EntriesByDay | undefined,
): Grab | null {
  const target = event.target as Element;
  const node = target.closest<HTMLElement>("[data-entry], [data-day-handle]");
  const day = dayAt(target);
  if (node === null || day === undefined) return null;
  if (node.dataset["entry"] === undefined) return { node, dragged: { kind: "day", day }, event };
  const entry = entryAt(target, entries);
  return entry ? { node, dragged: { kind: "visit", entry }, event } : null;
}
