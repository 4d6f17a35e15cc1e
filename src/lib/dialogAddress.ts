import { createContext } from "react";

/**
 * The URL under which the dialogs inside are open, so that it can be shared and
 * survives a reload. Without one, dialogs keep the URL of the page.
 */
export const DialogAddressContext = createContext<string | null>(null);
