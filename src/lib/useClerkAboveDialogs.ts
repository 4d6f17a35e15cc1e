import { useEffect } from "react";

/** Clerk's modal, which is not a part of our dialogs. */
const MODAL = ".cl-modalBackdrop";

/**
 * Lets Clerk's modal have the focus while a dialog is open: Radix returns a focus
 * that it hears of at the document to the dialog. Its other half is in hosted.css.
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
