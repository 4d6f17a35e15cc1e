import { useEffect, useState } from "react";

/** The value, updated at most once per `delayMs`: the first change shows at once, later ones after the delay. */
export function usePaced<T>(value: T, delayMs: number): T {
  const [paced, setPaced] = useState(value);
  const [isPausing, setIsPausing] = useState(false);
  if (!isPausing && paced !== value) {
    setPaced(value);
    setIsPausing(true);
  }
  useEffect(() => {
    if (!isPausing) return undefined;
    const timer = setTimeout(() => setIsPausing(false), delayMs);
    return () => clearTimeout(timer);
  }, [isPausing, paced, delayMs]);
  return paced;
}
