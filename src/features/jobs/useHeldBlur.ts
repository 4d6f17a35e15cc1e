import { useEffect, useRef, type FocusEvent, type MouseEvent } from "react";

/** A button that decides about unsaved text: the text waits while the button has the focus. */
export const HOLDS_TEXT = { "data-holds-text": true };

/** Enough to go on to Discard with the Tab key. */
const LEAVES_AFTER_MS = 1000;

/**
 * Saving on blur must not be what Discard comes too late for. A field whose focus moves to a button outside of the
 * form is left a moment later, or at once when such a button is clicked. It is not left while the focus is on a button
 * with HOLDS_TEXT, only when the focus goes from there to another control. Returns the handlers of the element
 * around the form and these buttons.
 */
export function useHeldBlur() {
  const held = useRef<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const leave = () => {
    const field = held.current;
    held.current = null;
    clearTimeout(timer.current);
    // Without a related target, so that it is not held again.
    field?.dispatchEvent(new window.FocusEvent("focusout", { bubbles: true }));
  };
  const hold = (field: Element, to: Element) => {
    held.current = field;
    clearTimeout(timer.current);
    if (!holdsText(to)) timer.current = setTimeout(leave, LEAVES_AFTER_MS);
  };
  return {
    onBlurCapture: (event: FocusEvent<HTMLElement>) => {
      const { currentTarget, target: from, relatedTarget: to } = event;
      const isWaiting = to !== null && isButton(to, currentTarget);
      const field = held.current;
      if (field === null) {
        if (!isWaiting || isButton(from, currentTarget)) return;
        event.stopPropagation();
        hold(from, to);
      } else if (to === field) held.current = null;
      else if (isWaiting && !holdsText(from)) hold(field, to);
      else leave();
    },
    onClickCapture: ({ target }: MouseEvent<HTMLElement>) => {
      if (!(target instanceof Element) || !holdsText(target)) leave();
    },
  };
}

export function holdsText(element: Element): boolean {
  return element.closest("[data-holds-text]") !== null;
}

/** Whether focus on it does not yet leave a field. */
function isButton(element: Element, around: Element): boolean {
  const isOutside = around.contains(element) && !element.closest("form");
  return holdsText(element) || (isOutside && element.matches("button, a"));
}
