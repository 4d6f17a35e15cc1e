import { v, type Infer, type ObjectType } from "convex/values";
import { PLACE_FIELDS } from "../../../domain/customer/places";
import { JOB_CATEGORIES, JOB_FILE_FIELDS, JOB_STATUSES } from "../../../domain/job/jobs";
import { JOB_SORTS } from "../../../domain/job/jobOrder";
import { VISIT_FIELDS } from "../../../domain/job/visits";
import { gutterSize, itemUnit } from "../inventory/validators";
import { customer, customerChangeArgs } from "../customers/validators";
import { templates } from "../messages/validators";
import { settings } from "../office/validators";
import { changeArgs, clientKeyField, demoField, literals, systemFields } from "../validators";

export const jobStatus = literals(JOB_STATUSES);
const jobFileField = literals(JOB_FILE_FIELDS);
export const jobSort = literals(JOB_SORTS);
export const fileId = v.id("_storage");
export const fileIds = v.array(fileId);
/** A file list of a job. */
export const fileListArgs = { id: v.string(), field: jobFileField };

/** Copied from the customer by the server, so that a list of jobs reads no customers. */
const copiedFields = {
  customer_name: v.string(),
  job_customer_phone: v.optional(v.string()),
};

/** When each of the two visits is, who makes it, and how long it takes: see domain/job/visitLength.ts. */
const visitFields = {
  job_estimate_date: v.optional(v.number()),
  job_install_date: v.optional(v.number()),
  job_estimate_crew: v.optional(v.string()),
  job_install_crew: v.optional(v.string()),
  job_estimate_length: v.optional(v.number()),
  job_install_length: v.optional(v.number()),
  job_estimate_window: v.optional(v.number()),
  job_install_window: v.optional(v.number()),
};

/** What a person enters of a job. What clients receive and the arguments of create and update follow from it. */
const enteredFields = {
  job_customer_id: v.string(),
  job_address: v.string(),
  job_city: v.optional(v.string()),
  job_status: jobStatus,
  job_categories: v.array(literals(JOB_CATEGORIES)),
  ...visitFields,
  job_due_months: v.optional(v.number()),
  job_due_date: v.optional(v.number()),
  jobs_price: v.optional(v.number()),
  job_notes: v.optional(v.string()),
  job_photo_estimate: fileIds,
  job_photo_install: fileIds,
  job_drawings: fileIds,
};

export const jobFields = {
  ...copiedFields,
  ...enteredFields,
  ...demoField,
  ...clientKeyField,
};

/** How long a visit takes: a day and longer, or less. */
export const LASTING = ["days", "hours"] as const;

export type Lasting = (typeof LASTING)[number];

/** What calendars, lists by date and counts read instead of the job. */
export const summaryFields = {
  jobId: v.id("jobs"),
  jobCreatedAt: v.number(),
  customer_name: copiedFields.customer_name,
  job_address: enteredFields.job_address,
  job_customer_id: enteredFields.job_customer_id,
  job_status: jobStatus,
  statusChangedAt: v.number(),
  ...visitFields,
  /** Of a visit with a length: see lasting.ts. */
  estimateLasts: v.optional(literals(LASTING)),
  installLasts: v.optional(literals(LASTING)),
  /** Obsolete: the notes without accents. Rows of earlier versions have it until the rebuild. */
  foldedNotes: v.optional(v.string()),
  /** Whether the totals count the job: the rebuild may not have reached a job of an earlier version. */
  isCounted: v.optional(v.boolean()),
  ...clientKeyField,
};

/** See LineFields in domain/estimate/lines.ts. */
const enteredLine = {
  name: v.string(),
  itemId: v.optional(v.id("inventoryItems")),
  sku: v.optional(v.string()),
  unit: v.optional(itemUnit),
  pieceFeet: v.optional(v.number()),
  size: v.optional(gutterSize),
  colorNumber: v.optional(v.string()),
  colorName: v.optional(v.string()),
  quantity: v.number(),
  price: v.optional(v.number()),
  order: v.string(),
};

export const lineFields = {
  jobId: v.id("jobs"),
  clientKey: v.string(),
  ...enteredLine,
  taken: v.optional(v.number()),
  takenItem: v.optional(v.id("inventoryItems")),
  takenSize: v.optional(gutterSize),
  takenColor: v.optional(v.string()),
  /** Whether the line is in the trash because its job is. */
  isWithJob: v.optional(v.literal(true)),
};

const need = v
  .object(enteredLine)
  .pick("name", "itemId", "sku", "unit", "size", "colorNumber", "quantity");

/** See LineSums in domain/estimate/needs.ts. */
export const lineSumFields = {
  jobId: v.id("jobs"),
  job_install_date: enteredFields.job_install_date,
  job_status: jobStatus,
  cents: v.optional(v.number()),
  unpriced: v.number(),
  lines: v.number(),
  needs: v.array(need),
  taken: v.array(
    need.pick("size", "colorNumber", "quantity").extend({
      itemId: v.id("inventoryItems"),
    }),
  ),
};

