import { hasUnsavedWork } from "./pendingWork";

const MESSAGE =
  "Are you sure you want to leave? Your changes may not be saved.";

/**
 * Asks before the page unloads while something is neither on the server nor in
 * the store on this device.
 */
export function warnBeforeUnload(): () => void {
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (!hasUnsavedWork()) return;
    event.preventDefault();
    // Needed by browsers that ignore preventDefault here.
    event.returnValue = MESSAGE;
  };
  window.addEventListener("beforeunload", onBeforeUnload);
  return () => window.removeEventListener("beforeunload", onBeforeUnload);
}
