import { useState } from "react";

/** The last defined value, to keep on screen while the next one loads. */
export function useKeepPreviousData<T>(value: T | undefined): T | undefined {
  const [previous, setPrevious] = useState(value);
  if (value !== undefined && value !== previous) setPrevious(value);
  return value === undefined ? previous : value;
}
