import { useEffect, useState } from "react";
import { SharedValue, useSharedValue } from "../SharedValue";

/**
 * - `live`: the page shows the server's present data.
 * - `connecting`: not live, and nothing says that the server is out of reach.
 * - `offline`: not live, and the server does not answer, or the browser has no
 *   network.
 */
export type ConnectionState = "live" | "connecting" | "offline";

const state = new SharedValue<ConnectionState>("connecting");
/** When the page stopped being live, in ms since 1970. */
const lostAt = new SharedValue(Date.now());

export function connectionState(): ConnectionState {
  return state.get();
}

/** Called by the LineMonitor, and by tests. */
export function setConnectionState(next: ConnectionState) {
  if (next === state.get()) return;
  if (state.get() === "live") lostAt.set(Date.now());
  state.set(next);
}

/** Calls back when the page becomes live. Returns a function that unsubscribes. */
export function onLive(callback: () => void): () => void {
  return state.subscribe(() => {
    if (state.get() === "live") callback();
  });
}

export function useConnection(): ConnectionState {
  return useSharedValue(state);
}

export function useIsOffline(): boolean {
  return useConnection() === "offline";
}

/**
 * Milliseconds in which an opening page becomes live or shows that it is not. On a slow phone it is live 2.2 s after
 * its start.
 */
const CONNECT_LIMIT_MS = 1200;

/**
 * When the page stopped being live, in ms since 1970. Null while it is live, and
 * for the first 1.2 s in which nothing says that the server is out of reach.
 */
export function useLostSince(): number | null {
  const connection = useConnection();
  const since = useSharedValue(lostAt);
  const isLive = connection === "live";
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (isLive) return;
    const timer = setTimeout(() => setIsLate(true), CONNECT_LIMIT_MS);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isLive]);
  if (isLive) return null;
  return isLate || connection === "offline" ? since : null;
}
