import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { customerInput } from "@domain/customerInput";
import { parseInput } from "@domain/inputRules";
import { DEFAULT_TIME_ZONE, fakeCustomer, fakeJob } from "@domain/fakeData";
import { jobInput } from "@domain/jobInput";
import { JOB_STATUSES } from "@domain/jobs";

const NOW = Date.UTC(2026, 10, 20, 19, 23);
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** What the settings make: 50 customers with 2 jobs each. */
const JOBS = Array.from({ length: 50 }, (_, at) => 1001 + at).flatMap(
  (number) =>
    [0, 1].map((at) =>
      fakeJob(number, { at, of: 2, now: NOW, timeZone: DEFAULT_TIME_ZONE }),
    ),
);

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
    const phones = Array.from(
      { length: 5_000 },
      (_, at) => fakeCustomer(1001 + at).customer_phone,
    );
    expect(new Set(phones).size).toBe(5_000);
  });

  it("a generated customer has a unique e-mail address or none", () => {
    const emails = Array.from(
      { length: 200 },
      (_, at) => fakeCustomer(1001 + at).customer_email,
    );
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
          expect([estimate, install, job.jobs_price]).toEqual([
            undefined,
            undefined,
            undefined,
          ]);
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
        fakeJob(at, { at: 0, of: 1, now: NOW, timeZone }),
      ).flatMap((job) =>
        [job.job_estimate_date, job.job_install_date].filter(
          (time) => time !== undefined,
        ),
      );
      expect(times.length).toBeGreaterThan(80);
      for (const time of times)
        expect(format.format(time)).toMatch(/^(08|09|1[0-5]):(00|30)$/);
    },
  );

  it("a generated job is scheduled for today in some cases", () => {
    const today = Date.UTC(2026, 10, 20, 6);
    const todays = JOBS.filter((job) =>
      [job.job_estimate_date, job.job_install_date].some(
        (time) => time !== undefined && time >= today && time < today + DAY,
      ),
    );
    expect(todays.length).toBeGreaterThan(0);
  });
});
