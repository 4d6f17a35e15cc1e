/** The end of a visit, as it is dragged or stepped in the week. */
import { MAX_LENGTH } from "./jobInput";
import { DAY_MINUTES } from "../dates/times";
import type { DayOfVisit } from "./lastingVisits";
import type { TimedVisit } from "./visitLength";
import { minuteOfDay, STEP_MINUTES, VISIT_MINUTES } from "./weekGrid";

interface ShownVisit {
  readonly at: number;
  /** Which of its days the visit is shown on, where that is a later one. */
  readonly part?: DayOfVisit | undefined;
}

/** The length of a visit whose end is set at a row of the day: to whole steps, and at least one step. */
export function lengthUntil({ at, part }: ShownVisit, minute: number): number {
  const row = Math.round(minute / STEP_MINUTES) * STEP_MINUTES;
  const days = part === undefined ? 0 : part.number - 1;
  const end = Math.min(row, DAY_MINUTES) + days * DAY_MINUTES;
  const length = Math.max(end - minuteOfDay(at), STEP_MINUTES);
  return Math.min(length, MAX_LENGTH);
}

/** Whether the end of a visit can be set on one of its days: on the first, where `part` is undefined, or the last. */
export function canSetEnd(part: DayOfVisit | undefined): boolean {
  return part === undefined || part.number === part.of;
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
