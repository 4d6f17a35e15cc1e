import { dayKeyOf, formatShortDay } from "@domain/days";
import { formatTime } from "@domain/times";

/** "Nov 20, 26, 2:00 PM". */
export function formatDateTime(instant: number): string {
  return `${formatShortDay(dayKeyOf(instant))}, ${formatTime(instant)}`;
}
