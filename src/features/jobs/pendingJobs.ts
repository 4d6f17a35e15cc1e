/**
 * Jobs and their customers as they will be once the changes that wait on this
 * device are on the server, by the rules that the server applies.
 */
import type { FunctionArgs } from "convex/server";
import type { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import type { TimeRange } from "@domain/days";
import { movedInList } from "@domain/fileOrder";
import { jobChange } from "@domain/jobInput";
import {
  DEFAULT_JOB_STATUS,
  JOB_FILE_FIELDS,
  type JobFileField,
} from "@domain/jobs";
import { firstTimeOn, jobsOnDay } from "@domain/schedule";
import { pendingCustomers } from "@/features/customers/pendingCustomers";
import type { DayCopy } from "@/lib/device/copiedDay";
import type { OutboxItem } from "@/lib/outbox/outboxItem";
import type { Job } from "./jobForm";
import { isOfJob } from "./jobSubject";
import {
  changesAmong,
  merge,
  personOfCreation,
  personOfJob,
  type PendingChanges,
  type Person,
} from "./pendingPeople";

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

/** The changes of fields of one job, in the order of typing. */
export function changesOf(job: Job, items: Items): Items {
  return items.filter((item) => item.call === UPDATE_JOB && isOfJob(job, item));
}

/** The job, under the customer that it will have. */
export function withPending(job: Job, changes: PendingChanges): Job {
  const { items } = changes;
  const changed = items
    .filter(
      (item) =>
        [UPDATE_JOB, MOVE_VISITS].includes(item.call) && isOfJob(job, item),
    )
    .reduce(
      applyToJob,
      withoutRemovedPhotos(withMovedPhotos(job, items), items),
    );
  return withPerson(changed, personOfJob(changed, changes));
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

export function pendingChanges(
  items: Items,
  copy: DayCopy | null | undefined,
): PendingChanges {
  const created = pendingCustomers(items);
  const customers = [...(copy?.customers.values() ?? []), ...created];
  return changesAmong({
    items,
    others: copy?.jobs ?? [],
    known: (id) =>
      copy?.customers.get(id) ??
      customers.find(({ clientKey }) => clientKey === id),
  });
}

/**
 * The jobs of a list, and before them those that wait to be created, the last
 * one first. What the server has refused is shown in the job's form only.
 */
export function withPendingJobs(
  jobs: readonly Job[],
  changes: PendingChanges,
  isListed: (job: Job) => boolean = () => true,
): readonly Job[] {
  const items = changes.items.filter(
    ({ call, state }) =>
      state.kind !== "refused" || ![UPDATE_JOB, MOVE_VISITS].includes(call),
  );
  const others = [...jobs, ...changes.others];
  const shown = changesAmong({ items, others, known: changes.known });
  const there = new Set(jobs.map(({ clientKey }) => clientKey));
  const created = items
    .filter(({ creates }) => creates !== undefined && !there.has(creates))
    .map((item) => withPending(jobOfCreation(item, shown), shown))
    .filter(isListed)
    .toReversed();
  return [...created, ...jobs.map((job) => withPending(job, shown))].filter(
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
  changes: PendingChanges,
): Job {
  const { creates, args, at, subject } = creation;
  const key = creates ?? subject.key;
  const files = (field: JobFileField) =>
    (args[field] ?? []) as Id<"_storage">[];
  const job: Job = {
    _id: key as Id<"jobs">,
    _creationTime: at,
    clientKey: key,
    job_customer_id: key,
    customer_name: "",
    job_address: subject.label,
    job_status: DEFAULT_JOB_STATUS,
    job_categories: [],
    job_photo_estimate: files("job_photo_estimate"),
    job_photo_install: files("job_photo_install"),
    job_drawings: files("job_drawings"),
  };
  const person = personOfCreation(creation, changes);
  return withPerson(applyToJob(job, creation), person);
}

function isDeleted(job: Job, items: Items): boolean {
  return items.some(
    (item) =>
      item.call === DELETE_JOB &&
      item.state.kind !== "refused" &&
      isOfJob(job, item),
  );
}

function applyToJob(job: Job, { call, args }: OutboxItem): Job {
  if (call === MOVE_VISITS) return withMovedVisits(job, args);
  const { job_customer_id: customerId } = args;
  const change = jobChange.safeParse(args);
  return merge(job, {
    ...(change.success && change.data),
    ...(typeof customerId === "string" && { job_customer_id: customerId }),
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

function withPerson(job: Job, { customer_name, customer_phone }: Person): Job {
  return merge(job, { customer_name, job_customer_phone: customer_phone });
}
