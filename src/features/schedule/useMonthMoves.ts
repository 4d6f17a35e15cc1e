import { useRef, useState } from "react";
import type { CalendarEntry } from "@domain/job/calendar";
import { type DayKey, monthGrid, type MonthKey, monthOf } from "@domain/dates/days";
import type { Dragged } from "./monthMoves";
import { entryKey } from "./calendar/entryKey";
import { useMoves } from "./moves/useMoves";

interface MoveOfDay {
  readonly from: DayKey;
  readonly to: DayKey;
}

interface Options {
  readonly month: MonthKey;
  readonly onMonthChange: (month: MonthKey) => void;
}

/** Moves a dropped visit at once, and a dropped day after a question. */
export function useMonthMoves({ month, onMonthChange }: Options) {
  const [moveOfDay, setMoveOfDay] = useState<MoveOfDay | null>(null);
  /** The entry that a key has moved, until it is shown at its new place. */
  const focused = useRef<{ key: string; day: DayKey } | null>(null);
  const { moveToDay } = useMoves();

  const move = (entry: CalendarEntry, day: DayKey) => {
    if (day !== entry.date) moveToDay(entry, day);
  };
  const moveByKey = (entry: CalendarEntry, day: DayKey) => {
    focused.current = { key: entryKey(entry), day };
    if (!monthGrid(month).flat().includes(day)) onMonthChange(monthOf(day));
    move(entry, day);
  };
  const takeFocus = (table: HTMLElement) => {
    if (focused.current === null) return;
    const { key, day } = focused.current;
    const link = table.querySelector<HTMLElement>(
      `[data-day="${day}"] [data-entry=${JSON.stringify(key)}]`,
    );
    if (link === null) return;
    focused.current = null;
    link.focus();
  };
  const drop = (dragged: Dragged, day: DayKey) => {
    if (dragged.kind === "visit") move(dragged.entry, day);
    else if (dragged.day !== day) setMoveOfDay({ from: dragged.day, to: day });
  };
  const closeMoveOfDay = () => setMoveOfDay(null);
  return { moveByKey, takeFocus, drop, moveOfDay, closeMoveOfDay };
}
