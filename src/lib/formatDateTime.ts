import { dayKeyOf, formatShortDay, isInstant, weekdayName } from "@domain/dates/days";
import { formatTime, UNKNOWN_TIME } from "@domain/dates/times";

/** "Nov 20, 26, 2:00 PM". */
export function formatDateTime(instant: number): string {
  if (!isInstant(instant)) return UNKNOWN_TIME;
  return `${formatShortDay(dayKeyOf(instant))}, ${formatTime(instant)}`;
}

/** "Fri, Nov 20, 26, 2:00 PM", as the form shows the time of a visit. */
export function formatVisitTime(instant: number): string {
  const weekday = weekdayName(dayKeyOf(instant)).slice(0, 3);
  return `${weekday}, ${formatDateTime(instant)}`;
}

/** "7:42 AM", with the day if it is not today. */
export function savedTime(instant: number, now: number): string {
  const isToday = dayKeyOf(instant) === dayKeyOf(now);
  return isToday ? formatTime(instant) : formatDateTime(instant);
}
