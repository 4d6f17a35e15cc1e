import { useRef } from "react";

/** The shortest swipe, in px. */
const MIN_DISTANCE = 60;

/** In px. A swipe that begins nearer to an edge of the window is the browser's Back or Forward. */
const EDGE = 24;

interface Swipe {
  /** True while something is dragged. */
  readonly isOff: boolean;
  readonly toLeft: () => void;
  readonly toRight: () => void;
}

interface Fingers {
  readonly length: number;
  readonly [at: number]: { readonly clientX: number; readonly clientY: number };
}

/** The fields that are read of the browser's or React's touch event. */
interface FingerDown {
  readonly touches: Fingers;
  readonly currentTarget: EventTarget | null;
  readonly target: EventTarget | null;
}

/** The touch handlers of an element that one finger swipes sideways. */
export function useSwipe({ isOff, toLeft, toRight }: Swipe) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches, currentTarget, target }: FingerDown) => {
      const touch = touches.length === 1 ? touches[0] : undefined;
      start.current =
        touch && isFree(touch.clientX, currentTarget as Element, target as Element)
          ? { x: touch.clientX, y: touch.clientY }
          : null;
    },
    // Dispatched when the browser scrolls or zooms.
    onTouchCancel: () => {
      start.current = null;
    },
    onTouchEnd: ({ changedTouches }: { readonly changedTouches: Fingers }) => {
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

/** Whether no browser gesture, scroller or dialog takes the swipe. For React, a dialog is inside of the element. */
function isFree(x: number, element: Element, target: Element): boolean {
  if (x < EDGE || x > window.innerWidth - EDGE) return false;
  if ((window.visualViewport?.scale ?? 1) > 1) return false;
  if (!element.contains(target)) return false;
  for (
    let part: Element | null = target;
    part !== null && part !== element;
    part = part.parentElement
  )
    if (part.scrollWidth > part.clientWidth && /auto|scroll/.test(getComputedStyle(part).overflowX))
      return false;
  return true;
}
