/**
 * What a file says of the two visits of a job: when each begins and ends, its promised window, and who goes; and of
 * when the job is due again.
 */
import { FIELDS } from "../calls/fields";
import { dayKeyOf } from "../dates/days";
import type { CrewField } from "../job/crewVisits";
import { ENTRY_TYPES, type EntryType } from "../job/entryTypes";
import { DATE_OUT_OF_RANGE, MAX_DUE_MONTHS, MAX_LENGTH } from "../job/jobInput";
import { readDuration } from "../job/spanWords";
import { windowCell } from "../files/exports";
import { oneLine } from "../text/oneLine";
import { readFileTime, type FileDate, type FileTime } from "./dates";
import { timeOf, type JobAnswers, type JobFindings } from "./jobFindings";
import type { RowReader } from "./rowReader";
import { instantOf, lengthAt, readWindow, shownTime, windowAt } from "./visitTimes";

const DATE_UNREADABLE = "This is no date with its year, or not in the order that was chosen.";

export interface JobReading {
  readonly answers: JobAnswers;
  readonly findings: JobFindings;
  readonly dates: Readonly<Record<DateField, (text: string) => FileDate | null>>;
  readonly times: Readonly<Record<TimeField, (text: string) => FileTime>>;
}

type DateField = `${EntryType}_${"date" | "end"}` | "due_date" | "status_date";
type TimeField = `${EntryType}_time`;

interface FileVisit {
  readonly at?: number;
  /** Minutes. */
  readonly length?: number | null;
  /** Minutes. */
  readonly window?: number | null;
}

/** The visit with its length and window, which a file may have without a date. What else its cells say is kept. */
export function readVisit(reader: RowReader, visit: EntryType, reading: JobReading): FileVisit {
  const { answers, findings } = reading;
  const [dateField, timeField] = [`${visit}_date`, `${visit}_time`] as const;
  const windowField = `${visit}_window` as const;
  const date = readDate(reader, dateField, reading);
  const timeText = reader.text(timeField);
  if (date === undefined) {
    reader.leaveField(timeField, timeText);
    return {
      length: readMinutes(reader, `${visit}_end`),
      window: readMinutes(reader, windowField),
    };
  }
  const { clock: own } = date;
  const apart = reading.times[timeField](timeText);
  const isOwn = own.time !== null && own.time !== apart.time;
  const { time: written, end } = isOwn ? own : apart;
  const range = written !== null && end !== null ? [written, end] : null;
  const promised = readWindow(reader.text(windowField));
  const time = written ?? promised?.[0] ?? null;
  if (!own.isWhole) reader.leaveField(dateField, reader.text(dateField));
  if (!apart.isWhole || (isOwn && apart.time !== null)) reader.leaveField(timeField, timeText);
  const part = apart.part ?? own.part ?? "none";
  if (time === null) findings.timeCounts.set(part, (findings.timeCounts.get(part) ?? 0) + 1);
  const instant = instantOf(date.day, time ?? timeOf(part, answers));
  if (instant === undefined) {
    reader.fault(DATE_OUT_OF_RANGE, dateField);
    return {};
  }
  const ranges = [promised, range].filter((each) => each !== null);
  const window =
    ranges.map((each) => windowAt(instant, each)).find((each) => each !== null) ?? null;
  const shown = window && windowCell(instant, window);
  for (const text of ranges.map((each) => each.map(shownTime).join(" to ")))
    if (text !== shown) reader.leave(FIELDS[`job_${windowField}`].label, text);
  if (promised === null) reader.leaveField(windowField, reader.text(windowField));
  return {
    at: instant,
    length: readLength(reader, visit, { at: instant, reading }),
    window,
  };
}

/** A duration without a start; any other text is kept. */
function readMinutes(reader: RowReader, field: `${EntryType}_${"end" | "window"}`) {
  const text = reader.text(field);
  const minutes = readDuration(text);
  if (minutes !== null && minutes <= MAX_LENGTH) return minutes;
  reader.leaveField(field, text);
  return null;
}

/** The job's own interval and the day to which it was put off. A text that is no such number is kept. */
export function readDue(reader: RowReader, reading: JobReading) {
  const text = reader.text("due_months");
  const isNumber = /^\d{1,2}$/.test(text) && Number(text) <= MAX_DUE_MONTHS;
  if (!isNumber) reader.leaveField("due_months", text);
  const date = readDate(reader, "due_date", reading);
  const at = date && instantOf(date.day, date.clock.time ?? timeOf("none", reading.answers));
  if (date && (!date.clock.isWhole || at === undefined))
    reader.leaveField("due_date", reader.text("due_date"));
  return {
    ...(isNumber && { job_due_months: Number(text) }),
    ...(at !== undefined && { job_due_date: at }),
  };
}

/** Until the end that the file has. A time alone is on the day of the start. Any other text is kept. */
function readLength(
  reader: RowReader,
  visit: EntryType,
  { at, reading }: { readonly at: number; readonly reading: JobReading },
): number | null {
  const field = `${visit}_end` as const;
  const text = reader.value(field);
  if (text === "") return null;
  const date = reading.dates[field](text);
  const { time, isWhole } = date?.clock ?? readFileTime(text);
  const length = time === null ? null : lengthAt(at, date?.day ?? dayKeyOf(at), time);
  if (length === null || !isWhole) reader.leaveField(field, text);
  return length;
}

/** A text that is too long for a crew, such as a list of people, is kept. */
export function readCrews(reader: RowReader) {
  const crews: Partial<Record<CrewField, string>> = {};
  for (const visit of ENTRY_TYPES) {
    const crew = oneLine(reader.text(`${visit}_crew`));
    const field = `job_${visit}_crew` as const;
    if (crew.length > FIELDS[field].max) reader.leaveField(`${visit}_crew`, crew);
    else if (/[\p{L}\p{N}]/u.test(crew)) crews[field] = crew;
  }
  return crews;
}

/** Undefined for a cell without a date. A cell with digits that are no date is a fault of the row. */
export function readDate(
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
