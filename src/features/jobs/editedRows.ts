/** What a form edits, for the saving of its fields: a job with its customer, or a customer alone. */
import type { OutboxChange, OutboxItem } from "convex-outbox";
import { FIELDS } from "@domain/fields";
import { newChange } from "@/offline/useChange";
import { customerSubject } from "@/offline/outbox/customerSubject";
import { customerArgs, toUpdateArgs } from "./jobArgs";
import {
  customerValues,
  toFormValues,
  type Customer,
  type Job,
} from "./jobForm";
import {
  CUSTOMER_FIELDS,
  EMPTY_JOB_FORM,
  type JobFieldName,
  type JobFormValues,
} from "./jobFormFields";
import { jobSubject } from "./jobSubject";
import { changesOf } from "./pendingJobs";

export interface EditedRows {
  /** Null if the form edits a customer alone. */
  readonly jobId: string | null;
  readonly subject: OutboxItem["subject"];
  /** The shown values of the rows, with the waiting changes of this device. */
  readonly live: JobFormValues;
  /** False while the customer is loading: the form then shows the job's copies. */
  readonly hasCustomer: boolean;
  /** The field changes of the rows, in the order of typing. */
  readonly changesIn: (items: readonly OutboxItem[]) => readonly OutboxItem[];
  /** The row that has the field; null while it is loading. */
  readonly rowOf: (name: JobFieldName) => Job | Customer | null;
  /** The id of that row: the phone of another customer is another field. */
  readonly ownerOf: (name: JobFieldName) => string;
  readonly changeOf: <K extends JobFieldName>(
    change: FieldChange<K>,
  ) => OutboxChange;
}

export interface FieldChange<K extends JobFieldName> {
  readonly name: K;
  readonly next: JobFormValues;
  readonly base: JobFormValues[K];
  /** The name and the phone of a chosen customer. */
  readonly shows?: OutboxItem["shows"] | undefined;
}

export function editedJob(job: Job, customer: Customer | null): EditedRows {
  const subject = jobSubject(job);
  return {
    jobId: job._id,
    subject,
    live: toFormValues(job, customer),
    hasCustomer: customer !== null,
    changesIn: (items) => changesOf(job, items),
    rowOf: (name) => (name in CUSTOMER_FIELDS ? customer : job),
    ownerOf: (name) =>
      name in CUSTOMER_FIELDS ? job.job_customer_id : subject.key,
    changeOf: (change) => changeOfJob(job, change),
  };
}

export function editedCustomer(customer: Customer): EditedRows {
  const subject = customerSubject(customer);
  const { customer_id } = customer;
  return {
    jobId: null,
    subject,
    live: { ...EMPTY_JOB_FORM, ...customerValues(customer) },
    hasCustomer: true,
    changesIn: (items) =>
      items.filter(
        ({ call, subject: { key } }) =>
          call === "customers:update" && key === subject.key,
      ),
    rowOf: () => customer,
    ownerOf: () => customer_id,
    changeOf: ({ name, next, base }) => {
      const valueIn = (values: JobFormValues) => {
        const args: Readonly<Record<string, string | null>> =
          customerArgs(values);
        return { [name]: args[name] ?? null };
      };
      return newChange({
        call: "customers:update",
        args: {
          customer_id,
          ...valueIn(next),
          base: valueIn({ ...next, [name]: base }),
        },
        subject,
        // Their jobs may correct the customer too, or still have to create the customer.
        needs: [customer_id],
        field: name,
        label: FIELDS[name].label,
      });
    },
  };
}

export function changeOfJob<K extends JobFieldName>(
  job: Job,
  { name, next, base, shows }: FieldChange<K>,
): OutboxChange {
  const seen = toUpdateArgs(name, { ...next, [name]: base }, job);
  const subject = jobSubject(job);
  return newChange({
    call: "jobs:update",
    args: {
      id: subject.key,
      ...toUpdateArgs(name, next, job),
      ...("customer" in seen
        ? { base: seen.customer, customer_id: job.job_customer_id }
        : { base: seen }),
    },
    subject,
    // A new customer may still be in the outbox, with the job that creates the customer.
    ...(name === "job_customer_id" && {
      needs: [next.job_customer_id],
      ...(shows && { shows }),
    }),
    // The customer may be corrected in other jobs too.
    ...("customer" in seen && { needs: [job.job_customer_id] }),
    field: name,
    label: FIELDS[name].label,
  });
}
