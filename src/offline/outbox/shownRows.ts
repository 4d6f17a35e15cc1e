/**
 * The rows as they will be once the waiting changes of this device are on the server: the definitions of
 * domain/changes, applied to the rows that the device has. The rows of the office are in officeRows.ts, which is
 * loaded with the screens that show them.
 */
import type { FunctionReturnType } from "convex/server";
import type { OutboxItem } from "convex-outbox";
import type { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { changedFields } from "@domain/changes/fields";
import { NO_FILES } from "@domain/changes/fileLists";
import { jobChangeOf } from "@domain/changes/ofJobs";
import { changesCopies, customerCopies, type Rows, type Write } from "@domain/changes/rows";
import { DEFAULT_JOB_STATUS } from "@domain/job/jobs";
import { Refusal } from "@domain/calls/refusals";

type Job = NonNullable<FunctionReturnType<typeof api.jobs.get>>;
type Customer = NonNullable<FunctionReturnType<typeof api.customers.getByCustomerId>>;

/** The rows that the device has. */
interface KnownRows {
  readonly jobs?: readonly Job[];
  /** Names and phones are newer in `jobs` than here. */
  readonly customers?: Iterable<Customer>;
  /** Customers as the server has them now. */
  readonly current?: readonly Customer[];
}

/** The shown jobs and customers. */
export class ShownRows implements Rows {
  /** Jobs by id. */
  readonly #jobs = new Map<string, Job>();
  /** Customers by id. */
  readonly #customers = new Map<string, Customer>();
  /** Job ids and customer ids, by client key. */
  readonly #jobIds = new Map<string, string>();
  readonly #customerIds = new Map<string, string>();
  /** The ids of customers of whom the device has all fields. */
  readonly #whole = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #createdJobs: string[] = [];
  readonly #createdCustomers: string[] = [];

  /** Applies the changes in order. A change that the server would refuse for these rows is skipped. */
  constructor(known: KnownRows, items: readonly OutboxItem[]) {
    for (const customer of known.customers ?? []) this.#putWhole(customer);
    for (const job of known.jobs ?? []) {
      this.#putJob(job);
      this.#learnCustomer(job);
    }
    for (const customer of known.current ?? []) this.#putWhole(customer);
    for (const item of items) this.#apply(item);
  }

  readonly job = (id: string): Job | undefined => this.#jobs.get(this.#jobIds.get(id) ?? id);

  /** A customer whom this device does not know is shown by id, never by the name of somebody else. */
  readonly customer = (id: string): Customer =>
    this.#customers.get(this.#customerIds.get(id) ?? id) ?? {
      _id: id as Id<"customers">,
      _creationTime: 0,
      customer_id: id,
      customer_name: id,
    };

  /** No change of jobs or customers reads items or colors: see OfficeRows. */
  readonly item = noRow;
  readonly color = noRow;

  /** A customer with all fields. Undefined if the device knows only what jobs copy of the customer. */
  wholeCustomer(id: string | undefined): Customer | undefined {
    if (id === undefined) return undefined;
    const customer = this.customer(id);
    return this.#whole.has(customer.customer_id) ? customer : undefined;
  }

  isDeleted({ _id }: Pick<Job, "_id">): boolean {
    return this.#deleted.has(_id);
  }

  /** Jobs that wait to be created, the last one first. */
  get createdJobs(): Job[] {
    return this.#createdJobs.flatMap((key) => this.#jobs.get(key) ?? []).toReversed();
  }

  /** Customers who wait to be created, the last one first. */
  get createdCustomers(): Customer[] {
    return this.#createdCustomers.map(this.customer).toReversed();
  }

  #apply(item: OutboxItem): void {
    const { call, args, creates } = item;
    const change = jobChangeOf(call);
    if (change === undefined) return;
    // The server has the row by now.
    if (creates !== undefined && this.job(creates) !== undefined) return;
    this.#learnChosen(item);
    try {
      const made = { customerId: creates ?? "" };
      const given = creates === undefined ? args : { ...args, clientKey: creates };
      for (const write of change.apply(this, given as never, made)) this.#write(write, item);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (creates !== undefined) this.#insertJob(unreadable(item), item);
    }
  }

  #write(write: Write, item: OutboxItem): void {
    switch (write.kind) {
      case "delete":
        this.#deleted.add(write.row._id);
        break;
      case "insert":
        if (write.table === "jobs") this.#insertJob(write.fields, item);
        else {
          this.#createdCustomers.push(write.fields.customer_id);
          this.#putWhole(patched(system<"customers">(item), write.fields));
        }
        break;
      case "patch":
        this.#patch(write);
        break;
      case "move":
      case "set":
      case "note":
        break;
    }
  }

  #patch(write: Extract<Write, { kind: "patch" }>): void {
    if (write.table === "jobs") {
      const job = this.#jobs.get(write.row._id);
      if (job) this.#putJob(patched(job, write.fields));
      return;
    }
    const before = this.customer(write.row.customer_id);
    const customer = patched(before, write.fields);
    this.#putCustomer(customer);
    if (changesCopies(changedFields(before, write.fields))) this.#copy(customer);
  }

  /** Copies the customer's name and phone into the customer's jobs, as the server does. */
  #copy(customer: Customer): void {
    const names = [customer.customer_id, customer.clientKey];
    for (const job of this.#jobs.values())
      if (names.includes(job.job_customer_id)) this.#putJob(patched(job, customerCopies(customer)));
  }

  #insertJob(fields: object, item: OutboxItem): void {
    const job = patched(system<"jobs">(item), fields) as Job;
    this.#createdJobs.push(job._id);
    this.#putJob(job);
  }

  #putJob(job: Job): void {
    this.#jobs.set(job._id, job);
    if (job.clientKey !== undefined) this.#jobIds.set(job.clientKey, job._id);
  }

  #putCustomer(customer: Customer): void {
    this.#customers.set(customer.customer_id, customer);
    if (customer.clientKey !== undefined)
      this.#customerIds.set(customer.clientKey, customer.customer_id);
  }

  #putWhole(customer: Customer): void {
    this.#whole.add(customer.customer_id);
    this.#putCustomer(customer);
  }

  /** Reads the name and the phone of a customer from the copies in a job, and the client key. */
  #learnCustomer(job: Job): void {
    const { job_customer_id: id, clientKey, customer_name } = job;
    if (clientKey !== undefined && !this.#customerIds.has(clientKey))
      this.#customerIds.set(clientKey, id);
    const customer_phone = job.job_customer_phone;
    this.#putCustomer(patched(this.customer(id), { customer_name, customer_phone }));
  }

  /** The customer that a change chooses, as the person saw them. */
  #learnChosen({ args, shows = {} }: OutboxItem): void {
    const { job_customer_id: id } = args;
    const { customer_name: name, customer_phone: phone } = shows;
    if (typeof id !== "string" || typeof name !== "string") return;
    if (this.#customers.has(this.#customerIds.get(id) ?? id)) return;
    const customer_phone = typeof phone === "string" ? phone : undefined;
    this.#putCustomer(
      patched(this.customer(id), {
        customer_name: name,
        customer_phone: customer_phone === "" ? undefined : customer_phone,
      }),
    );
  }
}

