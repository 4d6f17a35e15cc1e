import { DEFAULT_TIME_ZONE } from "./fakeData";
import type { OutputOf } from "../calls/inputRules";
import { wholeNumberWithin } from "../calls/numberInput";

/** Limits on the data that one call may generate. */
const MAX_FAKE_CUSTOMERS = 5_000;
const MAX_FAKE_JOBS_PER_CUSTOMER = 10;

export const FAKE_CUSTOMERS_OUT_OF_RANGE = "Generate a whole number of customers from 1 to 5,000.";
export const FAKE_JOBS_OUT_OF_RANGE =
  "Generate a whole number of jobs from 0 to 10 for each customer.";

export const fakeDataInput = {
  customers: wholeNumberWithin(1, MAX_FAKE_CUSTOMERS, FAKE_CUSTOMERS_OUT_OF_RANGE),
  jobsPerCustomer: wholeNumberWithin(0, MAX_FAKE_JOBS_PER_CUSTOMER, FAKE_JOBS_OUT_OF_RANGE),
  /**
   * The time zone of the browser that sent the call. An unknown zone is replaced: a browser may know newer zones than
   * the server.
   */
  timeZone: (zone: string | undefined) =>
    zone !== undefined && isTimeZone(zone) ? zone : DEFAULT_TIME_ZONE,
  withStock: (given: boolean | undefined) => given === true,
  job_photo_estimate: (files: string[] | undefined) => files ?? [],
};

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export type FakeDataInput = OutputOf<typeof fakeDataInput>;
