import { useContext, type KeyboardEvent } from "react";
import type { CalendarEntry } from "@domain/job/calendar";
import { addDays, dayKeyOf } from "@domain/dates/days";
import { canSetEnd, steppedLength } from "@domain/job/visitEnds";
import { movedTo } from "@domain/job/visits";
import { stepped } from "@domain/job/weekGrid";
import { liftedOf, WeekMovesContext } from "./weekMoves";

/** Days by which Alt and an arrow key to the side move a visit. */
const DAYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
/** Alt and these move it by a step of 15 minutes. */
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * While Alt is held the arrow keys move the visit, and with Shift its end, for which the day is to be its first or its
 * last one. The release of Alt drops it.
 */
export function useMoveKeys(entry: CalendarEntry) {
  const { lifted, lift, drop } = useContext(WeekMovesContext);
  const own = liftedOf(entry, lifted);
  const to = own?.to ?? null;
  const stepTo = (key: string): number | null => {
    const from = to ?? entry.at;
    const [step, days] = [STEPS[key], DAYS[key]];
    if (step !== undefined) return stepped(from, step);
    return days === undefined ? null : movedTo(from, addDays(dayKeyOf(from), days));
  };
  const lengthBy = (key: string): number | null => {
    const step = STEPS[key];
    const isMoving = own !== null && own.length === undefined;
    if (step === undefined || isMoving || !canSetEnd(entry.part)) return null;
    return steppedLength({ ...entry, length: own?.length ?? entry.length }, step);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isPut = own !== null && ["Enter", "Escape"].includes(event.key);
    const isEnd = event.shiftKey || own?.length !== undefined;
    const next = event.altKey && !isEnd ? stepTo(event.key) : null;
    const length = event.altKey && isEnd ? lengthBy(event.key) : null;
    if (!isPut && next === null && length === null) return;
    // Alt and an arrow to the side are the browser's Back and Forward.
    event.preventDefault();
    if (length !== null) lift({ entry, to: entry.at, length });
    else if (next !== null) lift({ entry, to: next });
    else if (event.key === "Escape") lift(null);
    else drop({ keepsFocus: true });
  };
  const onKeyUp = ({ key }: KeyboardEvent) => {
    if (key === "Alt") drop({ keepsFocus: true });
  };
  return { onKeyDown, onKeyUp, onBlur: () => drop({ keepsFocus: false }) };
}
