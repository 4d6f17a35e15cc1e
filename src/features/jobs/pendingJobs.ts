/**
 * Jobs and their customers as they will be once the changes that wait on this
 * device are on the server, by the rules that the server applies.
 */
import type { FunctionArgs } from "convex/server";
import type { JSONValue } from "convex/values";
import type { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { customerChange } from "@domain/customerInput";
import type { TimeRange } from "@domain/days";
import { movedInList } from "@domain/fileOrder";
import { jobChange } from "@domain/jobInput";
import {
  DEFAULT_JOB_STATUS,
  JOB_FILE_FIELDS,
  type JobFileField,
} from "@domain/jobs";
import { firstTimeOn, jobsOnDay } from "@domain/schedule";
import {
  pendingCustomer,
  pendingCustomers,
} from "@/features/customers/pendingCustomers";
import type { DayCopy } from "@/lib/device/copiedDay";
import type { OutboxItem } from "@/lib/outbox/outboxItem";
import type { Customer, Job } from "./jobForm";
import { isOfJob } from "./jobSubject";

type Items = readonly OutboxItem[];

/** A visit that `jobs.moveVisits` moves. */
export type VisitMove = FunctionArgs<
  typeof api.jobs.moveVisits
>["visits"][number];

export const CREATE_JOB = "jobs:create";
export const UPDATE_JOB = "jobs:update";
export const REMOVE_FILE = "jobs:removeFile";
export const MOVE_FILE = "jobs:moveFile";
export const MOVE_VISITS = "jobs:moveVisits";
export const DELETE_JOB = "jobs:deleteJob";

/**
 * How changes name a job. The client key of one made on a device is known before
 * its id, and stays: so all changes of the job are in one order.
 */
export function jobKey({ _id, clientKey }: Job): string {
  return clientKey ?? _id;
}

/** The changes of fields of one job, in the order of typing. */
export function changesOf(job: Job, items: Items): Items {
  return items.filter((item) => item.call === UPDATE_JOB && isOfJob(job, item));
}

export function withPending(job: Job, items: Items): Job {
  return items
    .filter(
      (item) =>
        [UPDATE_JOB, MOVE_VISITS].includes(item.call) && isOfJob(job, item),
    )
    .reduce(
      applyToJob,
      withoutRemovedPhotos(withMovedPhotos(job, items), items),
    );
}

/** In the order of the moves. A refused one is shown in the list of what waits. */
function withMovedPhotos(job: Job, items: Items): Job {
  return items
    .filter(({ call, state }) => call === MOVE_FILE && state.kind !== "refused")
    .filter((item) => isOfJob(job, item))
    .reduce((current, { args }) => {
      const field = JOB_FILE_FIELDS.find((each) => each === args["field"]);
      if (field === undefined) return current;
      const moved = args["fileId"] as Id<"_storage">;
      const after = args["after"] as Id<"_storage"> | null;
      const list = movedInList(current[field], { moved, after });
      return { ...current, [field]: list };
    }, job);
}

/** Also those whose removal was refused: the list of what waits says so. */
function withoutRemovedPhotos(job: Job, items: Items): Job {
  const removals = items.filter(
    (item) => item.call === REMOVE_FILE && isOfJob(job, item),
  );
  if (removals.length === 0) return job;
  const listWithout = (field: JobFileField) =>
    job[field].filter(
      (id) =>
        !removals.some(
          ({ args }) => args.field === field && args.fileId === id,
        ),
    );
  const lists = JOB_FILE_FIELDS.map((field) => [field, listWithout(field)]);
  return { ...job, ...(Object.fromEntries(lists) as Pick<Job, JobFileField>) };
}

/** `customer` is the one of `job`. */
export function withPendingCustomer(
  customer: Customer,
  job: Job,
  items: Items,
): Customer {
  return changesOf(job, items).reduce(applyToCustomer, customer);
}

/** What screens know of customers, by their id or the key of this device. */
type KnownCustomers = (customerId: string) => Customer | undefined;

/** What waits on this device, with what the device knows of other jobs and of customers. */
export interface PendingChanges {
  readonly items: Items;
  readonly others: readonly Job[];
  readonly known: KnownCustomers;
}

export function pendingChanges(
  items: Items,
  copy: DayCopy | null | undefined,
): PendingChanges {
  const created = pendingCustomers(items);
  return {
    items,
    others: copy?.jobs ?? [],
    known: (id) =>
      copy?.customers.get(id) ??
      created.find(({ customer_id }) => customer_id === id),
  };
}

/** The jobs of a list, and before them those that wait to be created, the last one first. */
export function withPendingJobs(
  jobs: readonly Job[],
  { items, known }: PendingChanges,
  isListed: (job: Job) => boolean = () => true,
): readonly Job[] {
  const there = new Set(jobs.map(({ clientKey }) => clientKey));
  const created = items
    .filter(({ creates }) => creates !== undefined && !there.has(creates))
    .map((item) => withPending(jobOfCreation(item, known), items))
    .filter(isListed)
    .toReversed();
  return [...created, ...jobs.map((job) => withPending(job, items))].filter(
    (job) => !isDeleted(job, items),
  );
}

/** The jobs of a day, with those that changes which wait have moved to it. */
export function withPendingOnDay(
  jobs: readonly Job[],
  day: TimeRange,
  changes: PendingChanges,
): readonly Job[] {
  const there = new Set(jobs.map(({ _id }) => _id));
  const moved = changes.others.filter(
    (job) =>
      !there.has(job._id) &&
      changes.items.some((item) => isOfJob(job, item)) &&
      firstTimeOn(job, day) === null,
  );
  return jobsOnDay(withPendingJobs([...jobs, ...moved], changes), day);
}

/** The creation of the job that has the key, while it waits. */
export function creationOf(key: string, items: Items): OutboxItem | undefined {
  return items.find(({ creates }) => creates === key);
}

/** The job that a creation will make, under its client key. */
export function jobOfCreation(
  creation: OutboxItem,
  known: KnownCustomers,
): Job {
  const { creates, args, at, subject } = creation;
  const key = creates ?? subject.key;
  const { customer_name: name, customer_phone: phone } =
    customerOfCreation(creation, known) ?? creation.shows ?? {};
  const files = (field: JobFileField) =>
    (args[field] ?? []) as Id<"_storage">[];
  const job: Job = {
    _id: key as Id<"jobs">,
    _creationTime: at,
    clientKey: key,
    job_customer_id: key,
    customer_name: textOf(name) ?? textOf(args["job_customer_id"]) ?? "",
    job_address: subject.label,
    job_status: DEFAULT_JOB_STATUS,
    job_categories: [],
    job_photo_estimate: files("job_photo_estimate"),
    job_photo_install: files("job_photo_install"),
    job_drawings: files("job_drawings"),
  };
  return applyToJob(merge(job, { job_customer_phone: phone }), creation);
}

function textOf(value: JSONValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The customer of a job that waits, as far as this device knows them. */
export function customerOfCreation(
  creation: OutboxItem,
  known: KnownCustomers,
): Customer | undefined {
  const { job_customer_id: chosen } = creation.args;
  const created = pendingCustomer(creation);
  if (created) return created;
  const customer = typeof chosen === "string" ? known(chosen) : undefined;
  return customer && applyToCustomer(customer, creation);
}

function isDeleted(job: Job, items: Items): boolean {
  return items.some(
    (item) =>
      item.call === DELETE_JOB &&
      item.state.kind !== "refused" &&
      isOfJob(job, item),
  );
}

function applyToCustomer(customer: Customer, { args }: OutboxItem): Customer {
  const change = customerChange.safeParse(args["customer"]);
  return change.success ? merge(customer, change.data) : customer;
}

function applyToJob(job: Job, { call, args }: OutboxItem): Job {
  if (call === MOVE_VISITS) return withMovedVisits(job, args);
  const { job_customer_id: customerId, customer } = args;
  const change = jobChange.safeParse(args);
  const copies = customerChange.safeParse(customer);
  return merge(job, {
    ...(change.success && change.data),
    ...(typeof customerId === "string" && { job_customer_id: customerId }),
    ...(copies.success && copiesOf(copies.data)),
  });
}

/** Like the server, it leaves a visit whose time is not what the person saw. */
function withMovedVisits(job: Job, { visits }: OutboxItem["args"]): Job {
  const moves = visits as unknown as readonly VisitMove[];
  return moves
    .filter(({ id }) => id === job._id || id === job.clientKey)
    .reduce(
      (moved, { field, from, to }) =>
        moved[field] === from ? { ...moved, [field]: to } : moved,
      job,
    );
}

function copiesOf(change: Readonly<Record<string, unknown>>) {
  return {
    ...("customer_name" in change && {
      customer_name: change["customer_name"],
    }),
    ...("customer_phone" in change && {
      job_customer_phone: change["customer_phone"],
    }),
  };
}

/** null and undefined clear a field. */
function merge<Row extends object>(row: Row, change: object): Row {
  const merged = { ...row, ...change };
  const filled = Object.entries(merged).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(filled) as Row;
}
