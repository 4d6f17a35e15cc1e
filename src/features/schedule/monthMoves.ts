import { createContext } from "react";
import type { CalendarEntry } from "@domain/calendar";
import type { DayKey } from "@domain/days";

/** What is dragged on the calendar. */
export type Dragged =
  | { readonly kind: "visit"; readonly entry: CalendarEntry }
  | { readonly kind: "day"; readonly day: DayKey };

export interface MonthMoves {
  readonly move: (
    entry: CalendarEntry,
    day: DayKey,
    by?: { readonly isByKey: boolean },
  ) => void;
  /** The ids or client keys of jobs of which a change waits on this device. */
  readonly waiting: ReadonlySet<string>;
  /** Focuses the link of an entry that a key has moved, at its new place. */
  readonly takeFocus: (entry: CalendarEntry, link: HTMLElement) => void;
}

export const MonthMovesContext = createContext<MonthMoves>({
  move: () => undefined,
  waiting: new Set(),
  takeFocus: () => undefined,
});

/** An entry stays the same on another day. */
export function entryKey({ jobId, type }: CalendarEntry): string {
  return `${jobId} ${type}`;
}
