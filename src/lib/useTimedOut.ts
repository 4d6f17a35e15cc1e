import { useEffect, useState } from "react";

/** True once something has been waited for longer than is reasonable. */
export function useTimedOut(isWaiting: boolean, timeoutMs: number): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsLate(true), timeoutMs);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isWaiting, timeoutMs]);
  return isLate;
}
