import type { OutboxItem } from "convex-outbox";

interface JobNames {
  readonly _id: string;
  readonly clientKey?: string | undefined;
}

interface NamedJob extends JobNames {
  readonly job_address: string;
  readonly customer_name?: string | undefined;
}

/**
 * The key by which changes name a job. The client key of a job made on a device is known before its id and never
 * changes, so all changes of the job are in one order.
 */
export function jobKey({ _id, clientKey }: JobNames): string {
  return clientKey ?? _id;
}

/** Names the job in a toast: offices know their work by the customer. */
export function personOf({ customer_name, job_address }: NamedJob): string {
  return customer_name?.trim() || job_address;
}

/** The subject of every change of a job, wherever it is made. */
export function jobSubject(job: NamedJob): OutboxItem["subject"] {
  const { job_address: label, customer_name: customer } = job;
  return {
    key: jobKey(job),
    label,
    ...(customer !== undefined && { customer }),
  };
}

/** Rows of earlier releases may name a job by its id although it has a client key. */
export function isOfJob(
  { _id, clientKey }: JobNames,
  { subject: { key }, args }: OutboxItem,
): boolean {
  return [key, ...namedJobs(args)].some((id) => id === _id || id === clientKey);
}

/** The jobs of a change of several: those whose visits it moves, or whose status it sets. */
export function namedJobs({
  visits,
  jobs = visits,
}: OutboxItem["args"]): unknown[] {
  return Array.isArray(jobs)
    ? jobs.map((job) => (job as { readonly id?: unknown }).id)
    : [];
}
