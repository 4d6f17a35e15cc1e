import type { JobLine } from "@domain/job/jobLine";
import { contactsNotOf, type LineCustomer } from "@domain/job/lineBooking";
import { formatPhone } from "@domain/customer/phone";
import { spanOfRange, type DateReading } from "@domain/job/typedTimes";
import type { VisitSpan } from "@domain/job/visitLength";
import { FIELD_OF_VISIT } from "@domain/job/visits";
import { readingText } from "@/job/fields/dateReadings";
import { customerValues, type Customer } from "@/job/jobForm";
import { EMPTY_JOB_FORM, minutesText } from "@/job/jobFormFields";
import type { NewJobDraft } from "@/job/newJobDraft";

/** Fills in Create Job from the line. A known customer keeps their fields; other typed contacts become notes. */
export function formOfLine(
  line: JobLine,
  reading: DateReading | undefined,
  customer: LineCustomer<Customer> | undefined,
): Pick<NewJobDraft, "values" | "chosen"> {
  const chosen = customer?.kind === "known" ? customer.customer : null;
  const contacts = chosen ? contactsNotOf(line, chosen) : [];
  const type = line.date?.visit ?? "estimate";
  const { length, window } = spanOfLine(line, reading);
  const notes = [...line.notes, ...contacts].join("\n");
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
      [FIELD_OF_VISIT[type]]: reading?.value ?? "",
      [`job_${type}_crew`]: line.crew ?? "",
      [`job_${type}_length`]: minutesText(length),
      [`job_${type}_window`]: minutesText(window),
      job_notes: notes,
    },
  };
}

/** The length or the window of the visit. */
export function spanOfLine({ date }: JobLine, reading: DateReading | undefined): VisitSpan {
  return (reading && spanOfRange(reading, date?.visit ?? "estimate").span) ?? {};
}

/** "Tue, Dec 8, 10:00 AM", with the year if it is not the current one. */
export function describeReading(reading: DateReading, now: number): string {
  const text = readingText(reading);
  const year = reading.day.slice(0, 4);
  const isThisYear = Number(year) === new Date(now).getFullYear();
  return isThisYear ? text.replace(`, ${year.slice(2)}`, "") : text;
}
