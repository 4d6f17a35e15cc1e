import { useEffect } from "react";

/** Milliseconds. The click event that ends a drag follows it at once. */
const CLICK_WITHIN_MS = 50;

/**
 * While something is dragged, Escape ends the drag and not the dialog around it, and the click event at the end opens
 * nothing. dnd-kit only stops the propagation of that event, and a link would follow it nevertheless.
 */
export function useDragGuards(isDragging: boolean): void {
  useEffect(() => {
    if (!isDragging) return;
    const keepOpen = (event: KeyboardEvent) => {
      // Radix ignores an Escape key whose default is prevented.
      if (event.key === "Escape") event.preventDefault();
    };
    const ignore = (event: MouseEvent) => event.preventDefault();
    const capture = { capture: true };
    window.addEventListener("keydown", keepOpen, capture);
    window.addEventListener("click", ignore, capture);
    return () => {
      window.removeEventListener("keydown", keepOpen, capture);
      setTimeout(
        () => window.removeEventListener("click", ignore, capture),
        CLICK_WITHIN_MS,
      );
    };
  }, [isDragging]);
}
