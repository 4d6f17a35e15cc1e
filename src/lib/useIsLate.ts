import { useEffect, useState } from "react";

/** True once something has been waited for longer than is reasonable. */
export function useIsLate(isWaiting: boolean, patienceMs: number): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isWaiting, patienceMs]);
  return isLate;
}
