/** The check of rows, by the page before it sends them and by the server: their shape, and the rules for own input. */
import * as z from "zod/mini";
import { customerInput } from "../customerInput";
import { OBTAINED_TYPES } from "../customers";
import { GUTTER_SIZES } from "../gutterSizes";
import { ITEM_CATEGORIES } from "../inventory";
import { MAX_STOCK } from "../inventoryInput";
import { isStorable } from "../inputLimits";
import { optional, parseInput } from "../inputRules";
import { jobInput } from "../jobInput";
import { JOB_CATEGORIES, JOB_STATUSES } from "../jobs";
import { wholeNumberWithin } from "../numberInput";
import { priceInput } from "../priceInput";
import { invalidData, Refusal } from "../refusals";
import { CHUNK_ROWS, MAX_NAME_LENGTH, MAX_ROW_LENGTH } from "./chunks";
import type { ImportKind, ImportRow, RowFault } from "./rows";

export const ROWS_MALFORMED =
  "These rows cannot be read. Load the page again, then read the file again.";
export const ROW_TOO_LONG = "This row has more text than can be imported.";
const QUANTITY_OUT_OF_RANGE = "Enter a whole number from 0 to 1,000,000.";

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
  stock: z.strictObject({
    kind: z.literal("stock"),
    ...base,
    category: z.enum(ITEM_CATEGORIES),
    colorNumber: name,
    colorName: z.optional(name),
    hexColor: z.optional(name),
    sizeOptions: z.optional(
      z.array(z.enum(GUTTER_SIZES)).check(z.maxLength(GUTTER_SIZES.length)),
    ),
    size: z.optional(z.number()),
    quantity: z.optional(z.number()),
  }),
  prices: z.strictObject({
    kind: z.literal("prices"),
    ...base,
    item: name,
    size: z.optional(z.number()),
    price: z.number(),
  }),
} satisfies Record<ImportKind, z.ZodMiniType>;

/**
 * The rows of a chunk that a client has sent.
 *
 * @throws Refusal if they have another shape. What only a rule refuses is a fault of its row: see `faultOf`.
 */
export function rowsOfChunk(kind: ImportKind, json: string): ImportRow[] {
  const rows = z
    .array(ROWS[kind])
    .check(z.minLength(1), z.maxLength(CHUNK_ROWS))
    .safeParse(parsedJson(json));
  if (!rows.success || rows.data.some(isTooLong))
    throw new Refusal(invalidData("rows", ROWS_MALFORMED));
  return rows.data;
}

function isTooLong(row: ImportRow): boolean {
  return JSON.stringify(row).length > MAX_ROW_LENGTH;
}

/** Why the server would refuse the row, or a whole chunk with it; null if it would not. */
export function refusalOf(row: ImportRow): RowFault | null {
  if (isTooLong(row) || !ROWS[row.kind].safeParse(row).success)
    return { line: row.line, sentence: ROW_TOO_LONG };
  return faultOf(row);
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Refusal(invalidData("rows", ROWS_MALFORMED));
  }
}

const stockInput = {
  quantity: optional(wholeNumberWithin(0, MAX_STOCK, QUANTITY_OUT_OF_RANGE)),
};

/** Why the rules for a person's own input refuse the row, or null. */
export function faultOf(row: ImportRow): RowFault | null {
  try {
    if (row.kind === "customers") parseInput(customerInput, row);
    else if (row.kind === "jobs") {
      parseInput(customerInput, row.customer);
      parseInput(jobInput, { ...row, job_notes: undefined });
    } else if (row.kind === "stock") parseInput(stockInput, row);
    else parseInput(priceInput, row);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { line: row.line, sentence: error.data.message };
  }
}