/** Stands for a table that no change reads. */
export function noRow(): undefined {
  return undefined;
}

/** The system fields that Convex gives a row. The id is the client key until the server has given one. */
function system<Table extends "jobs" | "customers">({ creates, subject, at }: OutboxItem) {
  return { _id: (creates ?? subject.key) as Id<Table>, _creationTime: at };
}

/** Shown for a creation that today's rules refuse: the form shows what it can. */
function unreadable({ creates, subject }: OutboxItem) {
  const key = creates ?? subject.key;
  return {
    clientKey: key,
    job_customer_id: key,
    customer_name: subject.customer ?? "",
    job_address: subject.label,
    job_status: DEFAULT_JOB_STATUS,
    job_categories: [],
    ...NO_FILES,
  };
}

/** Merges the fields into the row. As in the database, undefined clears a field. */
function patched<Row extends object, Fields extends object>(
  row: Row,
  fields: Fields,
): Row & Present<Fields> {
  const entries = Object.entries({ ...row, ...fields });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Row &
    Present<Fields>;
}

type Present<Fields> = {
  [Key in keyof Fields]: Exclude<Fields[Key], undefined>;
};

/** The changes that lists show: a refused one is not done. */
export function unrefused(items: readonly OutboxItem[]): readonly OutboxItem[] {
  return items.filter(({ state }) => state.kind !== "refused");
}

/** The customers who wait to be created, the last one first. */
export function waitingCustomers(items: readonly OutboxItem[]): Customer[] {
  return new ShownRows({}, items).createdCustomers;
}
