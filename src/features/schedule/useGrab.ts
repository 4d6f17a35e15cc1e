import { useEffect, useState, type MouseEvent, type SyntheticEvent, type TouchEvent } from "react";
import { grabAt, type EntriesByDay, type Grab } from "./monthMoves";

const RELEASES = ["mouseup", "touchend", "touchcancel"] as const;

/** The pressed visit or day of the month. The code that drags it is loaded at the first press. */
export function useGrab(entries: EntriesByDay | undefined) {
  const [grab, setGrab] = useState<Grab | null>(null);
  const [hasGrabbed, setHasGrabbed] = useState(false);
  useTouchMoveThatCanBePrevented();
  useEffect(() => {
    if (grab === null) return;
    // Deferred, so that the drag's own listener runs first.
    const release = () => setTimeout(() => setGrab(null));
    for (const name of RELEASES) window.addEventListener(name, release, true);
    return () => {
      for (const name of RELEASES) window.removeEventListener(name, release, true);
    };
  }, [grab]);

  const press = (event: MouseEvent | TouchEvent) => {
    const pressed = grabAt(event, entries);
    if (pressed === null) return;
    setGrab(pressed);
    setHasGrabbed(true);
  };
  return {
    grab,
    hasGrabbed,
    release: () => setGrab(null),
    listeners: {
      onMouseDown: (event: MouseEvent) => event.button === 0 && press(event),
      onTouchStart: (event: TouchEvent) => event.touches.length === 1 && press(event),
      // Before the code is loaded, a finger that holds a link would open the browser's menu.
      onContextMenu: (event: SyntheticEvent) =>
        grab?.event.type === "touchstart" && event.preventDefault(),
    },
  };
}

/** Safari lets a drag prevent scrolling only if a non-passive listener was there before the touch began. */
function useTouchMoveThatCanBePrevented() {
  useEffect(() => {
    const ignore = () => undefined;
    window.addEventListener("touchmove", ignore, { passive: false });
    return () => window.removeEventListener("touchmove", ignore);
  }, []);
}
