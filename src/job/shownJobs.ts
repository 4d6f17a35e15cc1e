/** Jobs as screens show them while changes wait on this device. */
import type { OutboxItem } from "convex-outbox";
import type { TimeRange } from "@domain/dates/days";
import { firstTimeOn, jobsOnDay } from "@domain/job/schedule";
import type { DayCopy } from "@/offline/days/copiedDay";
import { customerSubject } from "@domain/changes/subjects";
import { ShownRows, unrefused } from "@/offline/outbox/shownRows";
import type { Customer, Job } from "./jobForm";
import { isOfJob } from "./jobSubject";

type Items = readonly OutboxItem[];

/** The waiting changes of this device, and its copy of days. */
export interface WaitingChanges {
  readonly items: Items;
  readonly copy: DayCopy | null | undefined;
}

/**
 * The rows as lists show them. A refused change is shown only in the job's form and in the list of waiting changes.
 * Lists do show the refused creation of a job and the refused removal of a photo, which would otherwise go unnoticed.
 */
export function listedRows({ items, copy }: WaitingChanges, jobs: readonly Job[] = []): ShownRows {
  const shown = items.filter(
    ({ state, creates, call }) =>
      state.kind !== "refused" || creates !== undefined || call === "jobs:removeFile",
  );
  return new ShownRows(knownRows(copy, { jobs }), shown);
}

interface FormRows {
  /** The job as the server has it; undefined while it waits to be created. */
  readonly job: Job | undefined;
  /** The customer as the server has it. */
  readonly customer?: Customer | null | undefined;
  /** The job's id or client key. */
  readonly id: string;
}

/** The rows as the form of a job shows them, with the refused changes of this job. */
export function rowsOfForm(
  { items, copy }: WaitingChanges,
  { job, customer, id }: FormRows,
): ShownRows {
  const names = job ?? { _id: id, clientKey: id };
  const shown = items.filter(
    (item) => item.state.kind !== "refused" || item.creates !== undefined || isOfJob(names, item),
  );
  const known = knownRows(copy, {
    jobs: job ? [job] : [],
    current: customer ? [customer] : [],
  });
  return new ShownRows(known, shown);
}

/** A customer in a list to choose from, with the waiting corrections. */
export function correctedCustomer(customer: Customer, { items, copy }: WaitingChanges): Customer {
  const known = knownRows(copy, { current: [customer] });
  return new ShownRows(known, unrefused(items)).customer(customer.customer_id);
}

/** A customer as the form of the customer shows them, with the refused changes made there. */
export function customerOfForm(customer: Customer, { items, copy }: WaitingChanges): Customer {
  const own = customerSubject(customer).key;
  const shown = items.filter(
    ({ state, subject }) => state.kind !== "refused" || subject.key === own,
  );
  const known = knownRows(copy, { current: [customer] });
  return new ShownRows(known, shown).customer(customer.customer_id);
}

function knownRows(
  copy: DayCopy | null | undefined,
  { jobs = [], current = [] }: { jobs?: readonly Job[]; current?: readonly Customer[] },
) {
  return {
    jobs: [...(copy?.jobs ?? []), ...jobs],
    customers: copy?.customers.values() ?? [],
    current,
  };
}

/** The jobs of a list, after the jobs that wait to be created, of which the newest comes first. */
export function shownJobs(
  jobs: readonly Job[],
  changes: WaitingChanges,
  isListed: (job: Job) => boolean = () => true,
): readonly Job[] {
  if (changes.items.length === 0) return jobs;
  const rows = listedRows(changes, jobs);
  const created = rows.createdJobs.filter(isListed);
  return [...created, ...jobs.map((job) => rows.job(job._id) ?? job)].filter(
    (job) => !rows.isDeleted(job),
  );
}

/** The jobs of a day, with those that waiting changes have moved to it. */
export function shownOnDay(
  jobs: readonly Job[],
  day: TimeRange,
  changes: WaitingChanges,
): readonly Job[] {
  if (changes.items.length === 0) return jobs;
  const there = new Set(jobs.map(({ _id }) => _id));
  const moved = (changes.copy?.jobs ?? []).filter(
    (job) =>
      !there.has(job._id) &&
      changes.items.some((item) => isOfJob(job, item)) &&
      firstTimeOn(job, day) === null,
  );
  return jobsOnDay(shownJobs([...jobs, ...moved], changes), day);
}

/** The field changes of one job, in the order of typing. */
export function changesOf(job: Job, items: Items): Items {
  return items.filter((item) => item.call === "jobs:update" && isOfJob(job, item));
}

/** The creation of the job with this key, while it waits. */
export function creationOf(key: string, items: Items): OutboxItem | undefined {
  return items.find(({ creates }) => creates === key);
}
