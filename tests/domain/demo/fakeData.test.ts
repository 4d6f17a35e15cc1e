import { TZDate } from "@date-fns/tz";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { customerInput } from "@domain/customer/customerInput";
import { parseInput } from "@domain/calls/inputRules";
import { DEFAULT_TIME_ZONE, fakeCustomer, fakeJob } from "@domain/demo/fakeData";
import { jobInput } from "@domain/job/jobInput";
import { JOB_STATUSES } from "@domain/job/jobs";

const NOW = Date.UTC(2026, 10, 20, 19, 23);
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** What the settings make: 50 customers with 2 jobs each. */
function jobsAt(time: { now: number; timeZone: string }, first = 1001) {
  return Array.from({ length: 100 }, (_, made) =>
    fakeJob(first + Math.floor(made / 2), {
      ...{ at: made % 2, of: 2, made },
      ...time,
    }),
  );
}

const JOBS = jobsAt({ now: NOW, timeZone: DEFAULT_TIME_ZONE });

describe("generated customers", () => {
  it("a generated customer is the same for the same number", () => {
    expect(fakeCustomer(1001)).toEqual(fakeCustomer(1001));
    expect(fakeCustomer(1001)).not.toEqual(fakeCustomer(1002));
  });

  it("passes the validation of a typed customer", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1001, max: 20_000 }), (number) => {
        const customer = fakeCustomer(number);
        expect(parseInput(customerInput, customer)).toEqual(customer);
        // These numbers are reserved for fiction.
        expect(customer.customer_phone).toMatch(/^\d{3}55501\d\d$/);
      }),
    );
  });

  it("a generated customer has a phone number unique among five thousand", () => {
    const phones = Array.from({ length: 5_000 }, (_, at) => fakeCustomer(1001 + at).customer_phone);
    expect(new Set(phones).size).toBe(5_000);
  });

  it("a generated customer has a unique e-mail address or none", () => {
    const emails = Array.from({ length: 200 }, (_, at) => fakeCustomer(1001 + at).customer_email);
    const known = emails.filter((email) => email !== undefined);
    expect(known.length).toBeGreaterThan(100);
    expect(known.length).toBeLessThan(200);
    expect(new Set(known).size).toBe(known.length);
  });
});

describe("generated jobs", () => {
  it("passes the validation of a typed job, at any time", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1001, max: 20_000 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2040, 0) }),
        (number, of, now) => {
          const job = fakeJob(number, {
            at: of - 1,
            of,
            made: number % 200,
            now,
            timeZone: DEFAULT_TIME_ZONE,
          });
          expect(parseInput(jobInput, job)).toEqual(job);
          expect(job.job_address).toMatch(/^\d+ \w/);
          expect(job.job_city).toMatch(/, [A-Z]{2} \d{5}$/);
        },
      ),
    );
  });

  it("rotates over all statuses", () => {
    for (const status of JOB_STATUSES)
      expect(JOBS.filter((job) => job.job_status === status)).toHaveLength(10);
  });

  it("a generated job has the dates and the price that fit its status", () => {
    for (const job of JOBS) {
      const estimate = job.job_estimate_date;
      const install = job.job_install_date;
      switch (job.job_status) {
        case "lead":
        case "called":
          expect([estimate, install, job.jobs_price]).toEqual([undefined, undefined, undefined]);
          break;
        case "estimate_scheduled":
          expect(estimate).toBeGreaterThan(NOW - DAY);
          expect(job.jobs_price).toBeUndefined();
          break;
        case "install_scheduled":
          expect(estimate).toBeLessThan(NOW);
          expect(install).toBeGreaterThan(NOW - DAY);
          break;
        case "completed":
        case "installed_paid":
          expect(install).toBeLessThan(NOW);
          expect(estimate).toBeLessThan(install ?? 0);
          break;
        case "estimate_sent":
        case "approved":
        case "cancelled":
          expect(estimate).toBeLessThan(NOW);
          expect(install).toBeUndefined();
          break;
        case "service":
          expect(install).toBeLessThan(NOW - 100 * DAY);
      }
      if (job.jobs_price !== undefined) expect(job.jobs_price % 5).toBe(0);
    }
  });

  it.each(["America/Chicago", "Asia/Kolkata", "Australia/Lord_Howe"])(
    "starts in working hours of %s, on the half hour",
    (timeZone) => {
      const format = new Intl.DateTimeFormat("en-US", {
        timeZone,
        hourCycle: "h23",
        hour: "numeric",
        minute: "numeric",
      });
      const times = Array.from({ length: 100 }, (_, at) =>
        fakeJob(at, { at: 0, of: 1, made: at, now: NOW, timeZone }),
      ).flatMap((job) =>
        [job.job_estimate_date, job.job_install_date].filter((time) => time !== undefined),
      );
      expect(times.length).toBeGreaterThan(80);
      for (const time of times) expect(format.format(time)).toMatch(/^(08|09|1[0-5]):(00|30)$/);
    },
  );

  it("one day is full and has visits ahead: today, or tomorrow after the working hours of the zone", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          "America/Chicago",
          "Asia/Kolkata",
          "Australia/Lord_Howe",
          "Pacific/Kiritimati",
          "Pacific/Pago_Pago",
        ),
        fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2040, 0) }),
        fc.integer({ min: 1001, max: 9_000 }),
        (timeZone, now, first) => {
          const dayOf = (time: number, plus = 0) => {
            const local = new TZDate(time, timeZone);
            local.setDate(local.getDate() + plus);
            return local.toDateString();
          };
          const visits = jobsAt({ now, timeZone }, first).flatMap((job) =>
            [job.job_estimate_date ?? [], job.job_install_date ?? []].flat(),
          );
          const local = new TZDate(now, timeZone);
          const minutes = local.getHours() * 60 + local.getMinutes();
          const full = dayOf(now, minutes < 15 * 60 + 30 ? 0 : 1);
          const ofFullDay = visits.filter((at) => dayOf(at) === full);
          expect(ofFullDay).toHaveLength(10);
          expect(new Set(ofFullDay).size).toBe(10);
          expect(Math.max(...ofFullDay)).toBeGreaterThan(now);
          const ofToday = visits.filter((at) => dayOf(at) === dayOf(now));
          expect(ofToday).toHaveLength(full === dayOf(now) ? 10 : 0);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("fills one day with ten visits, however many jobs a run makes", () => {
    const time = { now: NOW, timeZone: DEFAULT_TIME_ZONE };
    const later = Array.from({ length: 100 }, (_, at) =>
      fakeJob(1001 + at, { at: 0, of: 1, made: 100 + at, ...time }),
    );
    const today = new TZDate(NOW, DEFAULT_TIME_ZONE).toDateString();
    for (const { job_estimate_date: at } of later)
      if (at !== undefined)
        expect(new TZDate(at, DEFAULT_TIME_ZONE).toDateString()).not.toBe(today);
  });
});
