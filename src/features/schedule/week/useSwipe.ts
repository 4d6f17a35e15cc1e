import { useRef, type TouchEvent } from "react";

/** A shorter movement is none, and one that is not mainly sideways scrolls. In px. */
const MIN_DISTANCE = 60;

interface Swipe {
  /** While something is dragged. */
  readonly isOff: boolean;
  readonly toLeft: () => void;
  readonly toRight: () => void;
}

/** The touch handlers of an element that one finger swipes sideways. */
export function useSwipe({ isOff, toLeft, toRight }: Swipe) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.length === 1 ? touches[0] : undefined;
      start.current = touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const [from, to] = [start.current, changedTouches[0]];
      start.current = null;
      if (isOff || !from || !to) return;
      const x = to.clientX - from.x;
      const y = to.clientY - from.y;
      if (Math.abs(x) < MIN_DISTANCE || Math.abs(x) < 2 * Math.abs(y)) return;
      if (x < 0) toLeft();
      else toRight();
    },
  };
}
