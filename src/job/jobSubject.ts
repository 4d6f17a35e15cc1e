import type { OutboxItem } from "convex-outbox";
import { jobChangeOf } from "@domain/changes/ofJobs";
import type { JobNames } from "@domain/changes/subjects";

interface NamedJob {
  readonly job_address: string;
  readonly customer_name?: string | undefined;
}

/** Names the job in a toast: offices know their work by the customer. */
export function personOf({ customer_name, job_address }: NamedJob): string {
  return customer_name?.trim() || job_address;
}

/** Rows of earlier releases may name a job by its id although it has a client key. */
export function isOfJob({ _id, clientKey }: JobNames, item: OutboxItem): boolean {
  return jobsOf(item).some((id) => id === _id || id === clientKey);
}

/** The ids and client keys of the jobs of a change. */
export function jobsOf({ call, args, subject }: OutboxItem): readonly string[] {
  const { job = subject.key, jobs = [] } = jobChangeOf(call)?.reads(args as never) ?? {};
  return [subject.key, job, ...jobs];
}
