/**
 * What a save of the job form sends.
 */
import type { Id } from "@convex/_generated/dataModel";
import type { JobFileField } from "@domain/jobs";
import { parseMoney } from "@domain/money";
import { normalizePhone } from "@domain/phone";
import { fromDateTimeField } from "@domain/times";
import {
  customerValues,
  type Customer,
  type Job,
  type JobFieldName,
  type JobFormValues,
} from "./jobForm";

type JobDates = Pick<Job, "job_estimate_date" | "job_install_date">;

export type JobFiles = Partial<Record<JobFileField, Id<"_storage">[]>>;

/** A new job with its customer in one call; what is empty is left out. */
export function toCreateArgs(
  values: JobFormValues,
  files: JobFiles = {},
  chosen: Customer | null = null,
) {
  const { job_address, ...job } = jobArgs(values);
  return {
    job_address,
    ...present(job),
    ...present(files),
    ...(chosen
      ? chosenCustomerArgs(values, chosen)
      : {
          customer: {
            ...present(customerArgs(values)),
            customer_name: values.customer_name.trim(),
          },
        }),
  };
}

/** Of a chosen customer only what was corrected; the empty text clears. */
function chosenCustomerArgs(values: JobFormValues, chosen: Customer) {
  const before = customerArgs({ ...values, ...customerValues(chosen) });
  const after = customerArgs(values);
  const corrected = Object.entries(after).filter(
    ([name, value]) => value !== before[name as keyof typeof before],
  );
  return {
    job_customer_id: chosen.customer_id,
    ...(corrected.length > 0 && {
      customer: Object.fromEntries(
        [["customer_name", after.customer_name], ...corrected].map(
          ([name, value]) => [name, value ?? ""],
        ),
      ) as { customer_name: string },
    }),
  };
}

/** Only the one field that changed; null clears. */
export function toUpdateArgs(
  name: JobFieldName,
  values: JobFormValues,
  job: JobDates,
) {
  if (name === "job_customer_id") {
    return { job_customer_id: values.job_customer_id };
  }
  const customer = customerArgs(values);
  if (name in customer) {
    return { customer: pick(customer, name as keyof typeof customer) };
  }
  const args = jobArgs(values, job);
  return pick(args, name as keyof typeof args);
}

export function customerArgs(values: JobFormValues) {
  return {
    customer_name: values.customer_name.trim(),
    customer_phone: orNull(normalizePhone(values.customer_phone)),
    customer_email: orNull(values.customer_email),
    customer_obtained_type: orNull(values.customer_obtained_type),
  };
}

export function jobArgs(values: JobFormValues, job: JobDates = {}) {
  return {
    job_address: values.job_address.trim(),
    job_city: orNull(values.job_city),
    jobs_price: parseMoney(values.jobs_price),
    job_status: values.job_status,
    job_categories: [...values.job_categories],
    job_estimate_date: fromDateTimeField(
      values.job_estimate_date,
      job.job_estimate_date,
    ),
    job_install_date: fromDateTimeField(
      values.job_install_date,
      job.job_install_date,
    ),
    job_notes: orNull(values.job_notes),
  };
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], null | undefined> };

function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Present<T>;
}

function pick<T, K extends keyof T>(fields: T, name: K): Pick<T, K> {
  return { [name]: fields[name] } as Pick<T, K>;
}
