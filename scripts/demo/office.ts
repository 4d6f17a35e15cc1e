/**
 * The data of the demo: an office with 40 customers and three months of visits around a full day: today, or tomorrow in
 * the evening. The same time and time zone give the same office.
 */
import { TZDate } from "@date-fns/tz";
import type { ObtainedType } from "../../domain/customer/customers";
import { fakeCustomer, fullDay } from "../../domain/demo/fakeData";
import type { JobStatus } from "../../domain/job/jobs";
import { oneOf, seededRandom, type Random } from "../../domain/text/random";
import { COMPANIES, HOMES, VISIT_NOTES, WORK, type Work } from "./texts";

interface DemoCustomer {
  readonly customer_name: string;
  readonly customer_phone: string;
  readonly customer_email?: string;
  readonly customer_obtained_type: ObtainedType;
}

export interface DemoJob {
  /** The index in `customers`. */
  readonly customer: number;
  readonly job_address: string;
  readonly job_city: string;
  readonly job_status: JobStatus;
  readonly job_categories: string[];
  readonly job_estimate_date?: number;
  readonly job_install_date?: number;
  readonly jobs_price?: number;
  readonly job_notes?: string;
  /** The photo of the house, by its index in the list of photos; null without one. */
  readonly photo: number | null;
}

export interface DemoOffice {
  readonly customers: readonly DemoCustomer[];
  readonly jobs: readonly DemoJob[];
}

export interface DemoTime {
  readonly now: number;
  readonly timeZone: string;
}

export const DEMO_CUSTOMERS = 40;
/** How many days on each side of today have visits. */
export const DEMO_DAYS = 45;
const HOUR_MS = 60 * 60 * 1000;
const SATURDAY = 6;

/** Hours of the day: an install takes the morning or the afternoon, an estimate half an hour. */
const INSTALL_HOURS = [8, 8.5, 13];
const ESTIMATE_HOURS = [9, 10, 10.5, 11.5, 13.5, 14.5, 15.5];
const FULL_DAY = { installs: 3, estimates: 7 };

/** The order in which estimates get their statuses, by their age in days. */
const AFTER_ESTIMATE: readonly {
  readonly from: number;
  readonly statuses: readonly [JobStatus, ...JobStatus[]];
}[] = [
  { from: 21, statuses: ["cancelled", "estimate_sent", "cancelled"] },
  { from: 5, statuses: ["estimate_sent", "approved", "estimate_sent"] },
  { from: 1, statuses: ["estimate_sent", "approved"] },
];

export function demoOffice(time: DemoTime): DemoOffice {
  const random = seededRandom(20);
  const customers = Array.from({ length: DEMO_CUSTOMERS }, (_, at) => demoCustomer(at));
  const visits = [...visitsOf(time)];
  const jobs = visits.map((visit, at) => demoJob(visit, at, { random, time }));
  return { customers, jobs: [...jobs, ...waitingCallers(random)] };
}

/** The first customers are companies with many houses. */
function demoCustomer(at: number): DemoCustomer {
  const person = fakeCustomer(at + 1);
  const company = COMPANIES[at];
  if (company === undefined) return person;
  return {
    ...person,
    customer_name: company.name,
    customer_email: company.email,
    customer_obtained_type: "Repeat Business",
  };
}

interface Visit {
  readonly kind: "estimate" | "install";
  /** Days from today. */
  readonly day: number;
  readonly hour: number;
}

/** Nobody works on Sundays; on Saturdays there is one estimate. The full day is a working day whatever its name. */
function* visitsOf(time: DemoTime): Generator<Visit> {
  for (let day = -DEMO_DAYS; day <= DEMO_DAYS; day += 1) {
    const { installs, estimates } =
      day === fullDay(time) ? FULL_DAY : loadOf(day, weekdayOf(day, time));
    for (const hour of INSTALL_HOURS.slice(0, installs)) yield { kind: "install", day, hour };
    for (const hour of ESTIMATE_HOURS.slice(0, estimates)) yield { kind: "estimate", day, hour };
  }
}

