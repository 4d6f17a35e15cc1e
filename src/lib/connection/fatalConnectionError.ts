import { SharedValue, useSharedValue } from "@/lib/SharedValue";

const hasFailed = new SharedValue(false);

/**
 * The Convex client does not reconnect after a FatalError message; only a page
 * reload does.
 */
export function reportFatalConnectionError() {
  hasFailed.set(true);
}

export function hasFatalConnectionError(): boolean {
  return hasFailed.get();
}

export function useHasFatalConnectionError(): boolean {
  return useSharedValue(hasFailed);
}
