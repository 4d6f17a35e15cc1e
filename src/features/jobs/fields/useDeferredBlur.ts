import { useEffect, useRef, type FocusEvent, type MouseEvent } from "react";

/** A button that decides about unsaved text: the text waits while the button has the focus. */
export const HOLDS_TEXT = { "data-holds-text": true };

/** Milliseconds: long enough to move on to Discard with the Tab key. */
const LEAVES_AFTER_MS = 1000;

/**
 * A field saves its text on blur; pressing Discard must not save it first. And a hint that the blur shows must not
 * move Save away while it is being pressed. When the focus moves to a button outside of the form, the blur
 * event is dispatched a moment later, or at once when such a button is clicked. While the focus is
 * on a button with HOLDS_TEXT it is not dispatched, only when the focus goes from there to another control. Returns
 * the handlers of the element around the form and these buttons.
 */
export function useDeferredBlur() {
  const deferred = useRef<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const leave = () => {
    const field = deferred.current;
    deferred.current = null;
    clearTimeout(timer.current);
    // Without a related target, so that the event is not deferred again.
    field?.dispatchEvent(new window.FocusEvent("focusout", { bubbles: true }));
  };
  const hold = (field: Element, to: Element) => {
    deferred.current = field;
    clearTimeout(timer.current);
    if (!holdsText(to)) timer.current = setTimeout(leave, LEAVES_AFTER_MS);
  };
  return {
    onBlurCapture: (event: FocusEvent<HTMLElement>) => {
      const { currentTarget, target: from, relatedTarget: to } = event;
      const isWaiting = to !== null && isButton(to, currentTarget);
      const field = deferred.current;
      if (field === null) {
        if (!isWaiting || isButton(from, currentTarget)) return;
        event.stopPropagation();
        hold(from, to);
      } else if (to === field) deferred.current = null;
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

/** Whether the blur of a field is deferred when the focus moves to the element. */
function isButton(element: Element, around: Element): boolean {
  return holdsText(element) || (around.contains(element) && defersBlur(element));
}

/** Whether the element is, or is in, a button or a link outside of the form. */
export function defersBlur(element: Element): boolean {
  return element.closest("button, a") !== null && element.closest("form") === null;
}
