import { customerChange } from "../customer/customerInput";
import { FIELDS } from "../calls/fields";
import { parseInput, type InputOf } from "../calls/inputRules";
import { invalidData, Refusal } from "../calls/refusals";
import { CUSTOMER_REQUIRED, jobChange } from "../job/jobInput";
import type { JobStatus } from "../job/jobs";
import { isForward, MARKED_TOO_LATE } from "../job/visits";
import { requireCustomer, requireJob, type Change } from "./change";
import { clearNulls } from "./fields";
import { fileLists, type FileLists } from "./fileLists";
import { customerCopies, type JobFields, type JobRow, type Rows, type Write } from "./rows";
import { jobSubject, type NamedJob } from "./subjects";

interface UpdateJobArgs extends InputOf<typeof jobChange>, Partial<FileLists> {
  /** The job's id or client key. */
  readonly id: string;
  /** The id of another customer for the job. */
  readonly job_customer_id?: string | undefined;
  readonly customer?: InputOf<typeof customerChange> | undefined;
  /** The customer whose fields `customer` changes; without it, the job's customer at that time. */
  readonly customer_id?: string | undefined;
  /** True for a status that is set only if the present one comes before it: a crew marks no job backwards. */
  readonly isForward?: boolean | undefined;
  /** True for a visit that was dragged: each drag is undone separately. */
  readonly isMove?: boolean | undefined;
  /** What the person saw of the fields; null where empty. */
  readonly base?: Readonly<Record<string, unknown>> | undefined;
}

/** A new value of a field of a job or of its customer; null clears it. */
interface FieldOfJob extends Pick<UpdateJobArgs, "isForward" | "isMove"> {
  readonly name: keyof typeof FIELDS;
  readonly value: unknown;
  readonly seen: unknown;
  /** What screens show of a chosen customer. */
  readonly shows?: Readonly<Record<string, string>> | undefined;
}

/** The arguments that say which row is changed, and how. */
const NO_VALUES: ReadonlySet<string> = new Set<keyof UpdateJobArgs>([
  "id",
  "customer_id",
  "customer",
  "base",
  "isMove",
  "isForward",
]);

/** Changes fields of a job, corrects fields of a customer, or gives the job another customer. */
export const updateJob = {
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
    if (args.isForward === true && isMarkedAlready(job, input.job_status)) return [];
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
  values: (args) =>
    Object.keys({ ...args, ...args.customer }).filter((name) => !NO_VALUES.has(name)),
  isConditional: ({ isForward: isMark = false }) => isMark,
  answer: ({ replaced }) => replaced && { replaced },
  isSeparate: ({ isMove = false }) => isMove,
  make: (
    job: NamedJob & { readonly job_customer_id?: string | undefined },
    { name, value, seen, shows, ...how }: FieldOfJob,
  ) => {
    const subject = jobSubject(job);
    const { job_customer_id: customer_id = "" } = job;
    const isOfCustomer = name in customerChange;
    return {
      args: {
        id: subject.key,
        ...(isOfCustomer ? { customer: { [name]: value }, customer_id } : { [name]: value }),
        ...how,
        base: { [name]: seen },
      },
      subject,
      // The customer may be corrected in other jobs too.
      ...(isOfCustomer && { needs: [customer_id] }),
      // A new customer may still be in the outbox, with the job that creates the customer.
      ...(name === "job_customer_id" && {
        needs: [String(value)],
        ...(shows && { shows }),
      }),
      field: name,
      label: FIELDS[name].label,
    };
  },
} satisfies Change<UpdateJobArgs>;

/**
 * Whether the job has reached the status already.
 *
 * @throws Refusal for the statuses Service and Cancelled, which are not on the way from first call to payment.
 */
function isMarkedAlready({ job_status: present }: JobRow, next: JobStatus = present): boolean {
  if (present === "service" || present === "cancelled")
    throw new Refusal({ code: "CONFLICT", message: MARKED_TOO_LATE });
  return !isForward(present, next);
}

type Correction = Extract<Write, { kind: "patch"; table: "customers" }>;

/**
 * The corrected customer; null if the change corrects nobody. If the named customer was merged into another one, it is
 * the customer that the job has now.
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
