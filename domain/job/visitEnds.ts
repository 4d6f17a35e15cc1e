/** The end of a visit, as it is dragged or stepped in the week. */
import { MAX_LENGTH } from "./jobInput";
import { DAY_MINUTES } from "../dates/times";
import type { TimedVisit } from "./visitLength";
import { minuteOfDay, STEP_MINUTES, VISIT_MINUTES } from "./weekGrid";

/** The length of a visit whose end is set at a row of its day: to whole steps, and at least one step. */
export function lengthUntil(at: number, minute: number): number {
  const end = Math.round(minute / STEP_MINUTES) * STEP_MINUTES;
  return Math.max(Math.min(end, DAY_MINUTES) - minuteOfDay(at), STEP_MINUTES);
}

/** The length of a visit whose end is set to the next or the previous quarter of an hour. */
export function steppedLength(
  { at, length = VISIT_MINUTES }: TimedVisit,
  direction: 1 | -1,
): number {
  const start = minuteOfDay(at);
  const steps = (start + length) / STEP_MINUTES;
  const end = direction > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1;
  const next = end * STEP_MINUTES - start;
  return Math.min(Math.max(next, STEP_MINUTES), MAX_LENGTH);
}
