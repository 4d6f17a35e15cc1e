/** The suggested visit when a job is booked again. */
import { toDateTimeField } from "../dates/dateTimeField";
import { addDays, dayKeyOf, isWeekend, type DayKey } from "../dates/days";
import { monthsAfter } from "./dueAgain";
import type { JobTimes } from "./schedule";

/** Time of day for a job that had no visit. */
const USUAL_TIME = "T09:00";

/** The given months after today, or after an install still to come, as a datetime-local value. */
export function againIn(months: number, job: JobTimes, now: number): string {
  const { job_install_date: install = now } = job;
  const day = Date.parse(dayKeyOf(Math.max(now, install)));
  return againOn(new Date(monthsAfter(day, months)).toISOString(), job);
}

/** The next workday, as a datetime-local value. */
export function againSoon(job: JobTimes, now: number): string {
  return againOn(addDays(dayKeyOf(now), 1), job);
}

/** The day, or the workday after it, at the time of day of the last visit. */
function againOn(date: string, job: JobTimes): string {
  const { job_estimate_date, job_install_date = job_estimate_date } = job;
  const time = toDateTimeField(job_install_date).slice(10) || USUAL_TIME;
  let day: DayKey = date.slice(0, 10);
  while (isWeekend(day)) day = addDays(day, 1);
  return day + time;
}
