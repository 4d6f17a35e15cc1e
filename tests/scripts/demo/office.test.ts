import { TZDate } from "@date-fns/tz";
import { expect, it } from "vitest";
import { CATALOGUE_COLORS, CATALOGUE_ITEMS } from "@domain/estimate/catalogue";
import { customerInput } from "@domain/customer/customerInput";
import { parseInput } from "@domain/calls/inputRules";
import { jobInput } from "@domain/job/jobInput";
import { DEMO_CUSTOMERS, DEMO_DAYS, demoOffice } from "../../../scripts/demo/office";
import { DELIVERIES } from "../../../scripts/demo/stock";

const ZONES = ["America/New_York", "Pacific/Kiritimati", "Pacific/Pago_Pago"];
/** A weekday, a Sunday, and the hour in which clocks change in New York. */
const TIMES = ["2026-05-13T14:20Z", "2026-11-22T23:30Z", "2026-11-01T06:30Z"];
const CASES = ZONES.flatMap((timeZone) =>
  TIMES.map((time) => ({ timeZone, now: Date.parse(time) })),
);

it("obeys the rules of customers and jobs", () => {
  const { customers, jobs } = demoOffice(CASES[0]!);
  expect(customers).toHaveLength(DEMO_CUSTOMERS);
  for (const customer of customers) parseInput(customerInput, customer);
  for (const { customer, photo: _, ...job } of jobs) {
    expect(parseInput(jobInput, job)).toEqual(job);
    expect(customers[customer]).toBeDefined();
  }
  expect(new Set(jobs.map((job) => job.job_status)).size).toBe(10);
});

it.each(CASES)(
  "the demo office has visits of three months in working hours of $timeZone, ten of them on a day that is not over",
  (time) => {
    const { jobs } = demoOffice(time);
    const visits = jobs.flatMap((job) => [
      ...(job.job_estimate_date === undefined
        ? []
        : [{ kind: "estimate", at: job.job_estimate_date }]),
      ...(job.job_install_date === undefined
        ? []
        : [{ kind: "install", at: job.job_install_date }]),
    ]);
    const local = (at: number) => new TZDate(at, time.timeZone);
    const hours = visits.map(({ at }) => local(at).getHours());
    expect(Math.min(...hours)).toBeGreaterThanOrEqual(8);
    expect(Math.max(...hours)).toBeLessThan(17);
    const full = local(time.now);
    if (full.getHours() * 60 + full.getMinutes() >= 15 * 60 + 30) full.setDate(full.getDate() + 1);
    const ofFullDay = visits.filter(({ at }) => local(at).toDateString() === full.toDateString());
    expect(ofFullDay).toHaveLength(10);
    expect(ofFullDay.some(({ at }) => at > time.now)).toBe(true);
    const days = visits.map(({ at }) => (at - time.now) / 86_400_000);
    expect(Math.min(...days)).toBeLessThan(2 - DEMO_DAYS);
    expect(Math.max(...days)).toBeGreaterThan(DEMO_DAYS - 5);
  },
);

it("calls no future visit done", () => {
  for (const time of CASES) {
    for (const job of demoOffice(time).jobs) {
      const isDone = ["completed", "installed_paid"].includes(job.job_status);
      if (isDone) expect(job.job_install_date).toBeLessThan(time.now);
      if (job.job_status === "estimate_sent") expect(job.job_estimate_date).toBeLessThan(time.now);
    }
  }
});

it("takes in known items, in sizes and colors in which they come", () => {
  for (const { sku, size, colorNumber } of DELIVERIES) {
    const item = CATALOGUE_ITEMS.find((one) => one.sku === sku);
    const color = CATALOGUE_COLORS.find((one) => one.colorNumber === colorNumber);
    expect(item, sku).toBeDefined();
    expect(color === undefined, sku).toBe(colorNumber === undefined);
    if (size === undefined) continue;
    expect(item?.sizeOptions).toContain(size);
    if (color) expect(color.sizeOptions).toContain(size);
  }
});
