/**
 * The fields of the job form, under the names of the calls, so that an error
 * from the server finds its field. To add a field to the form, add it here and
 * place it in JobFormLayout.tsx. Their labels are in domain/calls/fields.ts.
 */
import { formatVisitTime } from "@/lib/formatDateTime";
import {
  DEFAULT_JOB_STATUS,
  isJobStatus,
  jobStatusLabel,
  type JobCategory,
  type JobStatus,
} from "@domain/job/jobs";
import type { EntryType } from "@domain/job/entryTypes";
import { parseMoney } from "@domain/text/money";
import { formatPhone, normalizePhone } from "@domain/customer/phone";
import { nameLine, oneLine } from "@domain/text/oneLine";
import { textOrNull } from "@domain/text/text";
import { SPAN_UNREADABLE } from "@domain/job/visitLength";
import { fromDateTimeField, toDateTimeField } from "@domain/dates/dateTimeField";

/** How a field shows a stored value, and what a save sends for it. */
interface FormField {
  readonly empty: unknown;
  readonly show: (stored: never) => unknown;
  /** Sends null for an empty field. `stored` is the value before the change. */
  readonly send: (value: never, stored?: never) => unknown;
  /** The error for unreadable text, such as half a date, which `send` turns into NaN. */
  readonly unreadable?: string;
  /** The form in which texts are compared: equal ones are not saved. By default, the trimmed text. */
  readonly same?: (text: string) => unknown;
  /** The text in words; by default the text itself. */
  readonly describe?: (text: string) => string;
  /** Whether the field can hold a text; by default any text. */
  readonly holds?: (text: string) => boolean;
  /** The visit that the field dates. */
  readonly visit?: EntryType;
  /** Puts a pasted text on one line, if not with a blank for each line end, as browsers do. */
  readonly onOneLine?: (text: string) => string;
  /** Where an error and a notice about it are shown, if that is another field. */
  readonly shownAt?: string;
}

/** The text of the number that was read; the text itself if no number was, as for half a date. */
function inWords(
  text: string,
  read: (text: string) => number | null,
  show: (value: number) => string,
): string {
  const value = read(text);
  return value === null || Number.isNaN(value) ? text : show(value);
}

function showPrice(price: number | undefined): string {
  return price?.toFixed(2) ?? "";
}

const text = {
  empty: "",
  show: (stored: string | undefined) => stored ?? "",
  send: textOrNull,
};

const line = {
  empty: "",
  show: (stored: string | undefined) => oneLine(stored ?? ""),
  send: (value: string) => textOrNull(oneLine(value)),
  onOneLine: oneLine,
};

const requiredLine = { ...line, send: oneLine };

const nameField = {
  empty: "",
  show: (stored: string | undefined) => nameLine(stored ?? ""),
  send: nameLine,
};

const dateTime = {
  empty: "",
  show: toDateTimeField,
  send: fromDateTimeField,
  unreadable: "Enter the whole date and time, or clear it.",
  describe: (text: string) => inWords(text, fromDateTimeField, formatVisitTime),
};

/** The stored text of a number of minutes. */
export function minutesText(minutes: number | undefined): string {
  return minutes === undefined ? "" : `${minutes} min`;
}

/** Reads a text of minutesText: null for an empty text, NaN for any other. */
export function readMinutes(text: string): number | null {
  if (text.trim() === "") return null;
  return Number(/^(\d+) min$/.exec(text.trim())?.[1] ?? Number.NaN);
}

const minutes = {
  empty: "",
  show: minutesText,
  send: readMinutes,
  unreadable: SPAN_UNREADABLE,
};

export const CUSTOMER_FIELDS = {
  customer_name: nameField,
  customer_phone: {
    empty: "",
    show: (digits: string | undefined) => formatPhone(digits ?? ""),
    send: (phone: string) => textOrNull(normalizePhone(phone)),
    same: normalizePhone,
    describe: (phone: string) => formatPhone(phone) || phone,
  },
  customer_email: text,
  customer_obtained_type: text,
};

export const JOB_FIELDS = {
  job_address: requiredLine,
  job_city: line,
  jobs_price: {
    empty: "",
    show: showPrice,
    send: parseMoney,
    same: (text: string) => {
      const price = parseMoney(text);
      return Number.isNaN(price) ? text.trim() : price;
    },
    describe: (text: string) => inWords(text, parseMoney, showPrice),
    unreadable: "Enter the price as a number, or clear it.",
  },
  job_status: {
    empty: DEFAULT_JOB_STATUS,
    show: (status: JobStatus) => status,
    send: (status: JobStatus) => status,
    describe: (status: string) => (isJobStatus(status) ? jobStatusLabel(status) : status),
    holds: isJobStatus,
  },
  job_categories: {
    empty: [] as readonly string[],
    show: (categories: readonly JobCategory[]): readonly string[] => categories,
    send: (categories: readonly string[]) => [...categories],
  },
  job_estimate_date: { ...dateTime, visit: "estimate" as const },
  job_install_date: { ...dateTime, visit: "install" as const },
  job_estimate_crew: line,
  job_install_crew: line,
  job_estimate_length: minutes,
  job_install_length: minutes,
  // The field of the length shows both as one text.
  job_estimate_window: { ...minutes, shownAt: "job_estimate_length" },
  job_install_window: { ...minutes, shownAt: "job_install_length" },
  job_due_months: {
    empty: "",
    show: (months: number | undefined) => String(months ?? ""),
    send: (months: string) => (months === "" ? null : Number(months)),
    describe: (months: string) => months && (months === "0" ? "Not again" : `${months} months`),
    holds: (months: string) => /^\d*$/.test(months),
  },
  job_due_date: { ...dateTime, shownAt: "job_due_months" },
  job_notes: text,
};

