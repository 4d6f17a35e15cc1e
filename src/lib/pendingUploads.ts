import { useSyncExternalStore } from "react";

let count = 0;
const listeners = new Set<() => void>();

/**
 * Counts an upload that would be lost if the page unloads. Call the returned
 * function once it has finished or failed.
 */
export function beginPendingUpload(): () => void {
  change(1);
  let hasEnded = false;
  return () => {
    if (hasEnded) return;
    hasEnded = true;
    change(-1);
  };
}

export function pendingUploadCount(): number {
  return count;
}

export function usePendingUploadCount(): number {
  return useSyncExternalStore(subscribe, pendingUploadCount);
}

function change(by: number) {
  count += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
