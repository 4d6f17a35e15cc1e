import { expect, it } from "vitest";
import { dayRange } from "@domain/dates/days";
import { copiedEntries } from "@/features/schedule/calendar/useMonthEntries";
import type { DayCopy } from "@/offline/days/copiedDay";
import { aJob } from "../../../../support/builders";

const at = (day: number) => new Date(2026, 10, day, 9).getTime();

const copyOf = (dates: Partial<ReturnType<typeof aJob>>): DayCopy => ({
  jobs: [aJob(dates)],
  customers: new Map(),
  range: {
    from: dayRange("2026-11-20").from,
    until: dayRange("2026-11-22").until,
  },
  savedAt: at(20),
});

const DAYS = ["2026-11-19", "2026-11-20", "2026-11-21"];

it.each([
  ["a day of the copy", { job_estimate_date: at(20) }, [20, undefined]],
  ["a day that the copy does not hold", { job_estimate_date: at(19) }, null],
  ["a day that is not shown", { job_install_date: at(22) }, null],
  [
    "two days, of which the copy holds one",
    { job_estimate_date: at(19), job_install_date: at(21) },
    [undefined, 21],
  ],
  [
    "two days, of which one is shown",
    { job_estimate_date: at(20), job_install_date: at(22) },
    [20, undefined],
  ],
  [
    "a day before those of the copy that lasts into them",
    { job_install_date: at(18), job_install_length: 3000 },
    [undefined, 18],
  ],
  [
    "a day that is not shown, and that lasts into one",
    { job_install_date: at(18), job_install_length: 1500 },
    null,
  ],
  ["no day", {}, null],
] as const)("a copied job with a visit on %s", (_name, dates, days) => {
  const [job] = copiedEntries(copyOf(dates), DAYS);
  const dayOf = (time: number | undefined) =>
    time === undefined ? undefined : new Date(time).getDate();
  expect(job ? [dayOf(job.job_estimate_date), dayOf(job.job_install_date)] : null).toEqual(days);
});
