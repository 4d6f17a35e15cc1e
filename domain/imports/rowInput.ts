/** The check of rows, by the page before it sends them and by the server: their shape, and the rules for own input. */
import * as z from "zod/mini";
import { customerInput } from "../customerInput";
import { OBTAINED_TYPES } from "../customers";
import { isStorable } from "../inputLimits";
import { parseInput } from "../inputRules";
import { jobInput } from "../jobInput";
import { JOB_CATEGORIES, JOB_STATUSES } from "../jobs";
import { invalidData, Refusal } from "../refusals";
import { CHUNK_ROWS, MAX_NAME_LENGTH, MAX_ROW_LENGTH } from "./chunks";
import type { ImportKind, ImportRow, RowFault } from "./rows";

export const ROWS_MALFORMED =
  "These rows cannot be read. Load the page again, then read the file again.";
export const ROW_TOO_LONG = "This row has more text than can be imported.";

const text = z
  .string()
  .check(z.maxLength(MAX_ROW_LENGTH), z.refine(isStorable));
const line = text.check(z.refine((value) => !/[\r\n\u2028\u2029]/.test(value)));
const name = text.check(z.maxLength(MAX_NAME_LENGTH));

const place = z.strictObject({ job_address: line, job_city: z.optional(line) });

const customer = {
  customer_name: line,
  customer_phone: z.optional(text),
  customer_email: z.optional(text),
  customer_obtained_type: z.optional(z.enum(OBTAINED_TYPES)),
};

const base = {
  line: z.number(),
  sourceId: z.optional(name),
  leftovers: z
    .array(z.strictObject({ label: name, text }))
    .check(z.maxLength(500)),
};

const ROWS = {
  customers: z.strictObject({
    kind: z.literal("customers"),
    ...base,
    ...customer,
    places: z.array(place).check(z.maxLength(100)),
  }),
  jobs: z.strictObject({
    kind: z.literal("jobs"),
    ...base,
    ...place.shape,
    customer: z.strictObject({ ...customer, sourceId: z.optional(name) }),
    job_status: z.enum(JOB_STATUSES),
    statusChangedAt: z.optional(z.number()),
    job_categories: z.array(z.enum(JOB_CATEGORIES)).check(z.maxLength(50)),
    job_estimate_date: z.optional(z.number()),
    job_install_date: z.optional(z.number()),
    jobs_price: z.optional(z.number()),
    job_notes: z.optional(text),
  }),
} satisfies Record<ImportKind, z.ZodMiniType>;

/**
 * The rows of a chunk that a client has sent: rows that the page would send, and no others.
 *
 * @throws Refusal for any other text.
 */
export function rowsOfChunk(kind: ImportKind, json: string): ImportRow[] {
  const rows = z
    .array(z.unknown())
    .check(z.minLength(1), z.maxLength(CHUNK_ROWS))
    .safeParse(parsedJson(json));
  const isSent = (row: unknown): row is ImportRow =>
    sentenceAbout(kind, row) === null;
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
  if (data === undefined || JSON.stringify(data).length > MAX_ROW_LENGTH)
    return ROW_TOO_LONG;
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
