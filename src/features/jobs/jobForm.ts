/**
 * The values of the job form as text: what its fields show of a job and its customer. The fields themselves are in
 * jobFormFields.ts.
 */
import type { FunctionReturnType } from "convex/server";
import { FIELDS, kindOf } from "@domain/fields";
import type { api } from "@convex/_generated/api";
import { isJobStatus, jobStatusLabel } from "@domain/jobs";
import { parseMoney } from "@domain/money";
import { formatPhone, normalizePhone } from "@domain/phone";
import { fromDateTimeField } from "@domain/dateTimeField";
import { formatVisitTime } from "@/lib/formatDateTime";
import {
  CUSTOMER_FIELDS,
  FORM_FIELDS,
  JOB_FIELDS,
  shownValues,
  type JobFieldName,
  type JobFormValues,
} from "./jobFormFields";

export type Job = NonNullable<FunctionReturnType<typeof api.jobs.get>>;
export type Customer = NonNullable<
  FunctionReturnType<typeof api.customers.getByCustomerId>
>;

export function customerValues(customer: Customer) {
  return {
    job_customer_id: customer.customer_id,
    ...shownValues(CUSTOMER_FIELDS, customer),
  };
}

/** Until the customer is loaded, the form shows the job's copies of their name and phone. */
export function toFormValues(
  job: Job,
  customer: Customer | null,
): JobFormValues {
  const copies = {
    customer_name: job.customer_name,
    customer_phone: job.job_customer_phone,
  };
  return {
    ...shownValues(CUSTOMER_FIELDS, customer ?? copies),
    job_customer_id: job.job_customer_id,
    ...shownValues(JOB_FIELDS, job),
  };
}

/** Whether two values of a field would be stored alike. Only different values are saved. */
export function sameValue<K extends JobFieldName>(
  name: K,
  a: JobFormValues[K],
  b: JobFormValues[K],
): boolean {
  return JSON.stringify(stored(name, a)) === JSON.stringify(stored(name, b));
}

function stored(name: JobFieldName, value: JobFormValues[JobFieldName]) {
  if (typeof value !== "string") return value;
  const kind = kindOf(name);
  if (kind === "phone") return normalizePhone(value);
  const amount = kind === "money" ? parseMoney(value) : NaN;
  return Number.isNaN(amount) ? value.trim() : amount;
}

/** A value in words, as the screen shows it. */
export function describeValue<K extends JobFieldName>(
  name: K,
  value: JobFormValues[K],
): string {
  const kind = kindOf(name);
  if (kind === "status" && isJobStatus(value)) return jobStatusLabel(value);
  const text = typeof value === "string" ? value : value.join(", ");
  if (kind === "phone") return formatPhone(text) || text;
  const isTime = kind === "time";
  if (!isTime && kind !== "money") return text;
  const number = isTime ? fromDateTimeField(text) : parseMoney(text);
  // Not a time or a number, such as half a date.
  if (number === null || Number.isNaN(number)) return text;
  return isTime ? formatVisitTime(number) : JOB_FIELDS.jobs_price.show(number);
}

/** Describes a typed text as it was kept on the device, maybe by another release. */
export function describeTyped({
  field,
  value,
}: {
  readonly field: string;
  readonly value: unknown;
}): string {
  if (!isKind(field, value)) return typeof value === "string" ? value : "";
  const name = field as JobFieldName;
  return describeValue(name, value) || `${FIELDS[name].label} cleared`;
}

/** Whether a value has the type of the field. */
export function isKind(
  field: string,
  value: unknown,
): value is JobFormValues[JobFieldName] {
  if (!(field in FORM_FIELDS)) return false;
  const { empty } = FORM_FIELDS[field as JobFieldName];
  return Array.isArray(empty)
    ? Array.isArray(value)
    : typeof value === "string";
}

/**
 * The form after a new name was typed over a chosen customer: a different
 * person, so the chosen customer's phone, email and obtained type are cleared.
 */
export function withoutChosenCustomer(
  values: JobFormValues,
  chosen: Customer | null,
): JobFormValues {
  if (!chosen) return { ...values, job_customer_id: "" };
  const known = customerValues(chosen);
  const keepTyped = (
    name: "customer_phone" | "customer_email" | "customer_obtained_type",
  ) => (values[name] === known[name] ? "" : values[name]);
  return {
    ...values,
    job_customer_id: "",
    customer_phone: keepTyped("customer_phone"),
    customer_email: keepTyped("customer_email"),
    customer_obtained_type: keepTyped("customer_obtained_type"),
  };
}
