/**
 * The rules for a job's fields, each with the error that the person sees. In
 * the result, null means empty and a missing key means not given.
 */
import { CHANGED_LISTS, type TypedText } from "../calls/inputLimits";
import { nullable, optional, refused } from "../calls/inputRules";
import {
  DEFAULT_JOB_STATUS,
  normalizeJobCategory,
  normalizeJobStatus,
  type JobCategory,
  type JobStatus,
} from "./jobs";
import { clearableText, limitedText, requiredText } from "../calls/limitedText";
import { amountUpTo, numberWithin, wholeNumberWithin } from "../calls/numberInput";
import { oneLine } from "../text/oneLine";
import { textOrNull } from "../text/text";

/** The longest visit and the longest window, in minutes. */
export const MAX_LENGTH = 14 * 24 * 60;

/** The longest interval after which a job is due again. */
export const MAX_DUE_MONTHS = 60;

const MAX_PRICE = 10_000_000;

/** Excludes years that only a typing error produces, in any time zone. */
export const EARLIEST_DATE = Date.UTC(2000, 0, 2);
export const LATEST_DATE = Date.UTC(2099, 11, 30);

export const CUSTOMER_REQUIRED = "Select a customer or enter a name.";
export const ADDRESS_REQUIRED = "Address is required.";
export const STATUS_UNKNOWN = "Choose a status from the list.";
export const CATEGORY_UNKNOWN = "Choose categories from the list.";
export const DATE_OUT_OF_RANGE = "Choose a date and time between the years 2000 and 2099.";
export const LENGTH_OUT_OF_RANGE = "Enter from 1 minute to 14 days.";
export const PRICE_OUT_OF_RANGE = "Enter a price from $0 to $10,000,000.";

export const DUE_OUT_OF_RANGE = `Enter from 1 to ${MAX_DUE_MONTHS} months, or nothing.`;

const address = requiredText("job_address", ADDRESS_REQUIRED, oneLine);

const statusText = limitedText("job_status");
const categoryText = limitedText("job_categories");

const date = nullable(numberWithin(EARLIEST_DATE, LATEST_DATE, DATE_OUT_OF_RANGE));

const length = nullable(wholeNumberWithin(1, MAX_LENGTH, LENGTH_OUT_OF_RANGE));
const dueMonths = wholeNumberWithin(0, MAX_DUE_MONTHS, DUE_OUT_OF_RANGE);

const optionalFields = {
  job_city: optional(clearableLine("job_city")),
  job_status: optional(readStatus),
  job_categories: optional(readCategories),
  job_estimate_date: optional(date),
  job_install_date: optional(date),
  job_estimate_crew: optional(clearableLine("job_estimate_crew")),
  job_install_crew: optional(clearableLine("job_install_crew")),
  job_estimate_length: optional(length),
  job_install_length: optional(length),
  job_estimate_window: optional(length),
  job_install_window: optional(length),
  job_due_months: optional(nullable(dueMonths)),
  job_due_date: optional(date),
  jobs_price: optional(amountUpTo(MAX_PRICE, PRICE_OUT_OF_RANGE)),
  job_notes: optional(clearableText("job_notes", textOrNull)),
};

/** A new job, without its customer and its files, which must exist first. */
export const jobInput = { job_address: address, ...optionalFields };

/** A change of a job: a missing key leaves the field as it is. */
export const jobChange = { job_address: optional(address), ...optionalFields };

function clearableLine(field: TypedText) {
  return clearableText(field, (text) => textOrNull(oneLine(text)));
}

function readStatus(value: string): JobStatus {
  const text = statusText(value);
  if (textOrNull(text) === null) return DEFAULT_JOB_STATUS;
  const known = normalizeJobStatus(text);
  if (known === null) throw refused(STATUS_UNKNOWN);
  return known;
}

function readCategories(values: string[]): JobCategory[] {
  if (!Array.isArray(values)) throw refused(CATEGORY_UNKNOWN);
  const { max, sentence } = CHANGED_LISTS.job_categories;
  if (values.length > max) throw refused(sentence);
  const known = values.map((value) => normalizeJobCategory(categoryText(value)));
  if (!known.every((category) => category !== null)) throw refused(CATEGORY_UNKNOWN);
  return [...new Set(known)];
}
