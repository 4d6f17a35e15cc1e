/** Times of day in the runtime's local zone, shown on a 12-hour clock. */
import { lightFormat } from "date-fns";
import { isInstant } from "./days";

/** Shown instead of a stored number that is no date. */
export const UNKNOWN_TIME = "unknown time";

/** "2:00 PM". */
export function formatTime(instant: number): string {
  return isInstant(instant) ? lightFormat(instant, "h:mm a") : UNKNOWN_TIME;
}

export const DAY_MINUTES = 24 * 60;

/** "2:00 PM", of minutes after midnight. */
export function formatMinute(minute: number): string {
  return formatTime(new Date(2000, 0, 1, 0, minute).getTime());
}

/** "2p", "9:30a": for the narrow entries of the calendar. */
export function formatShortTime(instant: number): string {
  return formatTime(instant).replace(":00", "").replace(" AM", "a").replace(" PM", "p");
}
