import { TZDate } from "@date-fns/tz";
import type { Place } from "../customer/places";
import { OBTAINED_TYPES, type ObtainedType } from "../customer/customers";
import { AREA_CODES, FIRST_NAMES, LAST_NAMES, NOTES, STREETS, TOWNS } from "./fakeNames";
import { JOB_CATEGORIES, JOB_STATUSES, type JobCategory, type JobStatus } from "../job/jobs";
import { oneOf, seededRandom, wholeNumber, type Random } from "../text/random";

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
const LAST_HOUR = FIRST_HOUR + (HALF_HOURS - 1) / 2;

/** Range of days from today in which a generated date lies. */
type Days = readonly [least: number, most: number];

interface Times {
  readonly estimate?: Days;
  readonly install?: Days;
}

const TIMES: Readonly<Record<JobStatus, Times>> = {
  lead: {},
  called: {},
  estimate_scheduled: { estimate: [1, 9] },
  estimate_sent: { estimate: [-12, -1] },
  approved: { estimate: [-20, -3] },
  install_scheduled: { estimate: [-28, -7], install: [1, 9] },
  completed: { estimate: [-40, -15], install: [-10, -1] },
  installed_paid: { estimate: [-90, -50], install: [-45, -8] },
  service: { estimate: [1, 6], install: [-400, -120] },
  cancelled: { estimate: [-40, -5] },
};

/** The hours of the full day by status, each for one of ten jobs. */
const FULL_DAY: Readonly<Partial<Record<JobStatus, readonly number[]>>> = {
  estimate_scheduled: [9, 10, 11.5, 14, LAST_HOUR],
  install_scheduled: [8, 8.5, 12.5, 13],
  service: [14.5],
};

/** Which jobs of a run have a visit on the full day: ten of the first hundred. */
const FULL_DAY_JOBS = 100;

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
    ...(random() < 0.75 ? { customer_email: `${mailbox.toLowerCase()}@example.com` } : {}),
    customer_obtained_type: oneOf(random, OBTAINED_TYPES),
  };
}

interface FakeTime {
  readonly now: number;
  readonly timeZone: string;
}

interface JobTurn extends FakeTime {
  readonly at: number;
  readonly of: number;
  /** How many jobs the run has made before. */
  readonly made: number;
}

/**
 * Job `at` of the customer's `of` jobs, around the day of `now` in the time zone; statuses rotate over all jobs. The
 * first hundred of a run fill one day that has visits ahead: today, or tomorrow after the last working hour.
 */
export function fakeJob(customerNumber: number, { at, of, made, ...time }: JobTurn): FakeJob {
  const turn = customerNumber * of + at;
  const random = seededRandom(turn * 104_729 + 1);
  const status = JOB_STATUSES[turn % JOB_STATUSES.length] ?? "lead";
  const categories = someCategories(random);
  const round = Math.floor(turn / JOB_STATUSES.length) % 10;
  const hour = made < FULL_DAY_JOBS ? FULL_DAY[status]?.[round] : undefined;
  const { estimate, install } = TIMES[status];
  const full = hour === undefined ? undefined : onFullDay(hour, time);
  const isInstall = status === "install_scheduled";
  const estimateAt = estimate && timeIn(random, estimate, time);
  const installAt = install && timeIn(random, install, time);
  return {
    ...fakeAddress(random),
    job_status: status,
    job_categories: categories,
    ...(estimateAt === undefined
      ? {}
      : { job_estimate_date: (isInstall ? undefined : full) ?? estimateAt }),
    ...(installAt === undefined
      ? {}
      : { job_install_date: (isInstall ? full : undefined) ?? installAt }),
    ...(UNPRICED.includes(status) ? {} : { jobs_price: priceOf(random, categories) }),
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
  const dollars = categories.map((category) => wholeNumber(random, ...PRICES[category]));
  const sum = dollars.reduce((total, price) => total + price, 0);
  return Math.round(sum / 5) * 5;
}

/** Past times count back from today, and times ahead from the full day. */
function timeIn(random: Random, [least, most]: Days, time: FakeTime): number {
  const from = least > 0 ? fullDay(time) : 0;
  return instantOf(time, {
    day: from + wholeNumber(random, least, most),
    hour: FIRST_HOUR + wholeNumber(random, 0, HALF_HOURS - 1) / 2,
  });
}

function onFullDay(hour: number, time: FakeTime): number {
  return instantOf(time, { day: fullDay(time), hour });
}

/** Days from today to the day that is full, so that it has visits ahead. */
export function fullDay(time: FakeTime): 0 | 1 {
  return instantOf(time, { day: 0, hour: LAST_HOUR }) > time.now ? 0 : 1;
}

function instantOf(
  { now, timeZone }: FakeTime,
  { day, hour }: { readonly day: number; readonly hour: number },
): number {
  const today = new TZDate(now, timeZone);
  return new TZDate(
    today.getFullYear(),
    today.getMonth(),
    today.getDate() + day,
    Math.floor(hour),
    (hour % 1) * 60,
    timeZone,
  ).getTime();
}
