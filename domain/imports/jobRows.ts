/** The jobs of a file, by the rules of the job form. */
import { FIELDS } from "../fields";
import {
  ADDRESS_REQUIRED,
  DATE_OUT_OF_RANGE,
  jobInput,
  PRICE_OUT_OF_RANGE,
} from "../jobInput";
import {
  normalizeJobCategory,
  normalizeJobStatus,
  type JobCategory,
  type JobStatus,
} from "../jobs";
import { fromDateTimeField } from "../times";
import { readFileDate, type DateOrder, type FileDate } from "./dates";
import type { ImportField } from "./fields";
import { readCustomer, readPlace } from "./people";
import { partsBetween, type RowReader } from "./rowReader";
import type { JobImportRow } from "./rows";
import { NO_STATUS, statusOf } from "./statuses";

const DATE_UNREADABLE =
  "This is no date with its year, or not in the order that was chosen.";

/** What a person has answered about the jobs of a file, once for all of them. */
export interface JobAnswers {
  readonly dateOrder: DateOrder;
  /** "09:00": of dates without a time. */
  readonly timeOfDay: string;
  /** Statuses of the file by their text, where the suggested ones were changed. */
  readonly statuses: Readonly<Record<string, JobStatus>>;
  /** Whether the jobs that another program calls finished are paid; null while it was not asked. */
  readonly arePaid: boolean | null;
  /** In ms since 1970. */
  readonly now: number;
}

/** What was found in the jobs of a file that a person has to decide. */
export interface JobFindings {
  readonly statusCounts: Map<string, number>;
  timeless: number;
  finished: number;
}

const FIELD_OF_INPUT = {
  job_address: "address",
  job_city: "city",
  job_estimate_date: "estimate_date",
  job_install_date: "install_date",
  jobs_price: "price",
  job_notes: "notes",
} as const;

const MAX_NOTES = FIELDS.job_notes.max;

export interface JobReading {
  readonly answers: JobAnswers;
  readonly findings: JobFindings;
}

export function readJobRow(
  reader: RowReader,
  reading: JobReading,
): JobImportRow | null {
  const { answers } = reading;
  const customer = readCustomer(reader);
  const estimate = readVisit(reader, "estimate", reading);
  const install = readVisit(reader, "install", reading);
  const status = readStatus(reader, install ?? estimate, reading);
  const changedAt = statusTime(reader, status, { estimate, install, answers });
  const categories = readCategories(reader);
  const place = readPlace(reader);
  const price = reader.money("price");
  if (Number.isNaN(price)) reader.fault(PRICE_OUT_OF_RANGE, "price");
  if (place === null) reader.fault(ADDRESS_REQUIRED, "address");
  const values = {
    ...place,
    ...(estimate !== undefined && { job_estimate_date: estimate }),
    ...(install !== undefined && { job_install_date: install }),
    ...(price !== undefined && { jobs_price: price }),
  };
  const notes = readNotes(reader);
  if (reader.faults.length > 0 || customer === null || place === null)
    return null;
  const result = jobInput.safeParse({ ...values, job_notes: notes });
  if (!result.success) {
    reader.refuse(result.error.issues, FIELD_OF_INPUT);
    return null;
  }
  const customerId = reader.text("customer_id");
  const jobId = reader.text("job_id");
  return {
    kind: "jobs",
    line: reader.line,
    ...(jobId !== "" && { sourceId: jobId }),
    customer: {
      ...customer,
      ...(customerId !== "" && { sourceId: customerId }),
    },
    ...values,
    job_address: result.data.job_address,
    job_status: status,
    ...(changedAt !== undefined && { statusChangedAt: changedAt }),
    job_categories: categories,
    ...(notes !== "" && { job_notes: notes }),
    leftovers: reader.leftovers,
  };
}

/** Undefined for an empty cell. A cell that is no date gives the row a fault. */
function readVisit(
  reader: RowReader,
  visit: "estimate" | "install",
  { answers, findings }: JobReading,
): number | undefined {
  const field = `${visit}_date` as const;
  const date = readDate(reader, field, answers);
  if (date === undefined) return undefined;
  const separate = readFileDate(
    `2000-01-01 ${reader.text(`${visit}_time`)}`,
    "month",
    answers.now,
  );
  const time = date.time ?? separate?.time ?? null;
  if (time === null) findings.timeless += 1;
  const instant = fromDateTimeField(`${date.day}T${time ?? answers.timeOfDay}`);
  if (instant !== null && !Number.isNaN(instant)) return instant;
  reader.fault(DATE_OUT_OF_RANGE, field);
  return undefined;
}

function readDate(
  reader: RowReader,
  field: ImportField,
  { dateOrder, now }: JobAnswers,
): FileDate | undefined {
  const text = reader.text(field);
  if (text === "") return undefined;
  const date = readFileDate(text, dateOrder, now);
  if (date === null) reader.fault(DATE_UNREADABLE, field);
  return date ?? undefined;
}

function readStatus(
  reader: RowReader,
  visit: number | undefined,
  { answers, findings }: JobReading,
): JobStatus {
  const written = reader.text("status");
  const known = normalizeJobStatus(written);
  if (known !== null) return known;
  const isPast = visit !== undefined && visit < answers.now;
  const text = written || (isPast ? NO_STATUS.past : NO_STATUS.other);
  findings.statusCounts.set(text, (findings.statusCounts.get(text) ?? 0) + 1);
  const status = statusOf(text, answers.statuses);
  if (status !== "completed") return status;
  findings.finished += 1;
  return answers.arePaid === true ? "installed_paid" : status;
}

/** From the file, else the visit by which the status was reached. Nothing is reached in the future. */
function statusTime(
  reader: RowReader,
  status: JobStatus,
  {
    estimate,
    install,
    answers,
  }: {
    readonly estimate: number | undefined;
    readonly install: number | undefined;
    readonly answers: JobAnswers;
  },
): number | undefined {
  const date = readDate(reader, "status_date", answers);
  const since =
    date && fromDateTimeField(`${date.day}T${date.time ?? answers.timeOfDay}`);
  const isOfEstimate = status.startsWith("estimate");
  const visit = isOfEstimate ? (estimate ?? install) : (install ?? estimate);
  const at = since ?? visit;
  return at !== undefined && at <= answers.now ? at : undefined;
}

/** What is none of our categories is kept. */
function readCategories(reader: RowReader): JobCategory[] {
  const text = reader.text("categories");
  const whole = normalizeJobCategory(text);
  if (whole !== null) return [whole];
  const parts = partsBetween(/[;,|\n]/, text);
  const unknown = parts.filter((part) => normalizeJobCategory(part) === null);
  reader.leaveField("categories", unknown.join("; "));
  const known = parts.map(normalizeJobCategory).filter((one) => one !== null);
  return [...new Set(known)];
}

/** What does not fit into the notes is kept beside the job. */
function readNotes(reader: RowReader): string {
  const text = reader.text("notes");
  if (text.length <= MAX_NOTES) return text;
  // Not between the halves of a surrogate pair.
  const end = /\p{Surrogate}$/u.test(text.slice(0, MAX_NOTES))
    ? MAX_NOTES - 1
    : MAX_NOTES;
  reader.leaveField("notes", text.slice(end));
  return text.slice(0, end).trim();
}
