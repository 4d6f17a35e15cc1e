/**
 * The rules for a job's fields, each with the error that the person sees. In
 * the result, null means empty and a missing key means not given.
 */
import * as z from "zod";
import { LIST_LIMITS, TEXT_LIMITS, tooLongSentence } from "./inputLimits";
import {
  DEFAULT_JOB_STATUS,
  normalizeJobCategory,
  normalizeJobStatus,
} from "./jobs";
import { limitedText } from "./limitedText";
import { roundToCents } from "./money";
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
  .trim()
  .min(1, ADDRESS_REQUIRED)
  .max(TEXT_LIMITS.job_address.max, tooLongSentence("job_address"));

const city = limitedText("job_city")
  .nullable()
  .transform((text) => textOrNull(text ?? ""));

const status = limitedText("job_status").transform((text, context) => {
  if (text.trim() === "") return DEFAULT_JOB_STATUS;
  const known = normalizeJobStatus(text);
  if (known !== null) return known;
  context.addIssue({ code: "custom", message: STATUS_UNKNOWN });
  return z.NEVER;
});

const category = limitedText("job_categories");

const categories = z
  .array(category)
  .max(LIST_LIMITS.job_categories.max, LIST_LIMITS.job_categories.sentence)
  .transform((texts, context) => {
    const known = texts.map(normalizeJobCategory);
    if (known.every((category) => category !== null))
      return [...new Set(known)];
    context.addIssue({ code: "custom", message: CATEGORY_UNKNOWN });
    return z.NEVER;
  });

const date = z
  .number(DATE_OUT_OF_RANGE)
  .min(EARLIEST_DATE, DATE_OUT_OF_RANGE)
  .max(LATEST_DATE, DATE_OUT_OF_RANGE)
  .nullable();

const price = z
  .number(PRICE_OUT_OF_RANGE)
  .min(0, PRICE_OUT_OF_RANGE)
  .max(MAX_PRICE, PRICE_OUT_OF_RANGE)
  .transform(roundToCents)
  .nullable();

const notes = limitedText("job_notes")
  .nullable()
  .transform((text) => textOrNull(text ?? ""));

const optionalFields = {
  job_city: city.optional(),
  job_status: status.optional(),
  job_categories: categories.optional(),
  job_estimate_date: date.optional(),
  job_install_date: date.optional(),
  jobs_price: price.optional(),
  job_notes: notes.optional(),
};

/** A new job, without its customer and its files, which must exist first. */
export const jobInput = z.object({ job_address: address, ...optionalFields });

/** A change of a job: a missing key leaves the field as it is. */
export const jobChange = z.object({
  job_address: address.optional(),
  ...optionalFields,
});
