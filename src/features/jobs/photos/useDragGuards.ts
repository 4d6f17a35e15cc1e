import { useEffect } from "react";

/** The click that ends a drag comes right after it. */
const CLICK_WITHIN_MS = 50;

/**
 * While something is dragged: Escape ends the drag and not the dialog around
 * it, and the click at the end opens nothing. dnd-kit only stops that click,
 * which a link would follow nevertheless.
 */
export function useDragGuards(isDragging: boolean): void {
  useEffect(() => {
    if (!isDragging) return;
    const keepOpen = (event: KeyboardEvent) => {
      // Radix does nothing on an Escape that is prevented.
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