export const FORM_FIELDS = {
  job_customer_id: {
    ...text,
    send: (value: string) => value.trim(),
    // Customers are chosen in the field of the name.
    shownAt: "customer_name",
  },
  ...CUSTOMER_FIELDS,
  ...JOB_FIELDS,
};

type Fields = Readonly<Record<string, FormField>>;

type Shown<Of extends Fields> = {
  readonly [Name in keyof Of]: Of[Name]["empty"];
};
type Stored<Of extends Fields> = {
  readonly [Name in keyof Of]?: Parameters<Of[Name]["show"]>[0];
};
type Sent<Of extends Fields> = {
  [Name in keyof Of]: ReturnType<Of[Name]["send"]>;
};

export type JobFormValues = Shown<typeof FORM_FIELDS>;
export type JobFieldName = keyof JobFormValues;
export type FieldValue = JobFormValues[JobFieldName];
export type JobFormErrors = Partial<Record<JobFieldName, string>>;

/** The field where an error or a notice about a field is shown. A server may name another field than the form's. */
export function shownAt(field: JobFieldName): JobFieldName {
  const fields: Partial<Record<string, FormField>> = FORM_FIELDS;
  return (fields[field]?.shownAt ?? field) as JobFieldName;
}

/** Whether two values of a field would be stored alike. Only different values are saved. */
export function sameValue(name: JobFieldName, a: FieldValue, b: FieldValue): boolean {
  const { same = (text: string) => text.trim() } = fieldOf(name);
  const [one, other] = [a, b].map((value) =>
    JSON.stringify(typeof value === "string" ? same(value) : value),
  );
  return one === other;
}

/** A value in words, as the screen shows it. */
export function describeValue(name: JobFieldName, value: FieldValue): string {
  if (typeof value !== "string") return value.join(", ");
  return fieldOf(name).describe?.(value) ?? value;
}

/** A text that is pasted into the field of this name, as the field takes it. */
export function pastedText(name: string, text: string): string {
  const { onOneLine }: Partial<FormField> = FORM_FIELDS[name as JobFieldName] ?? {};
  return onOneLine && /[\r\n]/.test(text) ? onOneLine(text) : text;
}

/** Whether a field can hold a value, which another release may have kept on the device. */
export function canHold(field: string, value: unknown): value is FieldValue {
  if (!(field in FORM_FIELDS)) return false;
  const { empty, holds } = fieldOf(field as JobFieldName);
  if (typeof value === "string") return typeof empty === "string" && (holds?.(value) ?? true);
  return (
    Array.isArray(empty) &&
    Array.isArray(value) &&
    value.every((each: unknown) => typeof each === "string")
  );
}

function fieldOf(name: JobFieldName): FormField {
  return FORM_FIELDS[name];
}

/** The fields whose value may be any text. */
export type JobTextFieldName = {
  [Name in JobFieldName]: string extends JobFormValues[Name] ? Name : never;
}[JobFieldName];

export const JOB_FIELD_NAMES = Object.keys(FORM_FIELDS) as JobFieldName[];

export const EMPTY_JOB_FORM: JobFormValues = mapFields(FORM_FIELDS, ({ empty }) => empty);

/** The shown values of a stored document's fields. */
export function shownValues<Of extends Fields>(fields: Of, document: Stored<Of>): Shown<Of> {
  return mapFields(fields, ({ show }, name) => show(document[name] as never));
}

/** The values that a save sends for the fields; null clears. */
export function sentValues<Of extends Fields>(
  fields: Of,
  values: Shown<Of>,
  document: Stored<Of> = {},
): Sent<Of> {
  return mapFields(fields, ({ send }, name) =>
    send(values[name] as never, document[name] as never),
  );
}

function mapFields<Of extends Fields, Result>(
  fields: Of,
  valueOf: (field: Of[keyof Of], name: keyof Of) => unknown,
): Result {
  const names = Object.keys(fields) as (keyof Of)[];
  return Object.fromEntries(names.map((name) => [name, valueOf(fields[name], name)])) as Result;
}
