/**
 * The customers of jobs as they will be once the changes that wait on this
 * device are on the server. A correction belongs to the customer, not to the job
 * in whose form it was typed: all jobs of the customer show it.
 */
import { customerChange } from "@domain/customerInput";
import { pendingCustomer } from "@/features/customers/pendingCustomers";
import type { OutboxItem } from "@/lib/outbox/outboxItem";
import type { Customer, Job } from "./jobForm";
import { isOfJob } from "./jobSubject";

/** What waits on this device, with what the device knows of jobs and of customers. */
export interface PendingChanges {
  readonly items: readonly OutboxItem[];
  /** Jobs beside those that a screen lists. */
  readonly others: readonly Job[];
  /** A customer by their id or the key of a device. */
  readonly known: KnownCustomers;
  /** The id of a customer, of whom a change may have only the key of a device. */
  readonly idOf: (customerId: string) => string;
}

type KnownCustomers = (customerId: string) => Customer | undefined;

/** A customer who was created with a job has the job's client key. */
export function changesAmong({
  items,
  others,
  known,
}: Omit<PendingChanges, "idOf">): PendingChanges {
  const byKey = new Map(
    others.map((job) => [job.clientKey, job.job_customer_id]),
  );
  const idOf = (id: string) => known(id)?.customer_id ?? byKey.get(id) ?? id;
  return { items, others, known, idOf };
}

interface JobOfCustomer {
  readonly _id: string;
  readonly clientKey?: string | undefined;
  readonly job_customer_id: string;
}

/** What a job copies of its customer. */
export type Person = Pick<Customer, "customer_name" | "customer_phone">;

/** The customer of the job, whose changes of another customer are in it. */
export function personOfJob(job: Job, changes: PendingChanges): Person {
  const move = changes.items.findLast(
    (item) =>
      item.creates === undefined && isOfJob(job, item) && chosenIn(item) !== "",
  );
  const person = move
    ? chosenPerson(move, changes)
    : personCalled(job.customer_name, job.job_customer_phone);
  return withCorrections(person, job, changes);
}

/** The customer of a job that waits to be created. */
export function personOfCreation(
  creation: OutboxItem,
  changes: PendingChanges,
): Person {
  const person = pendingCustomer(creation) ?? chosenPerson(creation, changes);
  return corrected(person, creation);
}

/**
 * The customer of the job with all their waiting corrections, in order. A
 * refused one is shown in its own job only.
 */
export function withCorrections<Of extends Person>(
  person: Of,
  job: JobOfCustomer,
  changes: PendingChanges,
): Of {
  const { items, idOf } = changes;
  const id = idOf(job.job_customer_id);
  const isOwn = (item: OutboxItem) => {
    const named = correctedIn(item, job, changes);
    const isNewOwn = named === job.clientKey && named !== undefined;
    return idOf(named) === id || (isNewOwn && idOf(named) === named);
  };
  return items
    .filter(({ args }) => args["customer"] !== undefined)
    .filter((item) => item.state.kind !== "refused" || isOfJob(job, item))
    .filter(isOwn)
    .reduce(corrected, person);
}

/** A customer of a list to choose from, with their waiting corrections. */
export function correctedCustomer(
  customer: Customer,
  changes: PendingChanges,
): Customer {
  const { customer_id: id } = customer;
  return withCorrections(customer, { _id: id, job_customer_id: id }, changes);
}

/** As another job of theirs has them, as this device knows them, or as they were when they were chosen. */
function chosenPerson(
  item: OutboxItem,
  { known, others, idOf }: PendingChanges,
): Person {
  const id = chosenIn(item);
  const job = others.find((each) => each.job_customer_id === idOf(id));
  if (job) return personCalled(job.customer_name, job.job_customer_phone);
  const customer = known(id);
  if (customer !== undefined) return customer;
  const { customer_name: name, customer_phone: phone } = item.shows ?? {};
  // Never the name and the number of somebody else.
  return typeof name === "string"
    ? personCalled(name, typeof phone === "string" ? phone : undefined)
    : personCalled(id, undefined);
}

function personCalled(name: string, phone: string | undefined): Person {
  return { customer_name: name, ...(phone && { customer_phone: phone }) };
}

/** Empty if the change chooses no customer. */
function chosenIn({ args }: OutboxItem): string {
  const id = args["job_customer_id"];
  return typeof id === "string" ? id : "";
}

/** Whose fields a change corrects; empty if it creates them, or where nobody knows. */
function correctedIn(
  item: OutboxItem,
  job: JobOfCustomer,
  changes: PendingChanges,
): string {
  const { customer_id: named } = item.args;
  if (typeof named === "string") return named;
  const chosen = chosenIn(item);
  return chosen !== "" || item.creates !== undefined
    ? chosen
    : presentCustomer(item, job, changes);
}

/** Rows of earlier releases correct the customer whom their job has when they are sent. */
function presentCustomer(
  item: OutboxItem,
  job: JobOfCustomer,
  { items, others }: PendingChanges,
): string {
  const moves = items.filter(
    (each) => each.subject.key === item.subject.key && chosenIn(each) !== "",
  );
  const earlier = moves.findLast(({ order }) => order < item.order);
  if (earlier) return chosenIn(earlier);
  const stored = others.find((each) => isOfJob(each, item));
  const isOwn = moves.length === 0 && isOfJob(job, item);
  return stored?.job_customer_id ?? (isOwn ? job.job_customer_id : "");
}

function corrected<Of extends Person>(person: Of, { args }: OutboxItem): Of {
  const change = customerChange.safeParse(args["customer"]);
  return change.success ? merge(person, change.data) : person;
}

/** null and undefined clear a field. */
export function merge<Row extends object>(row: Row, change: object): Row {
  const merged = { ...row, ...change };
  const filled = Object.entries(merged).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(filled) as Row;
}
