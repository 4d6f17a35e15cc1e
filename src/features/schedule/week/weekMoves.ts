import { createContext } from "react";
import type { CalendarEntry } from "@domain/job/calendar";
import type { DayKey } from "@domain/dates/days";
import { entryKey } from "../calendar/entryKey";
import type { Moved } from "../moves/moved";

/** A dragged visit, job or whole day. `delay` is the minutes by which a visit is drawn below its time. */
export type DragData =
  | (Moved & { readonly delay?: number })
  | { readonly kind: "day"; readonly day: DayKey };

/** A visit that keys are moving, and its time so far; or of which the end is set, and its length so far. */
export interface Lifted {
  readonly entry: CalendarEntry;
  readonly to: number;
  readonly length?: number;
}

/** What is lifted, if it is this visit. */
export function liftedOf(entry: CalendarEntry, lifted: Lifted | null): Lifted | null {
  const isIt = lifted !== null && entryKey(lifted.entry) === entryKey(entry);
  return isIt ? lifted : null;
}

export interface WeekMoves {
  /** The ids or client keys of jobs of which a change waits on this device. */
  readonly waiting: ReadonlySet<string>;
  readonly lifted: Lifted | null;
  /** Null puts the lifted visit back. */
  readonly lift: (lifted: Lifted | null) => void;
  /** Moves the lifted visit to its time so far, or gives it its length so far. */
  readonly drop: (by: { readonly keepsFocus: boolean }) => void;
  /** Asks for the time in a dialog. */
  readonly ask: (moved: Moved) => void;
  /** Focuses the link of a visit that a key has moved, at its new place. */
  readonly takeFocus: (entry: CalendarEntry, link: HTMLElement) => void;
}

export const WeekMovesContext = createContext<WeekMoves>({
  waiting: new Set(),
  lifted: null,
  lift: () => undefined,
  drop: () => undefined,
  ask: () => undefined,
  takeFocus: () => undefined,
});

/** The slot below the dragged visit or day. */
export interface DropSlot {
  readonly day: DayKey;
  readonly minute: number;
  /** The time of the slot; null if the clock skips it. */
  readonly at: number | null;
  readonly isWholeDay?: boolean;
}

export const DropSlotContext = createContext<DropSlot | null>(null);
