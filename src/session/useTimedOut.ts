import { useEffect, useState } from "react";

/** True after `isWaiting` has been true for `timeoutMs` without a break. */
export function useTimedOut(isWaiting: boolean, timeoutMs: number): boolean {
  const [hasTimedOut, setHasTimedOut] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setHasTimedOut(true), timeoutMs);
    return () => {
      clearTimeout(timer);
      setHasTimedOut(false);
    };
  }, [isWaiting, timeoutMs]);
  return hasTimedOut;
}
