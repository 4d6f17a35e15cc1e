import type { ReactNode } from "react";
import { distanceText, type DayKey } from "@domain/dates/days";

/** The text of a new day with its distance from the moved day, in amber if it is earlier, which is seldom meant. */
export function withDistance(
  text: string,
  { moved, day }: { readonly moved: DayKey; readonly day: DayKey },
): ReactNode {
  const whole = `${text}, ${distanceText(moved, day)}`;
  return day < moved ? <span className="text-amber-ink">{whole}</span> : whole;
}
