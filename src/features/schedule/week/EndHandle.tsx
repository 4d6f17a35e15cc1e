import { clsx } from "clsx";
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

/**
 * The lower edge of a visit, which a mouse drags to its end. A finger that has held the visit does too: until then it
 * scrolls the page. What lasts into the day stands above the hours, and the pointer is its end there.
 */
export function EndHandle({ entry, hours }: EndHandleProps) {
  const { lifted, lift, drop } = useContext(WeekMovesContext);
  const grip = useRef<Grip | null>(null);
  const isLater = entry.part !== undefined;
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { currentTarget, button, pointerId, clientY } = event;
    const visit = currentTarget.parentElement;
    const list = visit?.closest("ol");
    const column = isLater ? list?.nextElementSibling : list?.parentElement;
    if (button !== 0 || !visit || !column) return;
    event.preventDefault();
    currentTarget.setPointerCapture(pointerId);
    // Escape, which the link handles, leaves the end where it was.
    visit.querySelector("a")?.focus({ preventScroll: true });
    const below = isLater ? 0 : clientY - visit.getBoundingClientRect().bottom;
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
    const isAbove = isLater && clientY < top;
    const length = isAbove ? entry.length : lengthUntil(entry, minute);
    if (length === undefined || length === (lifted?.length ?? entry.length)) return;
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
      onTouchStart={(event) => event.stopPropagation()}
      className={clsx(
        "absolute inset-x-0 -bottom-1 h-2 cursor-ns-resize touch-none items-center justify-center touch:-bottom-5.5 touch:hidden touch:h-11 touch:group-focus-within:flex",
        isLater && "z-10",
      )}
    >
      <span className="hidden h-1.5 w-8 rounded-full bg-accent touch:block" />
    </span>
  );
}