/** The material that installs still need. The stock of a need is null where no item is known. */
export const needed = v.object({
  needs: v.array(
    need.pick("name", "size", "colorNumber", "quantity").extend({
      unit: itemUnit,
      /** True for coil, which is bought by the pound: see `poundsOf`. */
      isCoil: v.boolean(),
      /** When the first install needs it. */
      at: v.number(),
      inStock: v.nullable(v.number()),
      /** The color's stock that no item accounts for: it may be of this item or of another. */
      undivided: v.number(),
    }),
  ),
  jobs: v.number(),
  /** False if the range has more jobs than one read adds up. */
  isWhole: v.boolean(),
});

/** A line of a job as clients receive it. */
export const line = v.object({ ...systemFields("jobLines"), ...lineFields }).omit("isWithJob");

export const newLineArgs = { ...enteredLine, clientKey: v.string() };
export const lineChangeArgs = {
  ...changeArgs(enteredLine),
  clientKey: v.string(),
};

/** Values that a person saw of a line, or those that a change replaced; null where empty. */
export const lineValues = v.object(changeArgs(enteredLine));

export const lineChanged = v.union(v.null(), v.object({ replaced: lineValues }));

/** A job as clients receive it. */
export const job = v.object({ ...systemFields("jobs"), ...jobFields });

export const jobDates = job
  .pick("_id", "job_customer_id", "customer_name", "job_address", "job_status", "clientKey")
  .extend(visitFields);

/** A job that waits for the office, with the phone of its customer where the office is to call. */
export const waitingJob = jobDates.extend({
  customer_phone: v.optional(v.string()),
});

/** A job that is due again, with the time that determines when: see domain/job/dueAgain.ts. */
export const dueJob = job.extend({ statusChangedAt: v.number() });

export const jobLocation = job.pick(...PLACE_FIELDS);

/** See domain/job/customerTotals.ts. */
export const customerTotals = v.object({
  jobs: v.number(),
  paid: v.number(),
  complete: v.number(),
  unpriced: v.number(),
  nextVisit: v.nullable(
    v.object({
      jobId: v.id("jobs"),
      field: literals(VISIT_FIELDS),
      at: v.number(),
    }),
  ),
  /** False if the customer has more jobs than one read adds up: these are the newest. */
  isWhole: v.boolean(),
});

/** Every job with a time before `until` and their customers, with the office's settings and texts to customers. */
export const deviceCopy = v.object({
  jobs: v.array(job),
  customers: v.array(customer),
  templates,
  settings,
  until: v.number(),
});

/** Counts from 0 to 100, where counting stops. */
export const jobCounts = v.object({
  withoutEstimate: v.number(),
  approvedWithoutInstall: v.number(),
  estimatesDelivered: v.number(),
  installedUnpaid: v.number(),
  dueAgain: v.number(),
});

export type JobCounts = Infer<typeof jobCounts>;

/** The number of jobs of each status that has any. */
export const jobTotals = v.record(v.string(), v.number());

export type JobTotals = Infer<typeof jobTotals>;

/** The domain reads the status and the categories from free text. */
const givenFields = {
  ...enteredFields,
  job_status: v.string(),
  job_categories: v.array(v.string()),
};

export const newJobArgs = {
  ...v.object(givenFields).partial().fields,
  job_address: givenFields.job_address,
  /** For a chosen customer, only the changed fields. */
  customer: v.optional(v.object(customerChangeArgs)),
  ...clientKeyField,
};

export const jobChangeArgs = {
  ...changeArgs(givenFields),
  customer: v.optional(v.object(customerChangeArgs)),
  /** The customer whose fields `customer` changes; without it, the customer that the job then has. */
  customer_id: v.optional(v.string()),
  isForward: v.optional(v.boolean()),
  isMove: v.optional(v.boolean()),
};

/** A visit of a job, its time as the person saw it, and its new time. */
export const visitMoveArgs = {
  id: v.string(),
  field: literals(VISIT_FIELDS),
  from: v.number(),
  to: v.number(),
};

/** Values that a person saw, or those that a change replaced; null where empty. */
export const jobValues = v.object({
  ...changeArgs(givenFields),
  ...customerChangeArgs,
});

export const jobChanged = v.union(v.null(), v.object({ replaced: jobValues }));

export type CustomerTotals = Infer<typeof customerTotals>;
export type Needed = Infer<typeof needed>;
export type Line = Infer<typeof line>;
export type JobValues = Infer<typeof jobValues>;
export type VisitMove = ObjectType<typeof visitMoveArgs>;
export type Job = Infer<typeof job>;
export type DeviceCopy = Infer<typeof deviceCopy>;
export type DueJob = Infer<typeof dueJob>;
export type JobDates = Infer<typeof jobDates>;
export type ListedWaitingJob = Infer<typeof waitingJob>;
export type JobLocation = Infer<typeof jobLocation>;
export type NewJobArgs = ObjectType<typeof newJobArgs>;
export type JobChangeArgs = ObjectType<typeof jobChangeArgs>;
