/** The jobs of a file, by the rules of the job form. */
import { FIELDS } from "../calls/fields";
import { checkInput } from "../calls/inputRules";
import { ADDRESS_REQUIRED, jobInput, PRICE_OUT_OF_RANGE } from "../job/jobInput";
import {
  normalizeJobCategory,
  normalizeJobStatus,
  type JobCategory,
  type JobStatus,
} from "../job/jobs";
import { timeOf } from "./jobFindings";
import { readCrews, readDate, readDue, readVisit, type JobReading } from "./jobVisits";
import { readCustomer, readPlace } from "./people";
import { partsBetween, type RowReader } from "./rowReader";
import type { JobImportRow } from "./rows";
import { NO_STATUS, statusOf } from "./statuses";
import { instantOf } from "./visitTimes";

const FIELD_OF_INPUT = {
  job_address: "address",
  job_city: "city",
  job_estimate_date: "estimate_date",
  job_install_date: "install_date",
  job_due_date: "due_date",
  jobs_price: "price",
  job_notes: "notes",
} as const;

const MAX_NOTES = FIELDS.job_notes.max;

export function readJobRow(reader: RowReader, reading: JobReading): JobImportRow | null {
  const customer = readCustomer(reader);
  const estimate = readVisit(reader, "estimate", reading);
  const install = readVisit(reader, "install", reading);
  const status = readStatus(reader, install.at ?? estimate.at, reading);
  const visits = { estimate: estimate.at, install: install.at, reading };
  const changedAt = statusTime(reader, status, visits);
  const categories = readCategories(reader);
  const place = readPlace(reader);
  const price = reader.money("price");
  if (Number.isNaN(price)) reader.fault(PRICE_OUT_OF_RANGE, "price");
  if (place === null) reader.fault(ADDRESS_REQUIRED, "address");
  const values = {
    ...place,
    ...(estimate.at !== undefined && { job_estimate_date: estimate.at }),
    ...(estimate.length && { job_estimate_length: estimate.length }),
    ...(estimate.window && { job_estimate_window: estimate.window }),
    ...(install.at !== undefined && { job_install_date: install.at }),
    ...(install.length && { job_install_length: install.length }),
    ...(install.window && { job_install_window: install.window }),
    ...readCrews(reader),
    ...readDue(reader, reading),
    ...(price !== undefined && { jobs_price: price }),
  };
  const notes = readNotes(reader);
  if (reader.faults.length > 0 || customer === null || place === null) return null;
  const { data, errors } = checkInput(jobInput, {
    ...values,
    job_notes: notes,
  });
  if (errors !== undefined) {
    reader.refuse(errors, FIELD_OF_INPUT);
    return null;
  }
  return {
    kind: "jobs",
    line: reader.line,
    ...reader.id("job_id"),
    customer: { ...customer, ...reader.id("customer_id") },
    ...values,
    job_address: data.job_address,
    job_status: status,
    ...(changedAt !== undefined && { statusChangedAt: changedAt }),
    job_categories: categories,
    ...(notes !== "" && { job_notes: notes }),
    leftovers: reader.leftovers,
  };
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

/** When the status was reached: as the file says, else the time of its visit. Never in the future. */
function statusTime(
  reader: RowReader,
  status: JobStatus,
  {
    estimate,
    install,
    reading,
  }: {
    readonly estimate: number | undefined;
    readonly install: number | undefined;
    readonly reading: JobReading;
  },
): number | undefined {
  const { answers } = reading;
  const date = readDate(reader, "status_date", reading);
  const since = date && instantOf(date.day, date.clock.time ?? timeOf("none", answers));
  if (date && (!date.clock.isWhole || since === undefined || since > answers.now))
    reader.leaveField("status_date", reader.text("status_date"));
  const isOfEstimate = status.startsWith("estimate");
  const visit = isOfEstimate ? (estimate ?? install) : (install ?? estimate);
  return [since, visit].find((at) => at !== undefined && at <= answers.now);
}

/** Texts that are none of our categories are kept. */
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

/** What exceeds the limit of the notes is kept beside the job. */
function readNotes(reader: RowReader): string {
  const text = reader.text("notes");
  if (text.length <= MAX_NOTES) return text;
  // Never cut between the halves of a surrogate pair.
  const end = /\p{Surrogate}$/u.test(text.slice(0, MAX_NOTES)) ? MAX_NOTES - 1 : MAX_NOTES;
  reader.leaveField("notes", text.slice(end));
  return text.slice(0, end).trim();
}
