import { createContext, useContext } from "react";

/** Where a list that opens inside a dialog must be put: beside the dialog's box, so that it can scroll and be clicked. */
export const DialogPortalContext = createContext<HTMLElement | null>(null);

export function useDialogPortal(): HTMLElement | undefined {
  return useContext(DialogPortalContext) ?? undefined;
}
