import { useEffect, useEffectEvent } from "react";

let leaving: ReturnType<typeof setTimeout> | undefined;

/**
 * While mounted, the browser's Back asks to close instead of leaving the page.
 * It keeps one extra history entry of the same address for that, and takes it
 * away at the end. If the asker decides to stay open, the entry is back already.
 */
export function useCloseOnBack(onBack: () => void) {
  const askToClose = useEffectEvent(onBack);

  useEffect(() => {
    clearTimeout(leaving);
    if (!isOurEntry()) pushOurEntry();
    const onPopState = () => {
      if (isOurEntry()) return;
      pushOurEntry();
      askToClose();
    };
    window.addEventListener("popstate", onPopState);
    return () => {
      window.removeEventListener("popstate", onPopState);
      // Later, because React's strict mode mounts again at once, and because a
      // link that closed us has put its own entry on top.
      leaving = setTimeout(() => {
        if (isOurEntry()) window.history.back();
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
