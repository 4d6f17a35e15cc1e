import { SharedValue, useSharedValue } from "@/lib/SharedValue";

/** The slots of the open dialogs, the topmost last. */
const slots = new SharedValue<readonly HTMLElement[]>([]);

/**
 * A ref for the place in a modal dialog where the connection notice is shown
 * while the dialog is open. Outside of it, the notice would lie under the
 * dialog's shade, and its buttons could not be pressed.
 */
export function noticeSlot(element: HTMLElement | null) {
  if (element === null) return;
  slots.set([...slots.get(), element]);
  return () => slots.set(slots.get().filter((slot) => slot !== element));
}

/** The slot of the topmost dialog; null without one. */
export function useNoticeSlot(): HTMLElement | null {
  return useSharedValue(slots).at(-1) ?? null;
}
