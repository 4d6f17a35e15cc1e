import type { JobLine } from "@domain/jobLine";
import { contactsNotOf, type LineCustomer } from "@domain/lineBooking";
import { formatPhone } from "@domain/phone";
import { formatTime, fromDateTimeField } from "@domain/times";
import type { DateReading } from "@domain/typedTimes";
import { formatVisitTime } from "@/lib/formatDateTime";
import { formatShortDay, weekdayName } from "@domain/days";
import { customerValues, type Customer } from "@/features/jobs/jobForm";
import { EMPTY_JOB_FORM } from "@/features/jobs/jobFormFields";
import type { NewJobDraft } from "@/features/jobs/newJobDraft";

/** Create Job as the line fills it in. A known customer keeps their fields; what was typed beside them is a note. */
export function formOfLine(
  line: JobLine,
  reading: DateReading | undefined,
  customer: LineCustomer<Customer> | undefined,
): Pick<NewJobDraft, "values" | "chosen"> {
  const chosen = customer?.kind === "known" ? customer.customer : null;
  const contacts = chosen ? contactsNotOf(line, chosen) : [];
  const end = reading?.end ? [`Until ${timeOf(reading)}`] : [];
  const visit = line.date?.visit ?? "estimate";
  const typed = {
    customer_name: line.name,
    customer_phone: formatPhone(line.phone),
    customer_email: line.email,
  };
  return {
    chosen,
    values: {
      ...EMPTY_JOB_FORM,
      ...(chosen ? customerValues(chosen) : typed),
      job_address: line.address,
      job_city: line.city,
      job_categories: line.categories,
      jobs_price: line.price?.toFixed(2) ?? "",
      ...(line.status !== null && { job_status: line.status }),
      [`job_${visit}_date`]: reading?.value ?? "",
      job_notes: [...line.notes, ...contacts, ...end].join("\n"),
    },
  };
}

function timeOf({ day, end }: DateReading): string {
  return formatTime(Number(fromDateTimeField(`${day}T${end ?? ""}`)));
}

/** "Tue, Dec 8, 10:00 AM": the year is said only where it is not this one. */
export function describeReading(reading: DateReading, now: number): string {
  const { day, value } = reading;
  const whole =
    value === null
      ? `${weekdayName(day).slice(0, 3)}, ${formatShortDay(day)}`
      : formatVisitTime(Number(fromDateTimeField(value)));
  const year = `, ${day.slice(2, 4)}`;
  const isThisYear = Number(day.slice(0, 4)) === new Date(now).getFullYear();
  const shown = isThisYear ? whole.replace(year, "") : whole;
  return reading.end ? `${shown} to ${timeOf(reading)}` : shown;
}
