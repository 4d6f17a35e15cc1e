import { createContext } from "react";
import type { DayKey } from "@domain/dates/days";

/** The day that the screen behind the job shows: a time typed alone is on this day. Null if it shows none. */
export const ShownDayContext = createContext<DayKey | null>(null);
