import { useEffect, useEffectEvent } from "react";

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
 * the page. For this it pushes one history entry with the same URL, restores it
 * after each Back (the caller may stay open), and removes it on unmount.
 */
export function useCloseOnBack(onBack: () => void) {
  const handleBack = useEffectEvent(onBack);

  useEffect(() => {
    clearTimeout(pendingBack);
    const self = {};
    openDialogs.push(self);
    let ignoresNextPop = isGoingBack;
    if (!ignoresNextPop && !isOurEntry()) pushOurEntry();
    const onPopState = () => {
      if (isOurEntry() || openDialogs.at(-1) !== self) return;
      pushOurEntry();
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
        if (!isOurEntry()) return;
        isGoingBack = true;
        window.addEventListener("popstate", () => (isGoingBack = false), {
          once: true,
        });
        window.history.back();
      });
    };
  }, []);
}

function isOurEntry(): boolean {
  const state = window.history.state as { overlay?: boolean } | null;
  return state?.overlay === true;
}

function pushOurEntry() {
  const state = window.history.state as object | null;
  window.history.pushState({ ...state, overlay: true }, "");
}
