import { useEffect } from "react";

/** Sonner's width of a toast with its margins; below its 600 px they fill the window. */
const TOAST_WIDTH_PX = 380;
const FULL_WIDTH_BELOW_PX = 600;
/** Three toasts, the most that are shown, with their gaps. */
const ROOM_PX = 280;
const GAP_PX = 12;

/** Of the open dialogs, the last one on top. */
const footers: HTMLElement[] = [];

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
  // After each render: the footer may have other buttons.
  useEffect(() => {
    if (footer) placeToasts();
  });
}

function placeToasts(): void {
  const { style } = document.documentElement;
  const footer = footers.at(-1);
  if (!footer) {
    style.removeProperty("--toast-bottom");
    return;
  }
  const { top, right, bottom } = footer.getBoundingClientRect();
  const isBeside =
    window.innerWidth > FULL_WIDTH_BELOW_PX &&
    right < window.innerWidth - TOAST_WIDTH_PX;
  if (isBeside || window.innerHeight - bottom > ROOM_PX)
    style.removeProperty("--toast-bottom");
  else
    style.setProperty(
      "--toast-bottom",
      `${Math.round(window.innerHeight - top + GAP_PX)}px`,
    );
}
