/** The arguments that a save of the job form sends. */
import type { Id } from "@convex/_generated/dataModel";
import type { JobFileField } from "@domain/job/jobs";
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
      customer: Object.fromEntries(corrected.map(([name, value]) => [name, value ?? ""])),
    }),
  };
}

/** The value that a save of the field sends; null clears it. */
export function sentValue(name: JobFieldName, values: JobFormValues, job: JobDates) {
  const { job_customer_id } = values;
  const sent = {
    job_customer_id,
    ...customerArgs(values),
    ...jobArgs(values, job),
  };
  return sent[name];
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
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Present<T>;
}
