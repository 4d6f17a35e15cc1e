import { hasUnansweredWork } from "./pendingWork";

const MESSAGE = "Are you sure you want to leave? Your changes may not be saved.";

/**
 * Asks before the page unloads while the server has not answered a request, or
 * something is typed that the store on this device does not have.
 */
export function warnBeforeUnload(): () => void {
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (!hasUnansweredWork()) return;
    event.preventDefault();
    // Needed by browsers that ignore preventDefault here.
    event.returnValue = MESSAGE;
  };
  window.addEventListener("beforeunload", onBeforeUnload);
  return () => window.removeEventListener("beforeunload", onBeforeUnload);
}
