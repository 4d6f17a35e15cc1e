import { useSyncExternalStore } from "react";

let hasFailed = false;
const listeners = new Set<() => void>();

/**
 * The Convex client does not reconnect after a FatalError message; only a page
 * reload does.
 */
export function reportFatalConnectionError() {
  hasFailed = true;
  for (const listener of listeners) listener();
}

export function useHasFatalConnectionError(): boolean {
  return useSyncExternalStore(subscribe, () => hasFailed);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
