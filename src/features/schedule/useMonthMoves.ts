import { useRef, useState } from "react";
import type { CalendarEntry } from "@domain/calendar";
import { monthGrid, monthOf, type DayKey, type MonthKey } from "@domain/days";
import { usePendingRules } from "@/features/jobs/usePendingLists";
import { showToast } from "@/lib/toasts";
import { entryKey, type Dragged, type MonthMoves } from "./monthMoves";
import { dayText, useMoveVisit } from "./useMoveVisit";

interface MoveOfDay {
  readonly from: DayKey;
  readonly to: DayKey;
}

interface Options {
  readonly month: MonthKey;
  /** Whether there is something to move. */
  readonly isLoaded: boolean;
  readonly waiting: ReadonlySet<string>;
  readonly onMonthChange: (month: MonthKey) => void;
}

/** Moves what is dropped on a day: a visit at once, a whole day after a question. */
export function useMonthMoves({
  month,
  isLoaded,
  waiting,
  onMonthChange,
}: Options) {
  const [moveOfDay, setMoveOfDay] = useState<MoveOfDay | null>(null);
  /** The entry that a key has moved, until it is shown at its new place. */
  const focused = useRef<{ key: string; day: DayKey } | null>(null);
  const moveVisit = useMoveVisit();
  // A dropped visit is shown at its new place by these rules: without them, it would go back for a moment.
  usePendingRules(isLoaded);

  const move: MonthMoves["move"] = (entry, day, { isByKey } = BY_HAND) => {
    if (day === entry.date) return;
    if (isByKey) {
      focused.current = { key: entryKey(entry), day };
      if (!monthGrid(month).flat().includes(day)) onMonthChange(monthOf(day));
    }
    void moveVisit(entry, day).then((isMoved) => {
      if (!isMoved)
        showToast("warning", "Not moved", {
          description: `${dayText(day)} does not exist here.`,
        });
    });
  };
  const takeFocus = (entry: CalendarEntry, link: HTMLElement) => {
    const { key, day } = focused.current ?? {};
    if (key !== entryKey(entry) || day !== entry.date) return;
    focused.current = null;
    link.focus();
  };
  const moves: MonthMoves = { move, waiting, takeFocus };
  const drop = (dragged: Dragged, day: DayKey) => {
    if (dragged.kind === "visit") move(dragged.entry, day);
    else if (dragged.day !== day) setMoveOfDay({ from: dragged.day, to: day });
  };
  return { moves, drop, moveOfDay, closeMoveOfDay: () => setMoveOfDay(null) };
}

const BY_HAND = { isByKey: false };
