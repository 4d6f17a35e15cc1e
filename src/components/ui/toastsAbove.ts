import { SharedValue } from "@/lib/SharedValue";

/** The width of Sonner's toasts with their margins. In windows narrower than 600 px they fill the window. */
const TOAST_WIDTH_PX = 380;
const FULL_WIDTH_BELOW_PX = 600;
/** Three toasts, the most that are shown, with their gaps. */
const ROOM_PX = 280;
const GAP_PX = 12;

/** The footers of the open dialogs, the last one on top. */
const footers: HTMLElement[] = [];

/** The distance of the toasts from the bottom of the window, in px; null where no dialog is in their way. */
export const toastsBottom = new SharedValue<number | null>(null);

/**
 * A ref for the footer of a dialog: places the toasts above it where they would cover its buttons. Measured with the
 * next frame and with each change of size, so that opening a dialog does not compute the page's styles twice.
 */
export function toastsAbove(footer: HTMLElement | null) {
  if (footer === null) return;
  footers.push(footer);
  const dialog = footer.closest("[role=dialog]");
  const sizes = new ResizeObserver(placeToasts);
  for (const box of [footer, dialog]) if (box) sizes.observe(box);
  window.addEventListener("resize", placeToasts);
  // The dialog moves while it opens.
  dialog?.addEventListener("animationend", placeToasts);
  return () => {
    sizes.disconnect();
    window.removeEventListener("resize", placeToasts);
    dialog?.removeEventListener("animationend", placeToasts);
    footers.splice(footers.indexOf(footer), 1);
    placeToasts();
  };
}

function placeToasts(): void {
  const footer = footers.at(-1);
  toastsBottom.set(footer ? bottomAbove(footer) : null);
}

function bottomAbove(footer: HTMLElement): number | null {
  const { top, right, bottom } = footer.getBoundingClientRect();
  const isBeside =
    window.innerWidth > FULL_WIDTH_BELOW_PX && right < window.innerWidth - TOAST_WIDTH_PX;
  if (isBeside || window.innerHeight - bottom > ROOM_PX) return null;
  return Math.round(window.innerHeight - top + GAP_PX);
}
