import { useContext, useRef, type PointerEvent } from "react";
import type { CalendarEntry } from "@domain/job/calendar";
import { lengthUntil } from "@domain/job/visitEnds";
import type { ShownHours } from "@domain/job/weekGrid";
import { WeekMovesContext } from "./weekMoves";

interface EndHandleProps {
  readonly entry: CalendarEntry;
  readonly hours: ShownHours;
}

interface Grip {
  readonly column: Element;
  /** How far below the end the pointer is, in pixels. */
  readonly below: number;
  readonly hasMoved: boolean;
}

/** The lower edge of a visit, which a mouse drags to its end. Fingers have the field of the job. */
export function EndHandle({ entry, hours }: EndHandleProps) {
  const { lifted, lift, drop } = useContext(WeekMovesContext);
  const grip = useRef<Grip | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { currentTarget, button, pointerId, clientY } = event;
    const visit = currentTarget.parentElement;
    const column = visit?.closest("ol")?.parentElement;
    if (button !== 0 || !visit || !column) return;
    event.preventDefault();
    currentTarget.setPointerCapture(pointerId);
    // Escape, which the link handles, leaves the end where it was.
    visit.querySelector("a")?.focus({ preventScroll: true });
    const below = clientY - visit.getBoundingClientRect().bottom;
    grip.current = { column, below, hasMoved: false };
  };
  const onPointerMove = ({ clientY }: PointerEvent<HTMLElement>) => {
    if (grip.current === null) return;
    const { column, below, hasMoved } = grip.current;
    if (hasMoved && lifted === null) {
      grip.current = null;
      return;
    }
    const { top, height } = column.getBoundingClientRect();
    const part = (clientY - below - top) / height;
    const minute = (hours.from + part * (hours.until - hours.from)) * 60;
    const length = lengthUntil(entry.at, minute);
    if (length === (lifted?.length ?? entry.length)) return;
    grip.current = { column, below, hasMoved: true };
    lift({ entry, to: entry.at, length });
  };
  const release = (isDropped: boolean) => () => {
    grip.current = null;
    if (isDropped) drop({ keepsFocus: true });
    else lift(null);
  };
  return (
    <span
      aria-hidden="true"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={release(true)}
      onPointerCancel={release(false)}
      className="absolute inset-x-0 -bottom-1 h-2 cursor-ns-resize touch:hidden"
    />
  );
}
