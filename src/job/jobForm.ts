/**
 * The values of the job form as text: what its fields show of a job and its customer. The fields themselves are in
 * jobFormFields.ts.
 */
import type { FunctionReturnType } from "convex/server";
import { FIELDS } from "@domain/calls/fields";
import type { api } from "@convex/_generated/api";
import {
  canHold,
  CUSTOMER_FIELDS,
  describeValue,
  JOB_FIELDS,
  shownValues,
  type JobFieldName,
  type JobFormValues,
} from "./jobFormFields";

export type Job = NonNullable<FunctionReturnType<typeof api.jobs.get>>;
export type Customer = NonNullable<FunctionReturnType<typeof api.customers.getByCustomerId>>;

export function customerValues(customer: Customer) {
  return {
    job_customer_id: customer.customer_id,
    ...shownValues(CUSTOMER_FIELDS, customer),
  };
}

/** Until the customer is loaded, the form shows the job's copies of their name and phone. */
export function toFormValues(job: Job, customer: Customer | null): JobFormValues {
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

/** Describes a typed text as it was kept on the device, maybe by another release. */
export function describeTyped({
  field,
  value,
}: {
  readonly field: string;
  readonly value: unknown;
}): string {
  if (!canHold(field, value)) return typeof value === "string" ? value : "";
  const name = field as JobFieldName;
  return describeValue(name, value) || `${FIELDS[name].label} cleared`;
}
