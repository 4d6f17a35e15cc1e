/**
 * The job form as text: what its fields show of a job and its customer. The
 * names are those of the calls, so that a refusal of the server finds its field.
 */
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";
import {
  DEFAULT_JOB_STATUS,
  isJobStatus,
  jobStatusLabel,
  type JobStatus,
} from "@domain/jobs";
import { parseMoney } from "@domain/money";
import { formatPhone, normalizePhone } from "@domain/phone";
import { fromDateTimeField, toDateTimeField } from "@domain/times";
import { formatDateTime } from "./formatDateTime";

export interface JobFormValues {
  readonly job_customer_id: string;
  readonly customer_name: string;
  readonly customer_phone: string;
  readonly customer_email: string;
  readonly customer_obtained_type: string;
  readonly job_address: string;
  readonly job_city: string;
  readonly jobs_price: string;
  readonly job_status: JobStatus;
  readonly job_categories: readonly string[];
  readonly job_estimate_date: string;
  readonly job_install_date: string;
  readonly job_notes: string;
}

export type JobFieldName = keyof JobFormValues;
export type JobTextFieldName = Exclude<
  JobFieldName,
  "job_status" | "job_categories"
>;
export type JobFormErrors = Partial<Record<JobFieldName, string>>;

/** The names that the 'Saved' and 'Save failed' toasts and the labels use. */
export const JOB_FIELD_LABELS: Readonly<Record<JobFieldName, string>> = {
  job_customer_id: "Customer",
  customer_name: "Customer name",
  customer_phone: "Phone",
  customer_email: "Email",
  customer_obtained_type: "Obtained type",
  job_address: "Address",
  job_city: "City",
  jobs_price: "Price",
  job_status: "Status",
  job_categories: "Categories",
  job_estimate_date: "Estimate date",
  job_install_date: "Install date",
  job_notes: "Notes",
};

export const EMPTY_JOB_FORM: JobFormValues = {
  job_customer_id: "",
  customer_name: "",
  customer_phone: "",
  customer_email: "",
  customer_obtained_type: "",
  job_address: "",
  job_city: "",
  jobs_price: "",
  job_status: DEFAULT_JOB_STATUS,
  job_categories: [],
  job_estimate_date: "",
  job_install_date: "",
  job_notes: "",
};

export type Job = NonNullable<FunctionReturnType<typeof api.jobs.get>>;
export type Customer = NonNullable<
  FunctionReturnType<typeof api.customers.getByCustomerId>
>;

export function customerValues(customer: Customer) {
  return {
    job_customer_id: customer.customer_id,
    customer_name: customer.customer_name,
    customer_phone: formatPhone(customer.customer_phone ?? ""),
    customer_email: customer.customer_email ?? "",
    customer_obtained_type: customer.customer_obtained_type ?? "",
  };
}

export function toFormValues(
  job: Job,
  customer: Customer | null,
): JobFormValues {
  const price = job.jobs_price;
  return {
    ...EMPTY_JOB_FORM,
    customer_name: job.customer_name,
    customer_phone: formatPhone(job.job_customer_phone ?? ""),
    ...(customer && customerValues(customer)),
    job_customer_id: job.job_customer_id,
    job_address: job.job_address,
    job_city: job.job_city ?? "",
    jobs_price: price === undefined ? "" : price.toFixed(2),
    job_status: job.job_status,
    job_categories: job.job_categories,
    job_estimate_date: toDateTimeField(job.job_estimate_date),
    job_install_date: toDateTimeField(job.job_install_date),
    job_notes: job.job_notes ?? "",
  };
}

/** Whether a field's two texts would be stored alike; only a difference is worth a save. */
export function sameValue<K extends JobFieldName>(
  name: K,
  a: JobFormValues[K],
  b: JobFormValues[K],
): boolean {
  return JSON.stringify(stored(name, a)) === JSON.stringify(stored(name, b));
}

function stored(name: JobFieldName, value: JobFormValues[JobFieldName]) {
  if (typeof value !== "string") return value;
  if (name === "customer_phone") return normalizePhone(value);
  const amount = name === "jobs_price" ? parseMoney(value) : NaN;
  return Number.isNaN(amount) ? value.trim() : amount;
}

/** A value in the words of the screen. */
export function describeValue<K extends JobFieldName>(
  name: K,
  value: JobFormValues[K],
): string {
  if (isJobStatus(value)) return jobStatusLabel(value);
  const text = typeof value === "string" ? value : value.join(", ");
  const instant = name.endsWith("_date") ? fromDateTimeField(text) : null;
  return instant === null ? text : formatDateTime(instant);
}

/** Typing another name over a chosen customer means another person, who has none of the first one's details. */
export function withoutChosenCustomer(
  values: JobFormValues,
  chosen: Customer | null,
): JobFormValues {
  if (!chosen) return { ...values, job_customer_id: "" };
  const theirs = customerValues(chosen);
  const keepOwn = (
    name: "customer_phone" | "customer_email" | "customer_obtained_type",
  ) => (values[name] === theirs[name] ? "" : values[name]);
  return {
    ...values,
    job_customer_id: "",
    customer_phone: keepOwn("customer_phone"),
    customer_email: keepOwn("customer_email"),
    customer_obtained_type: keepOwn("customer_obtained_type"),
  };
}
