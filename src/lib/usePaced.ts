import { useEffect, useState } from "react";

/** The value, followed at most once in `delayMs`: a first change at once, further ones when that time is over. */
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
