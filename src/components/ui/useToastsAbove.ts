import { useEffect } from "react";
import { SharedValue } from "@/lib/SharedValue";

/** Sonner's width of a toast with its margins; below its 600 px they fill the window. */
const TOAST_WIDTH_PX = 380;
const FULL_WIDTH_BELOW_PX = 600;
/** Three toasts, the most that are shown, with their gaps. */
const ROOM_PX = 280;
const GAP_PX = 12;

/** Of the open dialogs, the last one on top. */
const footers: HTMLElement[] = [];

/** The distance of the toasts from the bottom of the window, in px; null where no dialog is in their way. */
export const toastsBottom = new SharedValue<number | null>(null);

/** Places the toasts above a dialog's footer where they would cover its buttons. */
export function useToastsAbove(footer: HTMLElement | null): void {
  useEffect(() => {
    if (!footer) return;
    footers.push(footer);
    const dialog = footer.parentElement;
    window.addEventListener("resize", placeToasts);
    // The dialog moves while it opens.
    dialog?.addEventListener("animationend", placeToasts);
    return () => {
      window.removeEventListener("resize", placeToasts);
      dialog?.removeEventListener("animationend", placeToasts);
      footers.splice(footers.indexOf(footer), 1);
      placeToasts();
    };
  }, [footer]);
  // After each render: the footer may have other buttons. Measured with the next frame, so that opening a dialog does
  // not compute the page's styles twice.
  useEffect(() => {
    if (!footer) return;
    const frame = requestAnimationFrame(placeToasts);
    return () => cancelAnimationFrame(frame);
  });
}

function placeToasts(): void {
  const footer = footers.at(-1);
  toastsBottom.set(footer ? bottomAbove(footer) : null);
}

function bottomAbove(footer: HTMLElement): number | null {
  const { top, right, bottom } = footer.getBoundingClientRect();
  const isBeside =
    window.innerWidth > FULL_WIDTH_BELOW_PX &&
    right < window.innerWidth - TOAST_WIDTH_PX;
  if (isBeside || window.innerHeight - bottom > ROOM_PX) return null;
  return Math.round(window.innerHeight - top + GAP_PX);
}
