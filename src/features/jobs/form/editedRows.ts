/** The records that a form edits and saves: a job with its customer, or a customer alone. */
import type { OutboxChange, OutboxItem } from "convex-outbox";
import { updateCustomer, type CustomerField } from "@domain/changes/updateCustomer";
import { customerSubject, jobSubject } from "@domain/changes/subjects";
import { updateJob } from "@domain/changes/updateJob";
import { newChange } from "@/offline/outbox/newChange";
import { customerArgs, sentValue } from "@/job/jobArgs";
import { customerValues, toFormValues, type Customer, type Job } from "@/job/jobForm";
import {
  CUSTOMER_FIELDS,
  EMPTY_JOB_FORM,
  type JobFieldName,
  type JobFormValues,
} from "@/job/jobFormFields";
import { changesOf } from "@/job/shownJobs";

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
  readonly changeOf: <K extends JobFieldName>(change: FieldChange<K>) => OutboxChange;
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
    ownerOf: (name) => (name in CUSTOMER_FIELDS ? job.job_customer_id : subject.key),
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
        ({ call, subject: { key } }) => call === updateCustomer.call && key === subject.key,
      ),
    rowOf: () => customer,
    ownerOf: () => customer_id,
    changeOf: ({ name, next, base }) => {
      const valueIn = (values: JobFormValues) =>
        customerArgs(values)[name as CustomerField] ?? null;
      return newChange(updateCustomer, customer, {
        name: name as CustomerField,
        value: valueIn(next),
        seen: valueIn({ ...next, [name]: base }),
      });
    },
  };
}

export function changeOfJob<K extends JobFieldName>(
  job: Job,
  { name, next, base, shows }: FieldChange<K>,
): OutboxChange {
  return newChange(updateJob, job, {
    name,
    value: sentValue(name, next, job),
    seen: sentValue(name, { ...next, [name]: base }, job),
    shows: shows as Readonly<Record<string, string>> | undefined,
  });
}
