import { expect, it } from "vitest";
import { againIn, againSoon } from "@domain/job/bookAgain";
import { isWeekend } from "@domain/dates/days";

const at = (...of: [number, number, number, number, number]) => new Date(...of).getTime();
/** A Sunday. */
const NOW = at(2026, 10, 29, 10, 0);

it.each([
  [
    "at the time of the last install",
    { job_install_date: at(2026, 10, 2, 8, 15) },
    "2027-05-31T08:15",
  ],
  [
    "at the time of its estimate",
    { job_estimate_date: at(2026, 10, 2, 14, 30) },
    "2027-05-31T14:30",
  ],
  ["at 9 without a visit", {}, "2027-05-31T09:00"],
  [
    "after an install that is still to come",
    { job_install_date: at(2026, 11, 2, 8, 0) },
    "2027-06-02T08:00",
  ],
])("in 6 months is a workday, %s", (_what, job, field) => {
  expect(againIn(6, job, NOW)).toBe(field);
});

it("12 months after the last day of February is the last day of the next February", () => {
  expect(againIn(12, {}, at(2028, 1, 29, 10, 0))).toBe("2029-02-28T09:00");
});

it("what is due is booked on the next workday", () => {
  const job = { job_install_date: at(2025, 10, 2, 8, 15) };
  expect(againSoon(job, NOW)).toBe("2026-11-30T08:15");
  expect(againSoon(job, at(2026, 10, 27, 23, 0))).toBe("2026-11-30T08:15");
  expect(["2026-11-28", "2026-11-29", "2026-11-30"].map(isWeekend)).toEqual([true, true, false]);
});
