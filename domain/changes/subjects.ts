/** What a change is about, as the device names it: see `Subject`. */

/** A job, by the ids that a person's device knows. */
export interface JobNames {
  readonly _id: string;
  readonly clientKey?: string | undefined;
}

export interface NamedJob extends JobNames {
  readonly job_address: string;
  readonly customer_name?: string | undefined;
}

/** Changes of one subject are sent in their order. */
export interface Subject {
  /** The key of the job, or the id of another changed row. */
  readonly key: JobKey;
  /** What a person calls it. */
  readonly label: string;
  /** The name of the job's customer. */
  readonly customer?: string;
}

/**
 * Names a job to its changes, its draft and its photos: the client key of a job made on a device, and the id of every
 * other one. The client key is known before the id and never changes, so all changes of the job are in one order.
 */
export type JobKey = string;

export function jobKey({ _id, clientKey }: JobNames): JobKey {
  return clientKey ?? _id;
}

/** The subject of every change of a job, wherever it is made. */
export function jobSubject(job: NamedJob): Subject {
  const { job_address: label, customer_name: customer } = job;
  return {
    key: jobKey(job),
    label,
    ...(customer !== undefined && { customer }),
  };
}

export interface NamedColor {
  readonly _id: string;
  readonly colorNumber: string;
  readonly colorName: string;
}

export function colorSubject(color: NamedColor): Subject {
  const { _id, colorNumber, colorName } = color;
  return { key: _id, label: `${colorNumber} ${colorName}` };
}

/** Keeps the changes of a customer apart from those of a job: a new customer has the client key of the job. */
const PREFIX = "customer:";

export interface NamedCustomer {
  readonly customer_id: string;
  readonly customer_name: string;
}

/** The subject of a change that is made where the customer is shown, and not in one of their jobs. */
export function customerSubject({ customer_id, customer_name }: NamedCustomer): Subject {
  return { key: PREFIX + customer_id, label: customer_name };
}

/** The customer id in the key of a subject; null for the subject of a job. */
export function customerOfSubject(key: string): string | null {
  return key.startsWith(PREFIX) ? key.slice(PREFIX.length) : null;
}
