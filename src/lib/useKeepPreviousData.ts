import { useState } from "react";

/** The newest value that was there: what to go on showing while the next one loads. */
export function useKeepPreviousData<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value === undefined ? last : value;
}
