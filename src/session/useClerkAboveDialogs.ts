import { useEffect } from "react";

/** Clerk's modal, which is not a part of our dialogs. */
const MODAL = ".cl-modalBackdrop";

/**
 * Lets Clerk's modal have the focus while a dialog is open: Radix listens for focus events on the document and
 * returns the focus to the dialog. hosted.css has the other half of this workaround.
 */
export function useClerkAboveDialogs(): void {
  useEffect(() => {
    const keepFromDialog = (event: FocusEvent) => {
      if ([event.target, event.relatedTarget].some(isInModal))
        event.stopPropagation();
    };
    const { body } = document;
    body.addEventListener("focusin", keepFromDialog);
    body.addEventListener("focusout", keepFromDialog);
    return () => {
      body.removeEventListener("focusin", keepFromDialog);
      body.removeEventListener("focusout", keepFromDialog);
    };
  }, []);
}

function isInModal(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(MODAL) !== null;
}
