import { describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { aNewJob, FRIDAY_2_PM, type NewJob } from "../support/builders";
import { openForTwo, refusalOf, refused } from "../support/convexHarness";

const HOUR = 3_600_000;
const dayStart = FRIDAY_2_PM - 14 * HOUR;
const dayEnd = dayStart + 24 * HOUR;

async function openWithJobs(jobs: Partial<NewJob>[]) {
  const { anna, bo } = openForTwo();
  for (const job of jobs) await anna.mutation(api.jobs.create, aNewJob(job));
  return { anna, bo };
}

describe("jobs.getScheduledForDay", () => {
  // Spec 0.2, 7.31, 7.44
  it("returns the jobs of the half-open day, sorted by their earliest time in it", async () => {
    const { anna } = await openWithJobs([
      { job_address: "1", job_estimate_date: dayEnd },
      { job_address: "2", job_estimate_date: dayEnd - 1 },
      { job_address: "3", job_install_date: dayStart },
      { job_address: "4", job_estimate_date: dayStart - 1 },
      { job_address: "5" },
      // Both times are in the day: the job is listed once, at the earlier time.
      {
        job_address: "6",
        job_estimate_date: dayStart + 9 * HOUR,
        job_install_date: dayStart + 2 * HOUR,
      },
      // The earlier of its times is on another day.
      {
        job_address: "7",
        job_estimate_date: dayStart - HOUR,
        job_install_date: dayStart + 3 * HOUR,
      },
      { job_address: "8", job_install_date: dayEnd },
      { job_address: "9", job_install_date: dayStart - 1 },
      { job_address: "10", job_estimate_date: dayStart },
    ]);
    const jobs = await anna.query(api.jobs.getScheduledForDay, {
      dayStart,
      dayEnd,
    });
    expect(jobs.map((job) => job.job_address)).toEqual(["3", "10", "6", "7", "2"]);
    expect(jobs[0]).toMatchObject({
      customer_name: "Anna Bell",
      job_customer_id: "C-1003",
    });
  });

  it("sorts jobs of the same time by creation", async () => {
    const { anna } = await openWithJobs(
      ["a", "b", "c"].map((job_address) => ({
        job_address,
        job_estimate_date: FRIDAY_2_PM,
      })),
    );
    const jobs = await anna.query(api.jobs.getScheduledForDay, {
      dayStart,
      dayEnd,
    });
    expect(jobs.map((job) => job.job_address)).toEqual(["a", "b", "c"]);
  });

  // Spec 7.30
  it("accepts days of 23 and 25 hours when clocks change", async () => {
    const { anna } = await openWithJobs([{ job_estimate_date: dayStart + 24.5 * HOUR }]);
    const on = async (hours: number) =>
      await anna.query(api.jobs.getScheduledForDay, {
        dayStart,
        dayEnd: dayStart + hours * HOUR,
      });
    expect(await on(25)).toHaveLength(1);
    expect(await on(24)).toHaveLength(0);
    expect(await on(23)).toHaveLength(0);
  });

  it.each([
    [dayStart, dayStart],
    [dayEnd, dayStart],
    [dayStart, dayStart + 37 * HOUR],
    [Number.NaN, dayEnd],
  ])("refuses the range from %d to %d, which is not a day", async (from, until) => {
    const { anna } = await openWithJobs([]);
    const call = anna.query(api.jobs.getScheduledForDay, {
      dayStart: from,
      dayEnd: until,
    });
    expect(await refusalOf(call)).toEqual(
      refused("dayEnd", "A day ends after it starts, on the next day."),
    );
  });

  it("returns nothing from another workspace", async () => {
    const { bo } = await openWithJobs([{ job_estimate_date: FRIDAY_2_PM }]);
    expect(await bo.query(api.jobs.getScheduledForDay, { dayStart, dayEnd })).toEqual([]);
  });
});

describe("jobs.listDates", () => {
  const jobs = [
    {
      job_address: "both",
      job_estimate_date: FRIDAY_2_PM,
      job_install_date: dayEnd,
    },
    { job_address: "none" },
    { job_address: "install", job_install_date: dayEnd + HOUR },
  ];

  // Spec 7.32
  it("returns the calendar's fields of every dated job", async () => {
    const { anna, bo } = await openWithJobs(jobs);
    const dates = await anna.query(api.jobs.listDates, {});
    expect(dates.map(({ _id, ...rest }) => rest)).toEqual([
      {
        job_install_date: dayEnd + HOUR,
        job_customer_id: "C-1003",
        customer_name: "Anna Bell",
        job_address: "install",
        job_status: "lead",
      },
      {
        job_estimate_date: FRIDAY_2_PM,
        job_install_date: dayEnd,
        job_customer_id: "C-1001",
        customer_name: "Anna Bell",
        job_address: "both",
        job_status: "lead",
      },
    ]);
    expect(await bo.query(api.jobs.listDates, {})).toEqual([]);
  });

  it("returns each job with a date in the range once", async () => {
    const { anna } = await openWithJobs(jobs);
    const within = async (from: number, until: number) =>
      (await anna.query(api.jobs.listDates, { range: { from, until } })).map(
        (job) => job.job_address,
      );
    expect(await within(dayStart, dayEnd)).toEqual(["both"]);
    expect(await within(dayStart, dayEnd + 1)).toEqual(["both"]);
    expect(await within(dayEnd, dayEnd + 2 * HOUR)).toEqual(["both", "install"]);
    expect(await within(0, dayStart)).toEqual([]);
  });
});