/** The book is full this week and next, and emptier after that. */
function loadOf(day: number, weekday: number) {
  if (weekday === 0) return { installs: 0, estimates: 0 };
  if (weekday === SATURDAY) return { installs: 0, estimates: day < 14 ? 1 : 0 };
  const isNear = Math.abs(day) <= 9;
  const isFar = day > 21;
  const turn = (day + DEMO_DAYS) % 3;
  if (isFar) return { installs: turn === 0 ? 1 : 0, estimates: 0 };
  return {
    installs: isNear && turn === 1 ? 2 : 1,
    estimates: isNear ? 1 + turn : Math.min(turn, 1),
  };
}

function demoJob(
  visit: Visit,
  at: number,
  { random, time }: { random: Random; time: DemoTime },
): DemoJob {
  const work = oneOf(random, WORK);
  const start = instantOf(visit, time);
  const status = statusOf(visit, { at, start, now: time.now });
  const isPriced = status !== "estimate_scheduled";
  return {
    ...placeOf(at),
    job_status: status,
    job_categories: [...work.categories],
    ...datesOf(visit, { at, time }),
    ...(isPriced ? { jobs_price: priceOf(random, work) } : {}),
    ...(at % 5 === 4 ? {} : { job_notes: VISIT_NOTES[at % VISIT_NOTES.length] }),
    photo: Math.abs(visit.day) <= 12 || at % 2 === 0 ? at : null,
  };
}

/** The estimate of an install was two weeks before it, and some days ago at the latest. */
function datesOf(
  visit: Visit,
  { at, time }: { at: number; time: DemoTime },
): Pick<DemoJob, "job_estimate_date" | "job_install_date"> {
  const start = instantOf(visit, time);
  if (visit.kind === "estimate") return { job_estimate_date: start };
  const day = Math.min(visit.day - 14, -3 - (at % 10));
  const hour = 16 + (at % 2) / 2;
  const isSunday = weekdayOf(day, time) === 0;
  return {
    job_estimate_date: instantOf({ day: isSunday ? day - 1 : day, hour }, time),
    job_install_date: start,
  };
}

function statusOf(
  { kind, day }: Visit,
  { at, start, now }: { at: number; start: number; now: number },
): JobStatus {
  if (kind === "install") {
    if (start > now - HOUR_MS) return "install_scheduled";
    return day > -8 ? "completed" : "installed_paid";
  }
  if (start > now - HOUR_MS) return at % 9 === 4 ? "service" : "estimate_scheduled";
  const rule = AFTER_ESTIMATE.find(({ from }) => -day >= from);
  return rule?.statuses[at % rule.statuses.length] ?? "estimate_sent";
}

/** Jobs of people who called and have no appointment yet. */
function waitingCallers(random: Random): DemoJob[] {
  const statuses = ["lead", "called", "lead", "lead", "called"] as const;
  return statuses.map((status, at) => ({
    ...placeOf(at * 7 + COMPANIES.length),
    job_status: status,
    job_categories: [...oneOf(random, WORK).categories],
    job_notes: VISIT_NOTES[(at * 3 + 1) % VISIT_NOTES.length] ?? "",
    photo: null,
  }));
}

/** Every third job is at one of a company's houses; a person has one house. */
function placeOf(at: number): Pick<DemoJob, "customer" | "job_address" | "job_city"> {
  const people = DEMO_CUSTOMERS - COMPANIES.length;
  const isCompany = at % 3 === 2;
  const customer = isCompany
    ? Math.floor(at / 3) % COMPANIES.length
    : COMPANIES.length + (at % people);
  const home = HOMES[(isCompany ? at * 11 : customer * 7) % HOMES.length];
  const number = isCompany ? 200 + ((at * 37) % 900) : 1_000 + customer * 173;
  return {
    customer,
    job_address: `${number} ${home?.street ?? "Elm Street"}`,
    job_city: home?.city ?? "Columbus, OH 43214",
  };
}

function priceOf(random: Random, { price: [least, most] }: Work): number {
  return Math.round((least + random() * (most - least)) / 5) * 5;
}

function weekdayOf(day: number, time: DemoTime): number {
  return new TZDate(instantOf({ day, hour: 12 }, time), time.timeZone).getDay();
}

/** An hour of a day, counted from the day of `now`, in the zone: 8.5 is half past eight. */
export function instantOf(
  { day, hour }: { readonly day: number; readonly hour: number },
  { now, timeZone }: DemoTime,
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
