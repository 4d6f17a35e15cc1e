/** The arguments that a save of the job form sends. */
import type { Id } from "@convex/_generated/dataModel";
import type { JobFileField } from "@domain/jobs";
import { customerValues, type Customer, type Job } from "./jobForm";
import {
  CUSTOMER_FIELDS,
  JOB_FIELDS,
  sentValues,
  type JobFieldName,
  type JobFormValues,
} from "./jobFormFields";

type JobDates = Pick<Job, "job_estimate_date" | "job_install_date">;

export type JobFiles = Partial<Record<JobFileField, Id<"_storage">[]>>;

/** Creates the job and its customer in one call, without the empty fields. */
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

/** Sends only the corrected fields of a chosen customer. Empty text clears a field. */
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
        corrected.map(([name, value]) => [name, value ?? ""]),
      ),
    }),
  };
}

/** Sends only the field that changed; null clears. */
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
  return sentValues(CUSTOMER_FIELDS, values);
}

/** `job` is the stored job: a date that its field still shows is sent unchanged. */
export function jobArgs(values: JobFormValues, job: JobDates = {}) {
  return sentValues(JOB_FIELDS, values, job);
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
