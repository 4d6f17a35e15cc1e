import { use, useEffect, useEffectEvent } from "react";
import { DialogAddressContext } from "./dialogAddress";

let pendingBack: ReturnType<typeof setTimeout> | undefined;
/**
 * history.back() takes effect asynchronously. Until then, the next dialog may
 * already be open and must ignore the popstate event.
 */
let isGoingBack = false;
/** The open dialogs. They share one history entry, and Back closes the last. */
const openDialogs: object[] = [];

/**
 * While mounted, the browser's Back button calls `onBack` instead of leaving
 * the page. For this it pushes one history entry, with the address of the dialog
 * or the same URL, restores it after each Back (the caller may stay open), and
 * removes it on unmount.
 */
export function useCloseOnBack(onBack: () => void) {
  const handleBack = useEffectEvent(onBack);
  const address = use(DialogAddressContext);
  const pushEntry = useEffectEvent(() => writeOurEntry("push", address));
  const reuseEntry = useEffectEvent(() => {
    if (address !== null) writeOurEntry("replace", address);
  });

  useEffect(() => {
    clearTimeout(pendingBack);
    const self = {};
    openDialogs.push(self);
    let ignoresNextPop = isGoingBack;
    if (isDialogEntry()) reuseEntry();
    else if (!ignoresNextPop) pushEntry();
    const onPopState = () => {
      if (isDialogEntry() || openDialogs.at(-1) !== self) return;
      pushEntry();
      if (ignoresNextPop) ignoresNextPop = false;
      else handleBack();
    };
    window.addEventListener("popstate", onPopState);
    return () => {
      window.removeEventListener("popstate", onPopState);
      openDialogs.splice(openDialogs.indexOf(self), 1);
      if (openDialogs.length > 0) return;
      // Deferred: React's strict mode remounts at once, and a link that closed
      // the dialog has pushed its own entry.
      pendingBack = setTimeout(() => {
        if (!isDialogEntry()) return;
        isGoingBack = true;
        window.addEventListener("popstate", () => (isGoingBack = false), {
          once: true,
        });
        window.history.back();
      });
    };
  }, []);
}

/** Whether the current history entry belongs to a dialog, even to one that is closing. */
export function isDialogEntry(): boolean {
  return entryState()?.overlay === true;
}

/** Whether that dialog has an address. True after a reload too. */
export function isAddressedEntry(): boolean {
  return isDialogEntry() && entryState()?.isAddressed === true;
}

export function hasOpenDialog(): boolean {
  return openDialogs.length > 0;
}

interface EntryState {
  readonly overlay?: boolean;
  readonly isAddressed?: boolean;
}

function entryState(): EntryState | null {
  return window.history.state as EntryState | null;
}

function writeOurEntry(how: "push" | "replace", address: string | null) {
  const isAddressed = address !== null;
  const state = { ...entryState(), overlay: true, isAddressed };
  window.history[`${how}State`](state, "", address);
}
