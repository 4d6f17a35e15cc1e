import { dayKeyOf, relativeDayLabel } from "@domain/dates/days";
import { isDateText } from "@domain/job/lineWords";
import { readTypedDates } from "@domain/job/typedTimes";
import type { Go } from "@/lib/openJob";
import { describeReading } from "./lineForm";
import type { PaletteEntry } from "./paletteEntries";
import { shownDay } from "./useJobLine";

/** The days that a typed date names. */
export function dayEntries(typed: string, now: number, go: Go): PaletteEntry[] {
  if (!isDateText(typed.trim())) return [];
  const readings = readTypedDates(typed, { now, shownDay: shownDay(now) });
  const days = [...new Set(readings.map(({ day }) => day))];
  return days.map((day) => ({
    id: `day ${day}`,
    label: `Go to ${describeReading({ day, value: null, end: null }, now)}`,
    detail: relativeDayLabel(day, dayKeyOf(now)),
    choose: () => go({ to: "/dashboard", search: { date: day } }),
  }));
}
