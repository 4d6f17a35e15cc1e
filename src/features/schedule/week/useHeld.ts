import { useState } from "react";

/** The value, and while `isHeld` the last one before: what others change meanwhile does not move under the pointer. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState(value);
  if (isHeld) return held;
  if (held !== value) setHeld(value);
  return value;
}
