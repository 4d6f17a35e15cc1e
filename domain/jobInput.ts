/**
 * The rules for a job's fields, each with the error that the person sees. In
 * the result, null means empty and a missing key means not given.
 */
import * as z from "zod/mini";
import { LIST_LIMITS } from "./inputLimits";
import {
  DEFAULT_JOB_STATUS,
  normalizeJobCategory,
  normalizeJobStatus,
} from "./jobs";
import { limitedText, textChecks } from "./limitedText";
import { amountUpTo, numberWithin } from "./numberInput";
import { oneLine } from "./oneLine";
import { textOrNull } from "./text";

const MAX_PRICE = 10_000_000;

/** Excludes years that only a typing error produces, in any time zone. */
export const EARLIEST_DATE = Date.UTC(2000, 0, 2);
export const LATEST_DATE = Date.UTC(2099, 11, 30);

export const CUSTOMER_REQUIRED = "Select a customer or enter a name.";
export const ADDRESS_REQUIRED = "Address is required.";
export const STATUS_UNKNOWN = "Choose a status from the list.";
export const CATEGORY_UNKNOWN = "Choose categories from the list.";
export const DATE_OUT_OF_RANGE =
  "Choose a date and time between the years 2000 and 2099.";
export const PRICE_OUT_OF_RANGE = "Enter a price from $0 to $10,000,000.";

const address = z
  .string()
  .check(
    z.overwrite(oneLine),
    z.minLength(1, ADDRESS_REQUIRED),
    ...textChecks("job_address"),
  );

const city = z.pipe(
  z.nullable(limitedText("job_city")),
  z.transform((text) => textOrNull(oneLine(text ?? ""))),
);

const status = z.pipe(
  limitedText("job_status"),
  z.transform((text, { issues }) => {
    if (text.trim() === "") return DEFAULT_JOB_STATUS;
    const known = normalizeJobStatus(text);
    if (known !== null) return known;
    issues.push({ code: "custom", message: STATUS_UNKNOWN, input: text });
    return z.NEVER;
  }),
);

const categories = z.pipe(
  z
    .array(limitedText("job_categories"))
    .check(
      z.maxLength(
        LIST_LIMITS.job_categories.max,
        LIST_LIMITS.job_categories.sentence,
      ),
    ),
  z.transform((texts, { issues }) => {
    const known = texts.map(normalizeJobCategory);
    if (known.every((category) => category !== null))
      return [...new Set(known)];
    issues.push({ code: "custom", message: CATEGORY_UNKNOWN, input: texts });
    return z.NEVER;
  }),
);

const date = z.nullable(
  numberWithin(EARLIEST_DATE, LATEST_DATE, DATE_OUT_OF_RANGE),
);

const price = amountUpTo(MAX_PRICE, PRICE_OUT_OF_RANGE);

const notes = z.pipe(
  z.nullable(limitedText("job_notes")),
  z.transform((text) => textOrNull(text ?? "")),
);

const optionalFields = {
  job_city: z.optional(city),
  job_status: z.optional(status),
  job_categories: z.optional(categories),
  job_estimate_date: z.optional(date),
  job_install_date: z.optional(date),
  jobs_price: z.optional(price),
  job_notes: z.optional(notes),
};

/** A new job, without its customer and its files, which must exist first. */
export const jobInput = z.object({ job_address: address, ...optionalFields });

/** A change of a job: a missing key leaves the field as it is. */
export const jobChange = z.object({
  job_address: z.optional(address),
  ...optionalFields,
});
