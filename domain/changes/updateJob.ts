import type * as z from "zod/mini";
import { customerChange } from "../customerInput";
import { invalidData, Refusal } from "../refusals";
import { CUSTOMER_REQUIRED, jobChange } from "../jobInput";
import type { JobStatus } from "../jobs";
import { isForward, MARKED_TOO_LATE } from "../visits";
import {
  customerCopies,
  parseInput,
  requireCustomer,
  requireJob,
  type Change,
  type JobFields,
  type JobRow,
  type Rows,
  type Write,
} from "./change";
import { clearNulls } from "./fields";
import { fileLists, type FileLists } from "./fileLists";

export interface UpdateJobArgs
  extends z.input<typeof jobChange>, Partial<FileLists> {
  /** The job's id or client key. */
  readonly id: string;
  /** The id of another customer for the job. */
  readonly job_customer_id?: string | undefined;
  readonly customer?: z.input<typeof customerChange> | undefined;
  /** The customer whose fields `customer` changes; without it, the job's customer at that time. */
  readonly customer_id?: string | undefined;
  /** True for a status that is set only if the present one comes before it: a crew marks no job backwards. */
  readonly isForward?: boolean | undefined;
}

/** Changes fields of a job, corrects fields of a customer, or gives the job another customer. */
export const updateJob: Change<UpdateJobArgs> = {
  call: "jobs:update",
  reads: ({ id, customer, customer_id: named, job_customer_id: chosen }) => ({
    job: id,
    customers: [named, chosen].filter((each) => each !== undefined),
    customerOfJob: customer !== undefined,
  }),
  apply: (rows, args) => {
    const job = requireJob(rows, args.id);
    if (args.job_customer_id === "")
      throw new Refusal(invalidData("customer_name", CUSTOMER_REQUIRED));
    const input = clearNulls(parseInput(jobChange, args));
    if (args.isForward === true && isMarkedAlready(job, input.job_status))
      return [];
    const correction = correctionOf(rows, job, args);
    const fields = {
      ...input,
      ...copiesOfChange(rows, job, { ...args, correction }),
      ...fileLists(args),
    };
    return [
      ...(correction === null ? [] : [correction]),
      { kind: "patch", table: "jobs", row: job, fields },
    ];
  },
};

/**
 * Whether the job has come as far as the status by now.
 *
 * @throws Refusal if it has left the way from first call to payment.
 */
function isMarkedAlready(
  { job_status: present }: JobRow,
  next: JobStatus = present,
): boolean {
  if (present === "service" || present === "cancelled")
    throw new Refusal({ code: "CONFLICT", message: MARKED_TOO_LATE });
  return !isForward(present, next);
}

type Correction = Extract<Write, { kind: "patch"; table: "customers" }>;

/**
 * The corrected customer. If that customer was merged into another one, the other one has the job. Null if the change
 * corrects nobody.
 */
function correctionOf(
  rows: Rows,
  { job_customer_id: present }: JobRow,
  { customer, customer_id: named, job_customer_id: chosen }: UpdateJobArgs,
): Correction | null {
  if (customer === undefined) return null;
  const known = named === undefined ? undefined : rows.customer(named);
  return {
    kind: "patch",
    table: "customers",
    row: known ?? requireCustomer(rows, chosen ?? present),
    fields: clearNulls(parseInput(customerChange, customer)),
  };
}

/** The customer's copies in the job, if the customer is another one or may be corrected. */
function copiesOfChange(
  rows: Rows,
  { job_customer_id: present }: JobRow,
  {
    job_customer_id: chosen,
    correction,
  }: Pick<UpdateJobArgs, "job_customer_id"> & {
    readonly correction: Correction | null;
  },
): Partial<JobFields> {
  if (chosen === undefined && correction === null) return {};
  const customer = requireCustomer(rows, chosen ?? present);
  const isCorrected = correction?.row._id === customer._id;
  return customerCopies({ ...customer, ...(isCorrected && correction.fields) });
}
