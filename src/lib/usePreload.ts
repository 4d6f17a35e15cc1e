import { useEffect, useEffectEvent } from "react";
import { useConnection } from "./connection/connectionState";

/** Milliseconds, so that the screen's requests go first. */
const IDLE_AFTER_MS = 10_000;

/**
 * Loads the code of a dialog that may be opened later, once the page is live and idle: without signal it could not be
 * fetched, and over plain http no service worker keeps it. `preload` must not throw: opening the dialog loads its
 * code again, and reports a failure.
 */
export function usePreload(preload: () => void): void {
  const isLive = useConnection() === "live";
  const start = useEffectEvent(preload);
  useEffect(() => {
    if (!isLive) return;
    const timer = setTimeout(() => start(), IDLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLive]);
}
