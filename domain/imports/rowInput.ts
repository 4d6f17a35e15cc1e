/** The shape and the rules of imported rows, checked by the page before it sends them and again by the server. */
import * as z from "zod/mini";
import { customerInput } from "../customer/customerInput";
import { OBTAINED_TYPES } from "../customer/customers";
import { isStorable } from "../calls/inputLimits";
import { parseInput } from "../calls/inputRules";
import { jobInput } from "../job/jobInput";
import { JOB_CATEGORIES, JOB_STATUSES } from "../job/jobs";
import { invalidData, Refusal } from "../calls/refusals";
import { CHUNK_ROWS, MAX_NAME_LENGTH, MAX_ROW_LENGTH } from "./chunks";

export const ROWS_MALFORMED =
  "These rows cannot be read. Load the page again, then read the file again.";
export const ROW_TOO_LONG = "This row has more text than can be imported.";

const text = z.string().check(z.maxLength(MAX_ROW_LENGTH), z.refine(isStorable));
const line = text.check(z.refine((value) => !/[\r\n\u2028\u2029]/.test(value)));
const name = text.check(z.maxLength(MAX_NAME_LENGTH));

const place = z.strictObject({ job_address: line, job_city: z.optional(line) });

const customer = z.strictObject({
  customer_name: line,
  customer_phone: z.optional(text),
  customer_email: z.optional(text),
  customer_obtained_type: z.optional(z.enum(OBTAINED_TYPES)),
});

/** A value that has no field of ours, with the title of its column. */
const leftover = z.strictObject({ label: name, text });

/** The position of a row in its file, and its id if the file is imported again. */
const base = {
  /** The row in the file as a spreadsheet counts it; of a vCard file, the number of the card. */
  line: z.number(),
  /** The row's id in the program that it comes from, where the file has one. */
  sourceId: z.optional(name),
  leftovers: z.array(leftover).check(z.maxLength(500)),
};

const ROWS = {
  customers: z.strictObject({
    kind: z.literal("customers"),
    ...base,
    ...customer.shape,
    /** Places that Create Job offers. A customer itself has no address. */
    places: z.array(place).check(z.maxLength(100)),
  }),
  jobs: z.strictObject({
    kind: z.literal("jobs"),
    ...base,
    ...place.shape,
    customer: z.strictObject({ ...customer.shape, sourceId: base.sourceId }),
    job_status: z.enum(JOB_STATUSES),
    /** When the status was reached, in milliseconds: from the file, else the visit. Missing: the time of the import. */
    statusChangedAt: z.optional(z.number()),
    job_categories: z.array(z.enum(JOB_CATEGORIES)).check(z.maxLength(50)),
    job_estimate_date: z.optional(z.number()),
    job_install_date: z.optional(z.number()),
    job_estimate_crew: z.optional(line),
    job_install_crew: z.optional(line),
    job_estimate_length: z.optional(z.number()),
    job_install_length: z.optional(z.number()),
    job_estimate_window: z.optional(z.number()),
    job_install_window: z.optional(z.number()),
    job_due_months: z.optional(z.number()),
    job_due_date: z.optional(z.number()),
    jobs_price: z.optional(z.number()),
    job_notes: z.optional(text),
  }),
};

export type ImportKind = keyof typeof ROWS;
export type Leftover = z.infer<typeof leftover>;
export type ImportedPlace = z.infer<typeof place>;
export type ImportedCustomer = z.infer<typeof customer>;
export type CustomerImportRow = z.infer<typeof ROWS.customers>;
export type JobImportRow = z.infer<typeof ROWS.jobs>;
export type ImportRow = CustomerImportRow | JobImportRow;

/** Why a row of the file cannot be imported. */
export interface RowFault {
  readonly line: number;
  /** The title of the column, where the fault concerns one. */
  readonly column?: string;
  readonly sentence: string;
}

/**
 * The rows of a chunk that a client has sent.
 *
 * @throws Refusal for any text that the page would not send.
 */
export function rowsOfChunk(kind: ImportKind, json: string): ImportRow[] {
  const rows = z
    .array(z.unknown())
    .check(z.minLength(1), z.maxLength(CHUNK_ROWS))
    .safeParse(parsedJson(json));
  const isSent = (row: unknown): row is ImportRow => sentenceAbout(kind, row) === null;
  if (!rows.success || !rows.data.every(isSent))
    throw new Refusal(invalidData("rows", ROWS_MALFORMED));
  return rows.data;
}

/** Why the row cannot be imported; null if it can. */
export function refusalOf(row: ImportRow): RowFault | null {
  const sentence = sentenceAbout(row.kind, row);
  return sentence === null ? null : { line: row.line, sentence };
}

function sentenceAbout(kind: ImportKind, row: unknown): string | null {
  const { data } = ROWS[kind].safeParse(row);
  if (data === undefined || JSON.stringify(data).length > MAX_ROW_LENGTH) return ROW_TOO_LONG;
  try {
    if (data.kind === "customers") parseInput(customerInput, data);
    else {
      parseInput(customerInput, data.customer);
      parseInput(jobInput, data);
    }
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.data.message;
  }
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Refusal(invalidData("rows", ROWS_MALFORMED));
  }
}
