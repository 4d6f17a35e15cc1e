/** The visit that is filled in where a job is booked again. */
import { toDateTimeField } from "./dateTimeField";
import { addDays, dayKeyOf, isWeekend, type DayKey } from "./days";
import { monthsAfter } from "./dueAgain";
import type { JobTimes } from "./schedule";

/** Of a job without a visit. */
const USUAL_TIME = "T09:00";

/** So many months from today, or from an install that is still to come, as the field holds it. */
export function againIn(months: number, job: JobTimes, now: number): string {
  const { job_install_date: install = now } = job;
  const day = Date.parse(dayKeyOf(Math.max(now, install)));
  return againOn(new Date(monthsAfter(day, months)).toISOString(), job);
}

/** The next workday. */
export function againSoon(job: JobTimes, now: number): string {
  return againOn(addDays(dayKeyOf(now), 1), job);
}

/** At the time of the last visit, and on no weekend. */
function againOn(date: string, job: JobTimes): string {
  const { job_estimate_date, job_install_date = job_estimate_date } = job;
  const time = toDateTimeField(job_install_date).slice(10) || USUAL_TIME;
  let day: DayKey = date.slice(0, 10);
  while (isWeekend(day)) day = addDays(day, 1);
  return day + time;
}
