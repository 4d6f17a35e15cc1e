import { useSyncExternalStore } from "react";

let hasEnded = false;
const listeners = new Set<() => void>();

/** After a fatal error the client makes no other connection: only another load of the page does. */
export function reportFatalConnectionError() {
  hasEnded = true;
  for (const listener of listeners) listener();
}

export function useHasFatalConnectionError(): boolean {
  return useSyncExternalStore(subscribe, () => hasEnded);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
