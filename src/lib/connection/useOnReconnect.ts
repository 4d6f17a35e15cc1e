import { useEffect, useEffectEvent, useRef } from "react";
import { useConnection } from "./connectionState";

/** Calls `retry` whenever the connection comes back. */
export function useOnReconnect(retry: () => void): void {
  const isLive = useConnection() === "live";
  const wasLive = useRef(isLive);
  const onBack = useEffectEvent(retry);
  useEffect(() => {
    if (isLive && !wasLive.current) onBack();
    wasLive.current = isLive;
  }, [isLive]);
  // Without a Convex client, as while the code of the sign-in is missing, only the browser knows.
  useEffect(() => {
    const onOnline = () => onBack();
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, []);
}
