import type * as z from "zod/mini";
import { customerChange, customerInput } from "../customerInput";
import { invalidData, Refusal } from "../refusals";
import { CUSTOMER_REQUIRED, jobInput } from "../jobInput";
import { DEFAULT_JOB_STATUS } from "../jobs";
import type { DemoMark } from "../operations";
import {
  customerCopies,
  parseInput,
  requireCustomer,
  type Change,
  type CustomerFields,
  type Made,
  type Rows,
  type Write,
} from "./change";
import { clearNulls } from "./fields";
import { fileLists, NO_FILES, type FileLists } from "./fileLists";

export interface CreateJobArgs
  extends z.input<typeof jobInput>, Partial<FileLists> {
  /** A known customer; without one, `customer` is a new one. */
  readonly job_customer_id?: string | undefined;
  /** For a known customer, only the corrected fields. */
  readonly customer?: z.input<typeof customerChange> | undefined;
  readonly clientKey?: string | undefined;
  readonly demo?: DemoMark | undefined;
}

/**
 * Creates a job, and creates or corrects its customer: both or neither. A new customer gets the client key of the job,
 * so that the device can name the customer before it knows the id.
 */
export const createJob: Change<CreateJobArgs> = {
  call: "jobs:create",
  reads: (args) =>
    createsCustomer(args) ? {} : { customers: [args.job_customer_id ?? ""] },
  apply: (rows, args, made) => {
    const { customer, writes } = customerOfNewJob(rows, args, made);
    const { clientKey, demo } = args;
    const { job_status, job_categories, ...input } = clearNulls(
      parseInput(jobInput, args),
    );
    const fields = {
      ...input,
      ...customerCopies(customer),
      job_status: job_status ?? DEFAULT_JOB_STATUS,
      job_categories: job_categories ?? [],
      ...NO_FILES,
      ...fileLists(args),
      clientKey,
      demo,
    };
    return [...writes, { kind: "insert", table: "jobs", fields }];
  },
};

/** Whether the change creates the customer of the job too. */
export function createsCustomer({
  job_customer_id: id = "",
}: Pick<CreateJobArgs, "job_customer_id">): boolean {
  return id === "";
}

function customerOfNewJob(
  rows: Rows,
  args: CreateJobArgs,
  { customerId }: Made,
): { readonly customer: CustomerFields; readonly writes: readonly Write[] } {
  const { job_customer_id: chosenId = "", customer: given, clientKey } = args;
  if (!createsCustomer(args)) {
    const row = requireCustomer(rows, chosenId);
    if (given === undefined) return { customer: row, writes: [] };
    const fields = clearNulls(parseInput(customerChange, given));
    return {
      customer: { ...row, ...fields },
      writes: [{ kind: "patch", table: "customers", row, fields }],
    };
  }
  if ((given?.customer_name?.trim() ?? "") === "")
    throw new Refusal(invalidData("customer_name", CUSTOMER_REQUIRED));
  const fields = {
    customer_id: customerId,
    ...clearNulls(parseInput(customerInput, given)),
    clientKey,
  };
  return {
    customer: fields,
    writes: [{ kind: "insert", table: "customers", fields }],
  };
}
