import { useEffect, useEffectEvent } from "react";

let leaving: ReturnType<typeof setTimeout> | undefined;
/** The browser goes back a moment after it is told to; the next dialog may be open by then. */
let isGoingBack = false;

/**
 * While mounted, the browser's Back asks to close instead of leaving the page.
 * It keeps one extra history entry of the same address for that, and takes it
 * away at the end. If the asker decides to stay open, the entry is back already.
 */
export function useCloseOnBack(onBack: () => void) {
  const askToClose = useEffectEvent(onBack);

  useEffect(() => {
    clearTimeout(leaving);
    let awaitsFormerBack = isGoingBack;
    if (!awaitsFormerBack && !isOurEntry()) pushOurEntry();
    const onPopState = () => {
      if (isOurEntry()) return;
      pushOurEntry();
      if (awaitsFormerBack) awaitsFormerBack = false;
      else askToClose();
    };
    window.addEventListener("popstate", onPopState);
    return () => {
      window.removeEventListener("popstate", onPopState);
      // Later, because React's strict mode mounts again at once, and because a
      // link that closed us has put its own entry on top.
      leaving = setTimeout(() => {
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
