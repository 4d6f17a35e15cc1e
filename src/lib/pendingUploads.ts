import { useSyncExternalStore } from "react";

let count = 0;
const listeners = new Set<() => void>();

/** Work that leaving the page would lose, such as an upload. Call the answer when it has ended, well or not. */
export function beginPendingUpload(): () => void {
  change(1);
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
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
