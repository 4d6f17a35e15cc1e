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
  // Without a Convex client, as while the sign-in's code is missing, only the browser reports a connection.
  useEffect(() => {
    const onOnline = () => onBack();
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, []);
}
