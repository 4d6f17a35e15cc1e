/** A job's visits as an iCalendar file (RFC 5545), for the calendar of a phone or an office. */
import { placeText, type Place } from "../customer/places";
import type { JobStatus } from "./jobs";
import { ENTRY_TYPE_LABELS, ENTRY_TYPES } from "./entryTypes";
import { formatPhone } from "../customer/phone";
import { capitalFirst, spanWords } from "./spanWords";
import { spanOf, timeAfter, type SpannedJob } from "./visitLength";
import { FIELD_OF_VISIT } from "./visits";

/** The length of a visit that has none. */
const VISIT_LENGTH = "PT1H";
const MAX_LINE_BYTES = 75;
/** SEQUENCE counts minutes from 2020, so that it grows with every export and fits 32 bits. */
const SEQUENCE_START = Date.UTC(2020, 0, 1);
const MINUTE_MS = 60_000;

export interface CalendarJob extends Place, SpannedJob {
  readonly _id: string;
  readonly customer_name: string;
  readonly job_customer_phone?: string | undefined;
  readonly job_status: JobStatus;
  readonly job_notes?: string | undefined;
}

/** Null if the job has no date. A later file of the same job replaces its entries. */
export function jobCalendar(job: CalendarJob, now: number): string | null {
  const visits = ENTRY_TYPES.flatMap((type) => {
    const at = job[FIELD_OF_VISIT[type]];
    return at === undefined ? [] : [{ type, at, ...spanOf(job, type) }];
  });
  if (visits.length === 0) return null;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Downspout//Jobs//EN",
    "METHOD:PUBLISH",
    ...visits.flatMap(({ type, at, length, window }) => [
      "BEGIN:VEVENT",
      `UID:${job._id}-${type}@downspout`,
      `DTSTAMP:${utcTime(now)}`,
      `SEQUENCE:${Math.max(0, Math.floor((now - SEQUENCE_START) / MINUTE_MS))}`,
      `DTSTART:${utcTime(at)}`,
      length === undefined ? `DURATION:${VISIT_LENGTH}` : `DTEND:${utcTime(timeAfter(at, length))}`,
      `STATUS:${job.job_status === "cancelled" ? "CANCELLED" : "CONFIRMED"}`,
      `SUMMARY:${escaped(`${ENTRY_TYPE_LABELS[type]}: ${job.customer_name}`)}`,
      `LOCATION:${escaped(placeText(job))}`,
      ...describe(job, spanWords(at, { window })),
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function describe(job: CalendarJob, window: string): string[] {
  const phone = formatPhone(job.job_customer_phone ?? "");
  const text = present([capitalFirst(window), phone, job.job_notes]).join("\n");
  return text === "" ? [] : [`DESCRIPTION:${escaped(text)}`];
}

function present(texts: readonly (string | undefined)[]): string[] {
  return texts.filter((text) => text !== undefined && text !== "") as string[];
}

/** "20261120T190000Z". */
function utcTime(instant: number): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d+/g, "");
}

function escaped(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replace(/\p{Cc}/gu, " ");
}

/** Lines of at most 75 bytes of UTF-8; a continuation begins with a space. */
function folded(line: string): string {
  let result = "";
  let bytes = 0;
  for (const character of line) {
    const size = utf8Bytes(character);
    if (bytes + size > MAX_LINE_BYTES) {
      result += "\r\n ";
      bytes = 1;
    }
    result += character;
    bytes += size;
  }
  return result;
}

function utf8Bytes(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x8_00) return 2;
  return code < 0x1_00_00 ? 3 : 4;
}
