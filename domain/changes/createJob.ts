import { customerChange, customerInput } from "../customer/customerInput";
import { parseInput, type InputOf } from "../calls/inputRules";
import { invalidData, Refusal } from "../calls/refusals";
import { CUSTOMER_REQUIRED, jobInput } from "../job/jobInput";
import { DEFAULT_JOB_STATUS } from "../job/jobs";
import type { DemoMark } from "../calls/operations";
import { requireCustomer, type Change, type Made } from "./change";
import { clearNulls } from "./fields";
import { fileLists, NO_FILES, type FileLists } from "./fileLists";
import { customerCopies, type CustomerFields, type Rows, type Write } from "./rows";
import { jobSubject } from "./subjects";

export interface CreateJobArgs extends InputOf<typeof jobInput>, Partial<FileLists> {
  /** A known customer; without one, `customer` is a new one. */
  readonly job_customer_id?: string | undefined;
  /** For a known customer, only the corrected fields. */
  readonly customer?: InputOf<typeof customerChange> | undefined;
  readonly clientKey?: string | undefined;
  readonly demo?: DemoMark | undefined;
}

interface ChosenCustomer {
  readonly customer_id: string;
  readonly customer_name: string;
  readonly customer_phone?: string | undefined;
}

/**
 * Creates a job, and creates or corrects its customer: both or neither. A new customer gets the client key of the job,
 * so that the device can name the customer before it knows the id.
 */
export const createJob = {
  call: "jobs:create",
  creates: (args) => ({
    clientKey: args.clientKey,
    tables: createsCustomer(args) ? ["jobs", "customers"] : ["jobs"],
  }),
  reads: (args) => (createsCustomer(args) ? {} : { customers: [args.job_customer_id ?? ""] }),
  apply: (rows, args, made) => {
    const { customer, writes } = customerOfNewJob(rows, args, made);
    const { clientKey, demo } = args;
    const { job_status, job_categories, ...input } = clearNulls(parseInput(jobInput, args));
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
  answer: ({ ids }) => ids.at(-1),
  make: (args: CreateJobArgs & { readonly clientKey: string }, chosen: ChosenCustomer | null) => ({
    args,
    subject: jobSubject({
      _id: args.clientKey,
      job_address: args.job_address.trim(),
      customer_name: chosen?.customer_name ?? args.customer?.customer_name,
    }),
    creates: args.clientKey,
    ...(chosen && {
      // The customer may still wait to be created with another job.
      needs: [chosen.customer_id],
      shows: shownOfCustomer(chosen),
    }),
    field: null,
    label: "New job",
  }),
} satisfies Change<CreateJobArgs>;

/** What a waiting job shows of a chosen customer. */
export function shownOfCustomer({ customer_name, customer_phone = "" }: ChosenCustomer) {
  return { customer_name, customer_phone };
}

/** Whether the change creates the customer of the job too. */
function createsCustomer({
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
  if (given?.customer_name === undefined || given.customer_name.trim() === "")
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

type Values = Readonly<Record<string, unknown>>;

/**
 * Merges a change, as `jobs.update` takes it, into the arguments that create a job. An empty field is left out,
 * except a field of a chosen customer, where null clears.
 */
export function withJobChange(create: Values, change: Values): Values {
  const {
    id: _id,
    base: _base,
    isMove: _isMove,
    isForward: _isForward,
    customer_id: _customerId,
    customer: changed,
    ...fields
  } = change;
  const isMoved = fields["job_customer_id"] !== undefined;
  const { customer, ...merged } = { ...create, ...fields };
  const person = {
    ...(isMoved ? {} : (customer as Values | undefined)),
    ...(changed as Values | undefined),
  };
  const isChosen = merged["job_customer_id"] !== undefined;
  const shown = isChosen ? person : withoutNulls(person);
  return {
    ...withoutNulls(merged),
    ...(Object.keys(shown).length > 0 && { customer: shown }),
  };
}

function withoutNulls(fields: Values): Values {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
