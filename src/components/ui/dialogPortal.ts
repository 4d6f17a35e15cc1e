import { createContext, useContext } from "react";

/**
 * The portal container for popovers inside a dialog. Outside of it, Radix would
 * block their scrolling and clicks.
 */
export const DialogPortalContext = createContext<HTMLElement | null>(null);

export function useDialogPortal(): HTMLElement | undefined {
  return useContext(DialogPortalContext) ?? undefined;
}
