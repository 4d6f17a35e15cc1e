import { useEffect, useEffectEvent } from "react";
import { useSwipe } from "./week/useSwipe";

export interface SwipeDaysProps {
  readonly element: HTMLElement;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
}

/** A finger that swipes the element sideways changes the day. */
export function SwipeDays({ element, onPrevious, onNext }: SwipeDaysProps) {
  const swipe = useSwipe({
    isOff: false,
    toLeft: onNext,
    toRight: onPrevious,
  });
  const onStart = useEffectEvent(swipe.onTouchStart);
  const onCancel = useEffectEvent(swipe.onTouchCancel);
  const onEnd = useEffectEvent(swipe.onTouchEnd);
  useEffect(() => {
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    element.addEventListener("touchstart", (event) => onStart(event), options);
    element.addEventListener("touchcancel", () => onCancel(), options);
    element.addEventListener("touchend", (event) => onEnd(event), options);
    return () => listening.abort();
  }, [element]);
  return null;
}
