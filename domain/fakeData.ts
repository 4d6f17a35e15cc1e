import { TZDate } from "@date-fns/tz";
import type { Place } from "./places";
import { OBTAINED_TYPES, type ObtainedType } from "./customers";
import {
  AREA_CODES,
  FIRST_NAMES,
  LAST_NAMES,
  NOTES,
  STREETS,
  TOWNS,
} from "./fakeNames";
import {
  JOB_CATEGORIES,
  JOB_STATUSES,
  type JobCategory,
  type JobStatus,
} from "./jobs";
import { oneOf, seededRandom, wholeNumber, type Random } from "./random";

/**
 * Generated customers and jobs for trying out the product. Everything derives
 * from the customer's number, so the same number gives the same customer.
 */
export type FakeCustomer = {
  readonly customer_name: string;
  readonly customer_phone: string;
  readonly customer_email?: string;
  readonly customer_obtained_type: ObtainedType;
};

export type FakeJob = Place & {
  readonly job_status: JobStatus;
  readonly job_categories: JobCategory[];
  readonly job_estimate_date?: number;
  readonly job_install_date?: number;
  readonly jobs_price?: number;
  readonly job_notes?: string;
};

/** 8 AM to 4 PM Central is during the day everywhere in the continental United States. */
export const DEFAULT_TIME_ZONE = "America/Chicago";
const FIRST_HOUR = 8;
const HALF_HOURS = 16;

/** Range of days from today in which a generated date lies. */
type Days = readonly [least: number, most: number];

const TIMES: Readonly<
  Record<JobStatus, { readonly estimate?: Days; readonly install?: Days }>
> = {
  lead: {},
  called: {},
  estimate_scheduled: { estimate: [0, 9] },
  estimate_sent: { estimate: [-12, -1] },
  approved: { estimate: [-20, -3] },
  install_scheduled: { estimate: [-28, -7], install: [0, 9] },
  completed: { estimate: [-40, -15], install: [-10, -1] },
  installed_paid: { estimate: [-90, -50], install: [-45, -8] },
  service: { estimate: [0, 6], install: [-400, -120] },
  cancelled: { estimate: [-40, -5] },
};

/** Price range in dollars of such work on one house. */
const PRICES: Readonly<Record<JobCategory, readonly [number, number]>> = {
  "Gutters and downspout Replacement": [1_450, 4_800],
  "Leaf Guard Replacement": [1_100, 3_900],
  "Gutter cleaning": [145, 395],
  "Fascia Replace": [650, 2_600],
  "Soffit Replace": [800, 3_200],
  "Trim Replace": [450, 1_900],
};

const UNPRICED: readonly JobStatus[] = ["lead", "called", "estimate_scheduled"];

export function fakeCustomer(number: number): FakeCustomer {
  const random = seededRandom(number * 7_919);
  const first = oneOf(random, FIRST_NAMES);
  const last = oneOf(random, LAST_NAMES);
  const mailbox = `${first}.${last}${number}`.replace(/[^A-Za-z0-9.]/g, "");
  return {
    customer_name: `${first} ${last}`,
    customer_phone: fakePhone(number),
    ...(random() < 0.75
      ? { customer_email: `${mailbox.toLowerCase()}@example.com` }
      : {}),
    customer_obtained_type: oneOf(random, OBTAINED_TYPES),
  };
}

/** Job `at` of the customer's `of` jobs, around the day of `now` in the time zone; statuses rotate over all jobs. */
export function fakeJob(
  customerNumber: number,
  {
    at,
    of,
    ...today
  }: { at: number; of: number; now: number; timeZone: string },
): FakeJob {
  const turn = customerNumber * of + at;
  const random = seededRandom(turn * 104_729 + 1);
  const status = JOB_STATUSES[turn % JOB_STATUSES.length] ?? "lead";
  const categories = someCategories(random);
  const { estimate, install } = TIMES[status];
  return {
    ...fakeAddress(random),
    job_status: status,
    job_categories: categories,
    ...(estimate ? { job_estimate_date: timeIn(random, estimate, today) } : {}),
    ...(install ? { job_install_date: timeIn(random, install, today) } : {}),
    ...(UNPRICED.includes(status)
      ? {}
      : { jobs_price: priceOf(random, categories) }),
    ...(random() < 0.6 ? { job_notes: oneOf(random, NOTES) } : {}),
  };
}

/** 555-0100 to 555-0199 are reserved for fiction. */
function fakePhone(number: number): string {
  const areaCode = AREA_CODES[Math.floor(number / 100) % AREA_CODES.length];
  return `${areaCode}55501${String(number % 100).padStart(2, "0")}`;
}

function fakeAddress(random: Random): Place {
  return {
    job_address: `${wholeNumber(random, 101, 9_899)} ${oneOf(random, STREETS)}`,
    job_city: oneOf(random, TOWNS),
  };
}

function someCategories(random: Random): JobCategory[] {
  const first = oneOf(random, JOB_CATEGORIES);
  const second = oneOf(random, JOB_CATEGORIES);
  return random() < 0.35 ? [...new Set([first, second])] : [first];
}

function priceOf(random: Random, categories: readonly JobCategory[]): number {
  const dollars = categories.map((category) =>
    wholeNumber(random, ...PRICES[category]),
  );
  const sum = dollars.reduce((total, price) => total + price, 0);
  return Math.round(sum / 5) * 5;
}

function timeIn(
  random: Random,
  [least, most]: Days,
  { now, timeZone }: { now: number; timeZone: string },
): number {
  const today = new TZDate(now, timeZone);
  return new TZDate(
    today.getFullYear(),
    today.getMonth(),
    today.getDate() + wholeNumber(random, least, most),
    FIRST_HOUR,
    wholeNumber(random, 0, HALF_HOURS - 1) * 30,
    timeZone,
  ).getTime();
}
