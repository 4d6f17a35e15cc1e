/**
 * A change is something a person does to jobs and their customers, which may wait on a device. The server runs its
 * definition to write it, and the page to show it while it waits.
 */
import type * as z from "zod/mini";
import type { CustomerChange } from "../customerInput";
import { invalidData, notFoundData, Refusal } from "../refusals";
import type { jobInput } from "../jobInput";
import type { DemoMark } from "../operations";
import type { WithoutNulls } from "./fields";
import type { FileLists } from "./fileLists";

/** The fields that a job copies of its customer: see `customerCopies`. */
export interface CustomerCopies {
  readonly job_customer_id: string;
  readonly customer_name: string;
  readonly job_customer_phone?: string | undefined;
}

type EnteredFields = WithoutNulls<z.output<typeof jobInput>>;

/** A stored job: it always has a status and a list of categories. */
export type JobFields = CustomerCopies &
  FileLists &
  EnteredFields &
  Required<Pick<EnteredFields, "job_status" | "job_categories">>;

export interface CustomerFields extends WithoutNulls<
  Omit<CustomerChange, "customer_name">
> {
  /** For example "C-1001". On a device, the client key of a customer whom the server does not have yet. */
  readonly customer_id: string;
  readonly customer_name: string;
}

interface Marks {
  /** The client key: the UUID by which the device that made the row names it. */
  readonly clientKey?: string | undefined;
  readonly demo?: DemoMark | undefined;
}

export type JobRow = JobFields & Marks & { readonly _id: string };
export type CustomerRow = CustomerFields & Marks & { readonly _id: string };

/** The rows that a change reads, by id, customer id or client key; undefined if there is no such row. */
export interface Rows {
  readonly job: (id: string) => JobRow | undefined;
  readonly customer: (id: string) => CustomerRow | undefined;
}

/** Which rows `apply` reads. */
export interface Reads {
  /** The job that is changed: without it the change is refused. */
  readonly job?: string;
  /** Jobs that may no longer exist. */
  readonly jobs?: readonly string[];
  /** Customers who may no longer exist. */
  readonly customers?: readonly string[];
  /** Whether the customer of `job` is read. */
  readonly customerOfJob?: boolean;
}

/** What a change writes: primary rows only. In a patch, undefined clears a field and a missing key leaves it. */
export type Write =
  | {
      readonly kind: "insert";
      readonly table: "jobs";
      readonly fields: JobFields & Marks;
    }
  | {
      readonly kind: "insert";
      readonly table: "customers";
      readonly fields: CustomerFields & Marks;
    }
  | {
      readonly kind: "patch";
      readonly table: "jobs";
      readonly row: JobRow;
      readonly fields: Partial<JobFields>;
    }
  | {
      readonly kind: "patch";
      readonly table: "customers";
      readonly row: CustomerRow;
      readonly fields: Partial<CustomerFields>;
    }
  | { readonly kind: "delete"; readonly table: "jobs"; readonly row: JobRow };

/** Values that the definition of a change cannot compute. */
export interface Made {
  /** The id of a customer whom the change creates. */
  readonly customerId: string;
}

/** The public functions whose calls may wait on a device. */
export type ChangeCall =
  | "jobs:create"
  | "jobs:update"
  | "jobs:moveVisits"
  | "jobs:setStatuses"
  | "jobs:addFiles"
  | "jobs:removeFile"
  | "jobs:moveFile"
  | "jobs:deleteJob"
  | "customers:update"
  | "inventory:recordIntake"
  | "inventory:adjustColorQuantity"
  | "inventory:setReorderLevel"
  | "inventory:upsertAliasPrices"
  | "messages:setTemplates"
  | "messages:noteOpened";

export interface Change<Args> {
  /** The public function that makes the change. */
  readonly call: ChangeCall;
  readonly reads: (args: Args) => Reads;
  /**
   * The writes, in order. Pure: the same rows and arguments give the same writes.
   *
   * @throws Refusal if the server would refuse the change for these rows.
   */
  readonly apply: (rows: Rows, args: Args, made: Made) => readonly Write[];
}

export function requireJob(rows: Rows, id: string): JobRow {
  const job = rows.job(id);
  if (job === undefined) throw new Refusal(notFoundData("job", "id"));
  return job;
}

export function requireCustomer(rows: Rows, id: string): CustomerRow {
  const customer = rows.customer(id);
  if (customer === undefined)
    throw new Refusal(notFoundData("customer", "job_customer_id"));
  return customer;
}

/** Which of several named jobs the writes leave as they are: those that somebody else has changed or deleted. */
export function leftJobs(
  jobs: readonly { readonly id: string; readonly field?: keyof JobFields }[],
  writes: readonly Write[],
): string[] {
  return jobs
    .filter(
      ({ id, field }) =>
        !writes.some(
          (write) =>
            write.kind === "patch" &&
            write.table === "jobs" &&
            (write.row._id === id || write.row.clientKey === id) &&
            (field === undefined || field in write.fields),
        ),
    )
    .map(({ id }) => id);
}

/** The fields that a job copies from its customer. */
export function customerCopies(customer: CustomerFields): CustomerCopies {
  return {
    job_customer_id: customer.customer_id,
    job_customer_phone: customer.customer_phone,
    customer_name: customer.customer_name,
  };
}

/** Whether a change of a customer changes the copies in their jobs. */
export function changesCopies(change: Partial<CustomerFields>): boolean {
  return "customer_name" in change || "customer_phone" in change;
}

/** Returns the input as the schema accepts it, or throws a Refusal for its first error, with the field. */
export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = String(issue?.path[0] ?? "");
  throw new Refusal(invalidData(field, issue?.message ?? ""));
}
