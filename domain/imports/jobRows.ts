/** The jobs of a file, by the rules of the job form. */
import { FIELDS } from "../calls/fields";
import { checkInput } from "../calls/inputRules";
import {
  ADDRESS_REQUIRED,
  DATE_OUT_OF_RANGE,
  jobInput,
  PRICE_OUT_OF_RANGE,
} from "../job/jobInput";
import {
  normalizeJobCategory,
  normalizeJobStatus,
  type JobCategory,
  type JobStatus,
} from "../job/jobs";
import { PART_STARTS } from "../dates/typedClock";
import type { FileDate, FileTime } from "./dates";
import { readCustomer, readPlace } from "./people";
import { partsBetween, type RowReader } from "./rowReader";
import type { JobImportRow } from "./rows";
import { NO_STATUS, statusOf } from "./statuses";
import { instantOf, shownTime, windowAt } from "./visitTimes";

const DATE_UNREADABLE =
  "This is no date with its year, or not in the order that was chosen.";

/** What a person has decided about the jobs of a file, once for all of them. */
export interface JobAnswers {
  /** "09:00": the time for dates without one, by part of the day, if the person changed the suggested time. */
  readonly times: Readonly<Partial<Record<Untimed, string>>>;
  /** Statuses by their text in the file, where the person changed the suggested one. */
  readonly statuses: Readonly<Record<string, JobStatus>>;
  /** Whether jobs that the file calls finished are paid; null until the person has said so. */
  readonly arePaid: boolean | null;
  /** The current time, in ms since 1970. */
  readonly now: number;
}

/** What a person has to decide about the jobs of a file, with the suggestion or the decision. */
export interface JobQuestions {
  /** The texts that are none of our statuses, the most frequent first. */
  readonly statuses: readonly {
    readonly text: string;
    readonly count: number;
    readonly status: JobStatus;
  }[];
  /** How many jobs another program calls finished, without saying whether they are paid. */
  readonly finished: number;
  /** The dates without a time, by the part of the day that they name, and the time that they get. */
  readonly times: readonly {
    readonly part: Untimed;
    readonly count: number;
    readonly time: string;
  }[];
}

/** Counts, row by row, what the questions are about. */
export class JobFindings {
  readonly statusCounts = new Map<string, number>();
  readonly timeCounts = new Map<Untimed, number>();
  finished = 0;

  questions(answers: JobAnswers): JobQuestions {
    const { statusCounts, timeCounts, finished } = this;
    const statuses = [...statusCounts].map(([text, count]) => ({
      text,
      count,
      status: statusOf(text, answers.statuses),
    }));
    const times = [...timeCounts].map(([part, count]) => ({
      part,
      count,
      time: timeOf(part, answers),
    }));
    statuses.sort((one, other) => other.count - one.count);
    return { statuses, finished, times };
  }
}

const FIELD_OF_INPUT = {
  job_address: "address",
  job_city: "city",
  job_estimate_date: "estimate_date",
  job_install_date: "install_date",
  job_estimate_window: "estimate_time",
  job_install_window: "install_time",
  jobs_price: "price",
  job_notes: "notes",
} as const;

const MAX_NOTES = FIELDS.job_notes.max;

export interface JobReading {
  readonly answers: JobAnswers;
  readonly findings: JobFindings;
  readonly dates: Readonly<
    Record<DateField, (text: string) => FileDate | null>
  >;
  readonly times: Readonly<Record<TimeField, (text: string) => FileTime>>;
}

type DateField = "estimate_date" | "install_date" | "status_date";
type TimeField = "estimate_time" | "install_time";

/** The suggested times of dates without one, by the part of the day that the file names. */
const SUGGESTED_TIMES = { none: "09:00", ...PART_STARTS };

type Untimed = keyof typeof SUGGESTED_TIMES;

function timeOf(part: Untimed, { times }: Pick<JobAnswers, "times">): string {
  return times[part] ?? SUGGESTED_TIMES[part];
}

export function readJobRow(
  reader: RowReader,
  reading: JobReading,
): JobImportRow | null {
  const customer = readCustomer(reader);
  const estimate = readVisit(reader, "estimate", reading);
  const install = readVisit(reader, "install", reading);
  const status = readStatus(reader, (install ?? estimate)?.at, reading);
  const visits = { estimate: estimate?.at, install: install?.at, reading };
  const changedAt = statusTime(reader, status, visits);
  const categories = readCategories(reader);
  const place = readPlace(reader);
  const price = reader.money("price");
  if (Number.isNaN(price)) reader.fault(PRICE_OUT_OF_RANGE, "price");
  if (place === null) reader.fault(ADDRESS_REQUIRED, "address");
  const values = {
    ...place,
    ...(estimate && { job_estimate_date: estimate.at }),
    ...(estimate?.window && { job_estimate_window: estimate.window }),
    ...(install && { job_install_date: install.at }),
    ...(install?.window && { job_install_window: install.window }),
    ...(price !== undefined && { jobs_price: price }),
  };
  const notes = readNotes(reader);
  if (reader.faults.length > 0 || customer === null || place === null)
    return null;
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

const WINDOWS = { estimate: "Estimate window", install: "Install window" };

interface FileVisit {
  readonly at: number;
  /** In minutes. */
  readonly window: number | null;
}

/** The visit with its window; undefined without a date. What else its cells say is kept. */
function readVisit(
  reader: RowReader,
  visit: keyof typeof WINDOWS,
  reading: JobReading,
): FileVisit | undefined {
  const { answers, findings } = reading;
  const [dateField, timeField] = [`${visit}_date`, `${visit}_time`] as const;
  const date = readDate(reader, dateField, reading);
  const timeText = reader.text(timeField);
  if (date === undefined) {
    reader.leaveField(timeField, timeText);
    return undefined;
  }
  const { clock: own } = date;
  const apart = reading.times[timeField](timeText);
  const isOwn = own.time !== null && own.time !== apart.time;
  const { time, end } = isOwn ? own : apart;
  if (!own.isWhole) reader.leaveField(dateField, reader.text(dateField));
  if (!apart.isWhole || (isOwn && apart.time !== null))
    reader.leaveField(timeField, timeText);
  const part = apart.part ?? own.part ?? "none";
  if (time === null)
    findings.timeCounts.set(part, (findings.timeCounts.get(part) ?? 0) + 1);
  const instant = instantOf(date.day, time ?? timeOf(part, answers));
  if (instant === undefined) {
    reader.fault(DATE_OUT_OF_RANGE, dateField);
    return undefined;
  }
  const shown = time !== null && end !== null ? [time, end] : null;
  const window = shown && windowAt(instant, shown);
  if (shown !== null && window === null)
    reader.leave(WINDOWS[visit], shown.map(shownTime).join(" to "));
  return { at: instant, window };
}

/** Undefined for a cell without a date. A cell with digits that are no date is a fault of the row. */
function readDate(
  reader: RowReader,
  field: DateField,
  { dates }: JobReading,
): FileDate | undefined {
  const text = reader.value(field);
  if (text === "") return undefined;
  const date = dates[field](text);
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
  const since =
    date && instantOf(date.day, date.clock.time ?? timeOf("none", answers));
  if (
    date &&
    (!date.clock.isWhole || since === undefined || since > answers.now)
  )
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
  const end = /\p{Surrogate}$/u.test(text.slice(0, MAX_NOTES))
    ? MAX_NOTES - 1
    : MAX_NOTES;
  reader.leaveField("notes", text.slice(end));
  return text.slice(0, end).trim();
}
