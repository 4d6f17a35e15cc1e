import { useEffect, useEffectEvent, useRef } from "react";
import { hasOpenDialog, isAddressedEntry } from "./useCloseOnBack";

interface DialogLink {
  /** The search parameter of the URL that names the record in the dialog. */
  readonly parameter: string;
  /** The value of the parameter, from the router. */
  readonly linked: string | undefined;
  /** Removes the parameter from the URL, replacing the history entry. */
  readonly onLinkTaken: () => void;
  readonly onOpen: (value: string) => void;
}

/**
 * Opens a dialog by a link. The link has the parameter in the screen's own history entry, from which it is removed
 * before the dialog opens; useCloseOnBack then adds a history entry for the open dialog.
 */
export function useDialogLink(link: DialogLink): void {
  const { parameter, linked } = link;
  const taken = useRef<string | null>(null);
  const takeLink = useEffectEvent((value: string | undefined) => {
    if (value !== undefined && !isAddressedEntry()) {
      taken.current = value;
      link.onLinkTaken();
    } else if (value === undefined && taken.current !== null) {
      link.onOpen(taken.current);
      taken.current = null;
    }
  });
  useEffect(() => takeLink(linked), [linked]);

  const afterPop = useEffectEvent(() => {
    const search = new URLSearchParams(window.location.search);
    const value = search.get(parameter);
    if (value === null || hasOpenDialog()) return;
    if (isAddressedEntry()) link.onOpen(value);
    else takeLink(value);
  });
  useEffect(() => {
    const onPop = () => afterPop();
    window.addEventListener("popstate", onPop);
    return () => window.removeEventListener("popstate", onPop);
  }, []);
}
