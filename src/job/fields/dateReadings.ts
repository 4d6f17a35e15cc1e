import { formatLongDay, formatShortDay, weekdayName, type DayKey } from "@domain/dates/days";
import { formatTime } from "@domain/dates/times";
import { fromDateTimeField } from "@domain/dates/dateTimeField";
import { readTypedDates, type DateContext, type DateReading } from "@domain/job/typedTimes";

/** "Tue, Dec 8, 26": read back as this day. */
export function shortDayText(day: DayKey): string {
  return `${weekdayName(day).slice(0, 3)}, ${formatShortDay(day)}`;
}

/** "Tue, Dec 8, 26, 10:00 AM to 11:00 AM". */
export function readingText({ day, value, end }: DateReading): string {
  const times = [value, end && `${day}T${end}`]
    .filter((each) => each !== null)
    .map((each) => formatTime(Number(fromDateTimeField(each))));
  return [shortDayText(day), times.join(" to ")].filter(Boolean).join(", ");
}

/** A sentence about what the text lacks, with an example that is read as one day and time. */
export function dateProblem(
  text: string,
  readings: readonly DateReading[],
  context: DateContext,
): string {
  const [first] = readings;
  if (first === undefined)
    return "Enter the whole date and time, for example “wed 10” or “11/26 2p”, or clear it.";
  if (readings.length > 1)
    return `Choose which one is meant, or type it in full, for example “${fullExample(first)}”.`;
  const longer = `${text.trim()} 10a`;
  const isWhole = readTypedDates(longer, context).length === 1;
  return `Enter the time on ${formatLongDay(first.day)}, for example “${isWhole ? longer : fullExample(first)}”.`;
}

/** "12/8/26 10a". */
function fullExample({ day, value }: DateReading): string {
  const time = value === null ? "10a" : formatTime(Number(fromDateTimeField(value)));
  return `${slashedDay(day)} ${time.toLowerCase()}`;
}

/** "12/8/26": a day that still needs a time. */
export function slashedDay(day: DayKey): string {
  const [year = "", month = "", date = ""] = day.split("-");
  return `${Number(month)}/${Number(date)}/${year.slice(-2)}`;
}
